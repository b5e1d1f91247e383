import { condition, type Rule, shortened } from './gate.ts';
import { answeredWith, ONCE, roomBeside } from './told-once.ts';
import { standLines } from './where-things-stand.ts';

/** UTF-16 units: with what a compaction kept, and what other gates say, an answer stays below what a host shows. */
const LONGEST = 4_500;

/** The rule that gives a session its start context, once until it starts again. */
export const startsWith = (id: string, when: string): Rule => ({
  id,
  decision: 'advise',
  judge: (context) => {
    const { start } = context.state.contexts;
    const lines = start === null ? standLines(context) : [];
    if (lines.length === 0) {
      return start === null ? null : { conditions: [given(true, [], [start])], reason: '' };
    }
    const because = [...new Set(lines.flatMap((line) => line.because))];
    return {
      conditions: [given(false, [...new Set(lines.map(({ about }) => about))], because)],
      reason: `The agent is told ${when} where things stand: ${listOf(lines.map(({ about }) => about))}.`,
      context: shortened(
        ['Where things stand, says docket:', ...lines.map(({ text }) => `- ${text}`)].join('\n'),
        Math.min(LONGEST, roomBeside(context) / 2),
      ),
    };
  },
  ways: ({ trigger }) => [answeredWith(id, trigger)],
});

const given = (holds: boolean, actual: unknown, because: readonly string[]): ReturnType<typeof condition> =>
  condition('start-context-was-given', holds, { actual, because, remedy: ONCE });

const listOf = (names: readonly string[]): string => [...new Set(names)].join(', ');
