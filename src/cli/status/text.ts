import { counted } from '../../audit/counted.ts';
import type { Envelope } from '../../events/envelope.ts';
import { isoTime } from '../../events/iso-time.ts';
import type { Policy } from '../../events/schemas.ts';
import { type ChangedFile, type ChangesState, writtenIn } from '../../projections/changes.ts';
import type { View } from '../../projections/fold.ts';
import type { Plane } from '../../projections/planes.ts';
import { summaryOf } from '../../replay/summary.ts';
import type { Io } from '../io.ts';
import { LOOKED } from '../look-now.ts';
import { atTime, clock, styleFor, wrap } from '../style.ts';
import { TOLD_BY } from '../tests/told-by.ts';
import { holderWords, shownTodos } from '../todo/shown.ts';
import { shownWaivers, waiverWords } from '../waive/shown.ts';
import { WHOLE_MONITOR } from '../whole-monitor.ts';
import { agentsWords } from './agents.ts';
import { reviewKinds } from './json.ts';
import type { Owed, OwedPoint } from './owed.ts';
import { planWords } from './plan.ts';
import { type Present, proofNow, type ReviewShown, reviewNow, testsNow } from './standings.ts';
import { workflowLines } from './workflows.ts';

export interface StatusPage {
  readonly present: Present;
  readonly owed: Owed;
  readonly problems: readonly string[];
  /** An event of the session by its id. */
  readonly eventOf: (id: string) => Envelope | undefined;
}

/** The state for people: no line is wider than the terminal. */
export const statusText = (page: StatusPage, io: Io): string => {
  const style = styleFor(io);
  const { calls } = page.present.view;
  const lines = rowsOf(page).flatMap(([name, text]) => {
    const [first = '', ...others] = wrap(text, io.width, ' '.repeat(NAME_COLUMNS));
    return [`${style('bold', name.padEnd(NAME_COLUMNS))}${first.slice(NAME_COLUMNS)}`, ...others];
  });
  const warn = (colour: 'red' | 'yellow', text: string): void => {
    lines.push(...wrap(text, io.width, '! ').map((line) => style(colour, line)));
  };
  for (const { call } of calls.deniedButRan) warn('red', `call ${call} was denied and ran all the same`);
  for (const problem of page.problems) warn('yellow', problem);
  return `${lines.join('\n')}\n`;
};

const NAME_COLUMNS = 10;

type Row = readonly [name: string, text: string];

const presetWords = (policy: Policy | null): string => {
  if (policy === null) return 'none loaded yet';
  return policy.mode === 'monitor' ? `${policy.preset}; ${WHOLE_MONITOR}` : policy.preset;
};

const rowsOf = (page: StatusPage): Row[] => {
  const { present, owed } = page;
  const { view, stream, worktree } = present;
  const { session, turn, changes, strikes, policy, preferences, calls, questions } = view;
  const warned = Object.entries(strikes).map(([gate, { delivered }]) => `${gate} ${delivered.length}`);
  // What was denied stays open until the next prompt.
  const open = calls.open.flatMap(({ tool, at, deniedBy }) =>
    deniedBy === null ? [`${tool} since ${clock(at)}`] : [],
  );
  return [
    ['preset', presetWords(policy.policy)],
    ...(preferences.careful ? [['careful', 'on; docket careful off ends it'] as const] : []),
    ['worktree', session.worktree ?? worktree],
    ['session', stream === null ? 'none' : `${stream} (${sessionWords(view, present.isImported)})`],
    [
      'turn',
      `${counted(turn.prompts, 'prompt')}, ${counted(turn.tools, 'tool call')} since the last, ${counted(turn.stopBlocks, 'stop block')}`,
    ],
    ['tests', testsWords(page)],
    ...named('review', reviewLines(page)),
    ['proof', proofWords(page)],
    ...named('workflow', workflowLines(present)),
    ['changed', changesWords(changes)],
    ...(present.plan === null ? [] : [['plan', planWords(present.plan, view)] as const]),
    ...named('agents', agentsWords(view)),
    ...named(
      'to stop',
      owed.stop.map((point) => pointWords(point, UNHELD)),
    ),
    ...named(
      'to commit',
      owed.commit.map((point) => pointWords(point, ' This is advice.')),
    ),
    ...(warned.length > 0 ? [['warnings', warned.join(', ')] as const] : []),
    ...(questions.asked > 0 ? [['questions', questionWords(questions)] as const] : []),
    ...named('waived', shownWaivers(view.waivers.granted, view.policy.policy, isoTime(Date.now())).map(waiverWords)),
    ...named('to do', todoRows(view.todos)),
    ...(open.length > 0 ? [['running', open.join(', ')] as const] : []),
    ...(turn.openPoints.length > 0 ? [['left open', turn.openPoints.join(', ')] as const] : []),
    ...(present.tree.problem === null ? [] : [['content', orderWords(present.tree.problem)] as const]),
  ];
};

/** The newest few, and how many more. */
const todoRows = (state: View['todos']): string[] => {
  const todos = shownTodos(state, isoTime(Date.now()));
  const shown = todos.slice(-MOST_TODOS_SHOWN).map(({ id, text, claim }) => {
    const held = claim === null ? '' : `, claimed by ${holderWords(claim)}`;
    return `${id}${text === null ? '' : ` ${text}`}${held}`;
  });
  const more = todos.length - shown.length;
  return more === 0 ? shown : [`${more} more (docket todo)`, ...shown];
};

const MOST_TODOS_SHOWN = 5;

