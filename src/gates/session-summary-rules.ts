import type { EventData } from '../events/schemas.ts';
import { isAbsolute } from '../projections/paths.ts';
import { type FileKind, fileKind } from '../projections/source-files.ts';
import { workThatComesBack } from './background-work.ts';
import { condition, counted, type GateContext, type Rule, shortened } from './gate.ts';
import { NEXT_WORDS, type Outlook, outlookOf } from './next-step.ts';

type Seen = EventData<'SummaryObserved'>;

const changed: Rule = {
  id: 'session-summary/changed',
  decision: 'advise',
  judge: (context) => {
    const { facts, state, trigger, before, options } = context;
    const summary = facts.summary();
    const { due } = state.summaries;
    if (summary === null || due === null) return null;
    const outlook = outlookOf(context, summary.data);
    const background = workThatComesBack(trigger, state);
    const denied = before.filter(({ decision, mode }) => decision === 'deny' && mode === 'enforce');
    return {
      conditions: [
        condition('the-person-knows-how-it-stands', false, {
          actual: { tests: outlook.tests, next: outlook.step },
          because: [due, summary.id],
          ...(outlook.step === null ? {} : { remedy: `Next: ${NEXT_WORDS[outlook.step]}.` }),
        }),
      ],
      limits: [
        condition('no-background-work', background.length === 0, { actual: background, because: [trigger.id] }),
        condition('no-other-gate-denied', denied.length === 0, { actual: denied.map(({ rule }) => rule) }),
      ],
      reason: wordsOf(context, summary.data, outlook, options['detail'] === 'short'),
    };
  },
  ways: ({ trigger }) => {
    const verdicts = [{ gate: 'session-summary', rule: 'session-summary/changed', decision: 'advise' }];
    const data = { event: trigger.id, decision: 'advise', verdicts };
    return [{ todo: 'the answer that sums it up reaches the person', events: [{ type: 'AnswerSent', data }] }];
  },
};

const RULES: readonly Rule[] = [changed];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const sessionSummaryRules = (): readonly Rule[] => RULES;

const wordsOf = (context: GateContext, seen: Seen, outlook: Outlook, isShort: boolean): string => {
  const told = [filesWords(context, seen, isShort), gitWords(seen), testsWords(outlook), todosWords(context)];
  return told.filter((text) => text !== '').join(' ');
};

/** How kinds of files are called, in the order they are told. */
const KINDS: readonly (readonly [FileKind, string])[] = [
  ['source', 'source'],
  ['test', 'test'],
  ['config', 'configuration'],
  ['doc', 'documentation'],
];

const filesWords = ({ state }: GateContext, { decisions }: Seen, isShort: boolean): string => {
  const { files, forgotten, unnamed } = state.changes;
  const total = files.length + forgotten;
  const more = Object.keys(unnamed).length > 0;
  const what =
    total > 0
      ? `${counted(total, 'file')}${kindsOf(state)}${more ? ' and what commands wrote' : ''}`
      : more
        ? 'what commands wrote'
        : '';
  const made = isShort || decisions === null || decisions === 0 ? '' : `${counted(decisions, 'decision')} added`;
  if (what === '') return made === '' ? '' : `${made}.`;
  return `Changed in this session: ${what}${made === '' ? '' : `, ${made}`}.`;
};

const kindsOf = ({ changes, policy }: GateContext['state']): string => {
  const counts = new Map<string, number>();
  for (const { path } of changes.files) {
    const kind = isAbsolute(path) ? 'elsewhere' : fileKind(path, policy.policy?.files);
    const word = KINDS.find(([of]) => of === kind)?.[1] ?? (kind === 'elsewhere' ? kind : 'other');
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...KINDS.map(([, word]) => word), 'other', 'elsewhere'];
  const parts = words.flatMap((word) => (counts.has(word) ? [`${counts.get(word)} ${word}`] : []));
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
};

const todosWords = ({ state: { todos } }: GateContext): string => {
  const open = todos.open.length + todos.forgotten;
  return open === 0 ? '' : `${counted(open, 'to-do')} open.`;
};

const LONGEST_BRANCH = 80;

const gitWords = ({ branch, uncommitted }: Seen): string => {
  if (branch === null && uncommitted === null) return '';
  const where = branch === null ? 'No branch' : `Branch ${shortened(branch, LONGEST_BRANCH)}`;
  if (uncommitted === null) return `${where}.`;
  return `${where}, ${uncommitted === 0 ? 'clean' : `${counted(uncommitted, 'path')} not committed`}.`;
};

const testsWords = ({ tests, failures }: Outlook): string => {
  switch (tests) {
    case 'pass':
      return 'The tests pass.';
    case 'fail':
      return `The tests fail${failures === null || failures === 0 ? '' : `: ${counted(failures, 'failure')}`}.`;
    case 'running':
      return 'The tests are still running.';
    case 'stale':
      return 'The tests passed before the last change.';
    case 'unknown':
      return 'The tests came to no result.';
    case 'missing':
      return 'The tests did not run.';
  }
};
