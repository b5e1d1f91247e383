import type { EventData } from '../events/schemas.ts';
import type { Preserved } from '../projections/preserved.ts';
import { atWords, condition, counted, type GateContext, quotedList, type Rule, shortened } from './gate.ts';
import { liveSessions } from './other-sessions.ts';
import { answeredWith, ONCE, roomBeside } from './told-once.ts';

type Kept = EventData<'ContextPreserved'>;

/** UTF-16 units. */
const LONGEST = 3_500;
const LONGEST_TEXT = 300;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Another session takes over what one left that died; one that is cleared or forked has another past. */
const TAKES_OVER: readonly unknown[] = ['startup', 'resume'];

/** The rule that gives back what a compaction kept, once. */
export const givesBack = (id: string): Rule => ({
  id,
  decision: 'advise',
  judge: (context) => {
    const kept = keptFor(context);
    if (kept === null) return null;
    const isOwn = kept.stream === context.trigger.stream;
    return {
      conditions: [
        condition('preserved-context-was-given-back', false, {
          actual: { session: kept.stream, at: kept.at },
          because: [kept.event],
          remedy: ONCE,
        }),
      ],
      tells: [kept.event],
      reason: `The agent is given back what ${isOwn ? 'it' : 'another session'} knew before a compaction ${atWords(kept.at)}.`,
      context: shortened(
        [headOf(kept, isOwn), ...keptLines(kept.data)].join('\n'),
        Math.min(LONGEST, roomBeside(context) * 0.4),
      ),
    };
  },
  ways: (context) => {
    const kept = keptFor(context);
    return kept === null ? [] : [answeredWith(id, context.trigger, { tells: [kept.event] })];
  },
});

/**
 * What is to be given back: by the session's id; else, as a session starts, what one in the same worktree left that is not
 * live any more, for a day.
 */
const keptFor = (context: GateContext): Preserved | null => {
  const { trigger, state } = context;
  const own = state.preserved.kept.findLast(({ stream }) => stream === trigger.stream);
  if (own !== undefined) return own;
  if (trigger.type !== 'SessionStarted' || !TAKES_OVER.includes(trigger.data['source'])) return null;
  const live = liveSessions(context).map(({ stream }) => stream);
  return (
    state.preserved.kept.findLast(
      ({ stream, worktree, at }) =>
        worktree !== null &&
        worktree === trigger.worktree &&
        !live.includes(stream) &&
        Date.parse(trigger.at) - Date.parse(at) < DAY_MS,
    ) ?? null
  );
};

const headOf = ({ at, data }: Preserved, isOwn: boolean): string =>
  isOwn
    ? `What docket kept of this session before its ${data.trigger === 'auto' ? 'automatic ' : ''}compaction ${atWords(at)}:`
    : `A session in this worktree was compacted ${atWords(at)} and did not go on. What docket kept of it:`;

/** What was kept, line by line. */
export const keptLines = ({ prompts, git, plan, changes, decisions, tests, findings, trail }: Kept): string[] => [
  ...(prompts.length === 0 ? [] : [`- Asked for last: ${prompts.map((text) => `"${oneLine(text)}"`).join('; then ')}`]),
  ...(git === null
    ? []
    : [
        `- Git: ${git.branch === null ? 'HEAD detached' : `on \`${shortened(git.branch, 100)}\``}${git.commit === null ? '' : ` at ${git.commit.slice(0, 8)}`}, ${counted(git.changed, 'file')} changed, ${git.untracked} new`,
      ]),
  ...(plan === null
    ? []
    : [
        `- Plan: ${shortened(plan.path, 100)}, ${counted(plan.phases, 'phase')}, ${plan.completed} completed${plan.current === null ? '' : `; now ${shortened(plan.current, 100)}`}`,
      ]),
  ...(tests === null
    ? []
    : [
        `- Tests: ${tests.status}${tests.failures === null || tests.status !== 'fail' ? '' : `, ${counted(tests.failures, 'failure')}`}${tests.at === null ? '' : ` (${atWords(tests.at)})`}`,
      ]),
  ...(changes.count === 0
    ? []
    : [`- Files written in the session, ${changes.count}: ${quotedList([...changes.files].reverse())}`]),
  ...(decisions.length === 0
    ? []
    : [
        `- Decisions they state: ${decisions
          .slice(0, 10)
          .map(({ id, status, path }) => `${id}${status === null ? '' : ` (${status})`} in \`${shortened(path, 100)}\``)
          .join(', ')}`,
      ]),
  ...(findings.length === 0 ? [] : [`- Open findings: ${findings.map(oneLine).join('; ')}`]),
  ...(trail.length === 0 ? [] : ['- What happened last:', ...trail.map((line) => `  - ${shortened(line, 200)}`)]),
];

const oneLine = (text: string): string => shortened(text.replace(/\s+/g, ' ').trim(), LONGEST_TEXT);