const questionWords = ({ asked, answered, automatic, unanswered, overruled }: View['questions']): string =>
  [
    `${asked} asked`,
    `${answered} answered${automatic === 0 ? '' : `, ${automatic} of these by preference`}`,
    ...(unanswered === 0 ? [] : [`${unanswered} without an answer`]),
    ...overruled.map(({ id, sent, ran }) => `${id}: docket answered ${labelsIn(sent)}, and ${labelsIn(ran)} ran`),
  ].join('; ');

const labelsIn = (labels: readonly string[]): string => (labels.length === 0 ? 'nothing' : labels.join(', '));

const changesWords = (changes: ChangesState): string => {
  const other = writtenIn(changes, null);
  return [
    filesWords(writtenIn(changes, 'code'), 'code file'),
    filesWords(writtenIn(changes, 'docs'), 'document'),
    // Not in the worktree, or nothing that tests and reviews are about.
    ...(other.length === 0 ? [] : [filesWords(other, 'other file')]),
    ...(changes.forgotten === 0 ? [] : [`before these ${changes.forgotten} more`]),
    ...Object.entries(changes.unnamed).map(
      ([plane, { calls }]) => `${counted(calls, 'call')} wrote ${UNNAMED[plane as Plane]} without naming the files`,
    ),
  ].join('; ');
};

const UNNAMED: Readonly<Record<Plane, string>> = { code: 'code', docs: 'documents' };

const filesWords = (files: readonly ChangedFile[], what: string): string => {
  const last = files.slice(-3).map(({ path }) => path);
  const shown = last.length === 0 ? '' : ` (${last.join(', ')}${files.length > 3 ? ', …' : ''})`;
  return `${counted(files.length, what)}${shown}`;
};

/** The first line under the name, the others below it. */
const named = (name: string, lines: readonly string[]): Row[] =>
  lines.map((line, index) => [index === 0 ? name : '', line]);

const orderWords = (problem: string): string =>
  `git cannot say what there is (${problem}), so the order of events decides what evidence is about`;

const sessionWords = ({ session }: View, isImported: boolean): string =>
  [
    isImported ? 'imported' : null,
    kindWords(session),
    session.permissionMode,
    session.endedAt === null ? 'live' : `ended ${session.endedAt}`,
  ]
    .filter((word) => word !== null)
    .join(', ');

/** The kind of session, and by what it was told where that means that nobody can answer. */
const kindWords = ({ kind, kindBecause }: View['session']): string | null =>
  kind === null || kind === 'interactive' ? kind : `${kind} by ${kindBecause}`;

const testsWords = (page: StatusPage): string => {
  const { status, failures, by, source, at, stale, undoneBy, running } = testsNow(page.present);
  const runs = running.length === 0 ? '' : `; running: ${running.join(', ')}`;
  if (status === null) return `no run seen${runs}`;
  const failed = failures === null ? '' : `, ${counted(failures, 'failure')}`;
  const since = undoneBy === null ? (stale ? ', code changed since' : '') : `, undone by ${eventWords(undoneBy, page)}`;
  const who = source === null ? '' : `, ${TOLD_BY[source]}`;
  return `${status}${failed} (${by}${who}${at === null ? '' : `, ${atTime(at)}`})${since}${runs}`;
};

const reviewLines = (page: StatusPage): string[] => {
  const { broken } = page.present.view.review;
  return [
    ...reviewKinds(page.present).map((kind) => {
      const review = reviewNow(page.present, kind);
      return `${kind}: ${review === null ? 'never seen' : reviewWords(review, page)}`;
    }),
    ...(broken === null ? [] : [`${broken.by} did not work (${clock(broken.at)})`]),
  ];
};

const OUTCOMES: Readonly<Record<string, string>> = {
  pass: 'passed',
  fail: 'failed',
  unclear: 'gave no verdict',
  broken: 'did not work',
};

const reviewWords = ({ passed, outcome, by, at, undoneBy, history }: ReviewShown, page: StatusPage): string => {
  const said = passed ? 'passed' : (OUTCOMES[outcome ?? ''] ?? 'ran');
  const who = at === null ? '' : ` (${by ?? 'somebody'} at ${clock(at)})`;
  const undone = undoneBy === null ? '' : `, undone by ${eventWords(undoneBy, page)}`;
  const before = history.map(({ outcome: then, at: when }) => `${OUTCOMES[then] ?? then} ${clock(when)}`);
  return `${said}${who}${undone}${before.length === 0 ? '' : `; before: ${before.reverse().join(', ')}`}`;
};

const proofWords = (page: StatusPage): string => {
  const proof = proofNow(page.present);
  if (proof === null) return 'none';
  const { status, at, note, undoneBy } = proof;
  const seen = `${note === '' ? 'seen' : `"${note}"`}${at === null ? '' : ` at ${clock(at)}`}`;
  return `${status} (${seen})${undoneBy === null ? '' : `, undone by ${eventWords(undoneBy, page)}`}`;
};

/** What made a pass say nothing any more: `Write src/cart.ts at 14:07:01`. */
const eventWords = (id: string, { eventOf }: StatusPage): string => {
  if (id === LOOKED) return 'what there is now, which is other content';
  const event = eventOf(id);
  return event === undefined ? 'another session' : `${summaryOf(event)} at ${clock(event.at)}`;
};

const UNHELD = ' The turn may end without it, since its reviewer does not work.';

const pointWords = ({ rule, reason, remedy, blocks }: OwedPoint, unheld: string): string =>
  `${reason}${remedy === null ? '' : ` ${remedy}`}${blocks ? '' : unheld} [${rule}]`;
