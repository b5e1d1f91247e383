import type { EventDraft } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Fact } from './facts.ts';
import { condition, counted, type Rule, shortened } from './gate.ts';

type Lint = Fact<EventData<'LintFinished'>>;

/** Times that an agent is told of one file's problems for one prompt: one that cannot mend them is not to be kept at it. */
const MOST_TIMES = 3;
const MOST_SHOWN = 10;
/** UTF-16 units of all problems together, and of one. */
const LONGEST_LIST = 850;
const LONGEST_PROBLEM = 240;

/** What linters found, for the agent. */
const lintProblems: Rule = {
  id: 'lint/problems',
  decision: 'deny',
  judge: ({ facts, state }) => {
    const results = facts.lints();
    const found = results.filter(({ data }) => data.status === 'problems');
    const because = (found.length > 0 ? found : results).map(({ id }) => id);
    const actual = results.map(({ data }) => resultWords(data));
    if (found.length === 0) {
      return results.length === 0
        ? null
        : { conditions: [condition(NOTHING_FOUND, true, { actual, because })], reason: '' };
    }
    const [{ data }] = found as [Lint, ...Lint[]];
    const told = state.lint.told.find(({ path }) => path === data.path);
    const fresh = found.filter((each) => told?.problems[each.data.linter] !== each.data.digest);
    return {
      conditions: [condition(NOTHING_FOUND, false, { actual, because, remedy: REMEDY })],
      limits: [
        condition('not-told-yet', fresh.length > 0, {
          actual: found.filter((each) => !fresh.includes(each)).map((each) => each.data.linter),
          because: fresh.length > 0 ? [] : (told?.because ?? []),
        }),
        condition('told-less-than-three-times', (told?.times ?? 0) < MOST_TIMES, {
          actual: told?.times ?? 0,
          because: told?.because ?? [],
        }),
      ],
      reason: reasonOf(data.path, fresh.length > 0 ? fresh : found),
    };
  },
  ways: ({ facts }) => {
    const found = facts.lints().filter(({ data }) => data.status === 'problems');
    return [{ todo: `mend what ${namesOf(found)} found`, events: found.map(({ data }) => cleared(data)) }];
  },
};

const RULES: readonly Rule[] = [lintProblems];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const lintRules = (): readonly Rule[] => RULES;

const NOTHING_FOUND = 'linters-find-nothing';
const REMEDY = 'Mend them in the file, or tell the user why they should stay.';

/** `eslint: 2 problems`, `ruff: broken, ruff is configured and not installed` */
const resultWords = ({ linter, status, count, reason }: EventData<'LintFinished'>): string => {
  if (status === 'problems') return `${linter}: ${counted(count ?? 0, 'problem')}`;
  return status === 'broken' ? `${linter}: broken, ${reason}` : `${linter}: ${status}`;
};

const namesOf = (found: readonly Lint[]): string => found.map(({ data }) => data.linter).join(' and ');

/** The first problems of each linter, as far as a reason has room for them. */
const reasonOf = (path: string, found: readonly Lint[]): string => {
  const total = found.reduce((sum, { data }) => sum + (data.count ?? data.problems.length), 0);
  const lines = found.flatMap(({ data }) => data.problems.map((text) => `- ${shortened(text, LONGEST_PROBLEM)}`));
  const shown: string[] = [];
  let length = 0;
  for (const line of lines.slice(0, MOST_SHOWN)) {
    length += line.length + 1;
    if (length > LONGEST_LIST) break;
    shown.push(line);
  }
  const more = total > shown.length ? [`- and ${total - shown.length} more`] : [];
  return `${namesOf(found)} found ${counted(total, 'problem')} in ${shortened(path, 100)}:\n${[...shown, ...more].join('\n')}\n`;
};

const cleared = (data: EventData<'LintFinished'>): EventDraft => ({
  type: 'LintFinished',
  data: { ...data, status: 'clean', problems: [], count: 0, digest: null, reason: 'assumed' },
});
