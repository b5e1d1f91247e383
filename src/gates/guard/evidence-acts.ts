import type { EventData } from '../../events/schemas.ts';
import { isIn } from '../../projections/paths.ts';
import { aboutAct, type Fact } from '../facts.ts';
import type { GateContext } from '../gate.ts';
import { type JudgedAct, judgedActs } from './act-rule.ts';
import { codeChangesBefore, type EarlierChange, refChangesBefore } from './command-changes.ts';
import { branchThen, isMadeBefore } from './git-branch.ts';
import { EVIDENCE_KINDS } from './git-kinds.ts';
import { isFromDefaultBranch, remoteOf } from './merged-branches.ts';

export type TreeFact = Fact<EventData<'TreeObserved'>>;

/** An act of git that evidence is asked for. */
export interface AskedAct extends JudgedAct {
  /** What the `TreeObserved` of its content is about: usually itself. */
  readonly about: string;
  /** What it would record or bring in; null where nobody looked. */
  readonly tree: TreeFact | null;
  /** Where it works; null where nobody knows. */
  readonly worktree: string | null;
  /** What the same command does before it, after which that content is another one. */
  readonly changed: readonly EarlierChange[];
}

type Known = Pick<GateContext, 'facts' | 'options'>;

/**
 * The acts of some kinds whose content needs evidence. Free are other repositories and machines, the repository that
 * keeps the host's configuration, one that the command itself makes, what changes no code, and the default branch that
 * is merged into another one.
 */
export const askedActs = (context: Known & Pick<GateContext, 'trigger'>, kinds: readonly string[]): AskedAct[] =>
  boundActs(context, kinds)
    .map((judged) => withContent(judged, context))
    .filter((asked) => asked.changed.length > 0 || !(changesNoCode(asked.tree) || isUntouched(asked, context)));

/** Whether git is to be asked what acts would record: once the repositories are known in which they work. */
export const asksForTrees = (context: Known): boolean =>
  boundActs(context, [...EVIDENCE_KINDS, 'git-revert']).some(({ git }) => git !== null);

const boundActs = (context: Known, kinds: readonly string[]): JudgedAct[] =>
  judgedActs(context.facts, kinds).filter((judged) => isBound(judged, context));

const isBound = (judged: JudgedAct, context: Known): boolean => {
  const { act, git, index } = judged;
  if (act.details['host'] !== undefined) return false;
  // Where it works only shows at run time: in the project, unless the command makes a repository there.
  if (git === null) return judgedActs(context.facts, ['git-create']).every((made) => made.index > index);
  if (worktreeMadeFor(judged, context) !== null) return !isFromDefaultBranch(judged, git, context);
  if (!git.data.project || git.data.hostConfig === true || isMadeBefore(context.facts, git, index)) return false;
  return !isFromDefaultBranch(judged, git, context);
};

/** The worktree of the project in which an act works and that the same command makes before it. */
const worktreeMadeFor = ({ git, index }: JudgedAct, { facts }: Known): string | null => {
  if (git === null) return null;
  const made = judgedActs(facts, ['git-create']).findLast(
    ({ act, git: from, paths: [at], index: before }) =>
      before < index &&
      act.details['worktree'] === true &&
      from?.data.project === true &&
      holds(at?.path, git.data.path),
  );
  return made?.paths[0]?.path ?? null;
};

const holds = (folder: string | null | undefined, path: string): boolean =>
  folder !== null && folder !== undefined && isIn(folder, path);

/** A new worktree in which nothing seems to change has nothing to commit. */
const isUntouched = (asked: AskedAct, context: Known): boolean =>
  OWN_FILES.has(asked.act.kind) && worktreeMadeFor(asked, context) !== null;

const withContent = (judged: JudgedAct, context: Known & Pick<GateContext, 'trigger'>): AskedAct => {
  const { facts, trigger } = context;
  const made = worktreeMadeFor(judged, context);
  const worktree = judged.git === null || made !== null ? trigger.worktree : judged.git.data.worktree;
  const source = commitBrought(judged, context) ?? judged;
  const about = aboutAct(source.index);
  const tree = facts.tree(about);
  const because = [...new Set([...judged.because, ...(tree === null ? [] : [tree.id])])];
  return { ...judged, because, about, tree, worktree, changed: changesBefore(source, context, made ?? worktree) };
};

const changesBefore = (judged: JudgedAct, { facts }: Known, worktree: string | null): EarlierChange[] => {
  if (OWN_FILES.has(judged.act.kind)) return codeChangesBefore(judged, facts, worktree);
  const isFetched = namesOf(judged).some((name) => name === 'FETCH_HEAD' || remoteOf(name, judged.git) !== null);
  return isFetched ? refChangesBefore(judged, facts) : [];
};

/** These record what is in the worktree or its index; the others bring in what is elsewhere. */
const OWN_FILES: ReadonlySet<string> = new Set(['git-commit', 'git-continue', 'git-revert']);

/** A merge of the branch to which the same command commits before: what it brings in is that commit. */
const commitBrought = (judged: JudgedAct, { facts }: Known): JudgedAct | null => {
  const [name, ...others] = namesOf(judged);
  if (OWN_FILES.has(judged.act.kind) || name === undefined || others.length > 0) return null;
  const made = judgedActs(facts, ['git-commit']).filter(
    ({ index, git }) => index < judged.index && git !== null && branchThen(facts, git, index) === name,
  );
  return made.at(-1) ?? null;
};

const namesOf = ({ act }: JudgedAct): readonly string[] => {
  const { of } = act.details;
  if (Array.isArray(of)) return of as readonly string[];
  return typeof of === 'string' ? [of] : [];
};

const changesNoCode = (tree: TreeFact | null): boolean =>
  tree !== null && tree.data.problem === null && tree.data.counts.code === 0;
