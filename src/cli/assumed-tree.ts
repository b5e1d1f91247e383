import type { Envelope, EventDraft } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { ABOUT_NOW, ABOUT_SESSION } from '../gates/facts.ts';
import type { View } from '../projections/fold.ts';
import { type Plane, planeOfPath } from '../projections/planes.ts';

/** What is assumed of the worktree. */
export interface AssumedTree {
  /** Files that are changed, from the top of the worktree; null where nothing is said of that. */
  readonly dirty: readonly string[] | null;
  readonly isGitMissing: boolean;
  readonly isHeadMoved: boolean;
  /** Something is said of the evidence for code, so there is code that it is about. */
  readonly isJudged: boolean;
}

const PLANES: readonly Plane[] = ['code', 'docs'];

/** In place of content that nobody looked at. */
const ASSUMED = 'assumed';
const OTHER = 'assumed to be other';
/** What is changed where nobody names it. */
export const SOME_FILE = 'src/changed.ts';
const SOME_COMMIT = '0'.repeat(40);
const OTHER_COMMIT = 'f'.repeat(40);

const inPlane = (names: readonly string[], plane: Plane): string[] =>
  names.filter((name) => planeOfPath(name) === plane);

/** What git says of content, with what is assumed in place of what is. */
export const assumedTree = (draft: EventDraft, assumed: AssumedTree): EventDraft => {
  const { isGitMissing, isHeadMoved } = assumed;
  if (draft.type !== 'TreeObserved' || draft.data['about'] === ABOUT_SESSION) return draft;
  const data = draft.data as EventData<'TreeObserved'>;
  if (isGitMissing) return { ...draft, data: { ...data, ...NOTHING_KNOWN } };
  const dirty = assumed.dirty ?? (assumed.isJudged && isOfNothing(data) ? [SOME_FILE] : null);
  // Who says what tests came to says that there are some.
  const { tests: _tests, ...judged } = data;
  const known = assumed.isJudged ? judged : data;
  const moved = isHeadMoved ? { ...known, head: OTHER_COMMIT } : known;
  if (dirty === null) return { ...draft, data: moved };
  const changed = { code: inPlane(dirty, 'code'), docs: inPlane(dirty, 'docs') };
  const digestOf = (plane: Plane): string => (changed[plane].length > 0 ? ASSUMED : (data.tree[plane] ?? ASSUMED));
  return {
    ...draft,
    data: {
      ...moved,
      head: moved.head ?? SOME_COMMIT,
      tree: { code: digestOf('code'), docs: digestOf('docs') },
      changed,
      counts: { code: changed.code.length, docs: changed.docs.length },
      problem: null,
    },
  };
};

/** An act of git that would record or bring in nothing. */
const isOfNothing = ({ about, problem, counts }: EventData<'TreeObserved'>): boolean =>
  about !== ABOUT_NOW && problem === null && counts.code === 0 && counts.docs === 0;

const NOTHING_KNOWN = {
  head: null,
  tree: { code: null, docs: null },
  changed: { code: [], docs: [] },
  counts: { code: 0, docs: 0 },
  problem: 'git is not there',
};

/**
 * A session that changed the files which are dirty, in a worktree that was clean as it began. Where HEAD moved, what the
 * session is known to have written is other than it was; nothing else is.
 */
export const withAssumedTree = (
  state: View,
  { dirty, isHeadMoved }: AssumedTree,
  events: readonly Envelope[],
): View => {
  if (dirty === null && !isHeadMoved) return state;
  const now = events.findLast(({ type, data }) => type === 'TreeObserved' && data['about'] === ABOUT_NOW);
  const { tree, head } = (now?.data ?? { tree: NOTHING_KNOWN.tree, head: null }) as EventData<'TreeObserved'>;
  const names = dirty ?? [];
  const written = state.changes.files.filter(({ path }) => !names.includes(path));
  const files = [...written, ...names.map((path) => ({ path, event: ASSUMED }))];
  const { baseline } = state.session;
  const isOther = (plane: Plane): boolean =>
    inPlane(names, plane).length > 0 || (isHeadMoved && files.some(({ path }) => planeOfPath(path) === plane));
  const digests = Object.fromEntries(PLANES.map((plane) => [plane, isOther(plane) ? OTHER : tree[plane]]));
  return {
    ...state,
    changes: { ...state.changes, files },
    session: {
      ...state.session,
      baseline: {
        event: baseline?.event ?? ASSUMED,
        head: isHeadMoved ? SOME_COMMIT : head,
        digests: digests as Record<Plane, string | null>,
      },
    },
  };
};
