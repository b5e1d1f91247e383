import type { EventData } from '../../events/schemas.ts';
import { atWords } from '../../gates/gate.ts';
import { PROOF, TESTS } from '../../projections/evidence-kinds.ts';
import { planesWritten } from '../../projections/planes.ts';
import { type KnownTree, type Standing, standingOf } from '../../projections/standing.ts';
import { hasWholeData } from '../../replay/whole-data.ts';
import { counted } from '../counted.ts';
import type { CauseReader } from './cause-tree.ts';
import type { Cause, Evidence } from './model.ts';
import type { Shown } from './shown.ts';
import type { Walked } from './walk.ts';

/** What tests, reviews and people said of the content that the session ended with, and how it came to that. */
export const evidenceOf = (walked: Walked, stream: string, causeOf: CauseReader, shown: Shown): Evidence[] => {
  const { after } = walked;
  const tree = lastTree(walked);
  const told = walked.items.flatMap((item) => ('finding' in item ? [] : [item.line.event]));
  const kinds = [...new Set(['code', ...Object.keys(after.review.kinds)])];
  const historyOf = (fits: (type: string, data: Record<string, unknown>) => boolean): Cause[] =>
    told.flatMap(({ id, type, data }) => (fits(type, data) ? (causeOf(id) ?? []) : [])).slice(-MOST_HISTORY);
  const about = (kind: string, name: string, history: readonly Cause[]): Evidence => {
    const standing = standingOf(after, kind, tree, stream);
    const [event = null] = standing.status === 'missing' ? [] : standing.because;
    const cause = event === null ? null : causeOf(event);
    const { undone, status, basis, at } = standing;
    return {
      name,
      status,
      text: sentenceOf({ ...standing, ...wordsIn(standing, walked, shown) }, name),
      basis,
      at,
      event,
      undone:
        undone === null ? null : { condition: name, was: 'pass', since: causeOf(undone.since), by: causeOf(undone.by) },
      provenance: cause?.provenance ?? null,
      history,
    };
  };
  return [
    about(
      TESTS,
      'tests',
      historyOf((type) => type === 'TestRunFinished'),
    ),
    ...kinds.map((kind) =>
      about(
        kind,
        `${kind} review`,
        historyOf((type, data) => type === 'ReviewRecorded' && data['kind'] === kind),
      ),
    ),
    about(
      PROOF,
      'proof',
      historyOf((type) => type === 'ProofRecorded' || type === 'ProofRevoked'),
    ),
  ];
};

/** Names and words of others in it, as far as they may be shown. */
const wordsIn = ({ by, reason }: Standing, { session }: Walked, shown: Shown): Pick<Standing, 'by' | 'reason'> => {
  const about = session.lines[0]?.event;
  if (about === undefined) return { by, reason };
  const left = (text: string | null): string | null => (text === null ? null : (shown.words(about, [text])[0] ?? null));
  return { by: left(by), reason: left(reason) };
};

const MOST_HISTORY = 50;

/** The content that was last looked at, where nothing is known to have been written since. */
const lastTree = ({ items, worktree }: Walked): KnownTree | null => {
  let tree: KnownTree | null = null;
  for (const item of items) {
    if ('finding' in item) continue;
    const { event } = item.line;
    if (event.type === 'TreeObserved' && hasWholeData(event)) {
      const data = event.data as EventData<'TreeObserved'>;
      if (!data.about.startsWith('act ') && data.worktree === worktree && data.problem === null)
        tree = { event: event.id, tree: data.tree };
    } else if (event.type === 'TestRunFinished' && hasWholeData(event)) {
      const { tree: tested } = event.data as EventData<'TestRunFinished'>;
      if (tested !== undefined && event.worktree === worktree) tree = { event: event.id, tree: tested };
    } else if (
      tree !== null &&
      (event.type === 'ToolCompleted' || hasWholeData(event)) &&
      planesWritten(event).length > 0
    )
      tree = null;
  }
  return tree;
};

const sentenceOf = ({ status, basis, by, at, failures, reason, source }: Standing, name: string): string => {
  const said = [...(by === null || name === 'proof' ? [] : [by]), ...(at === null ? [] : [atWords(at)])].join(' ');
  const who = said === '' ? '' : ` (${said})`;
  const what = name === 'tests' ? 'The tests' : name === 'proof' ? 'The work' : `The ${name}`;
  const how = basis === 'order' ? ' Only the order of events says so, since nobody knows what the files held.' : '';
  const told = source === 'claim' ? ' Only the agent said so.' : '';
  switch (status) {
    case 'pass':
      return `${name === 'proof' ? `A person saw it work${who}` : `${what} passed${who}`}, on the content that the session ended with.${how}${told}`;
    case 'fail':
      return `${what} failed${failures === null ? '' : ` with ${counted(failures, 'failure')}`}${who}, and no later result took that back.${how}${told}`;
    case 'stale':
      return `${name === 'proof' ? `A person saw it work${who}` : `${what} passed${who}`}; what was written since nobody ${name === 'tests' ? 'tested' : name === 'proof' ? 'saw' : 'reviewed'}.${how}`;
    case 'unknown':
      return `${what} came to nothing that is certain${who}${reason === null ? '' : `: ${reason}`}.${how}`;
    case 'missing':
      return name === 'tests'
        ? 'No test run of this content is in the log.'
        : name === 'proof'
          ? 'No person said that they saw it work.'
          : `No ${name} of this content is in the log.`;
  }
};
