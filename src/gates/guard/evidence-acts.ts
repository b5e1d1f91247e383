import type { EventData } from '../../events/schemas.ts';
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
    .filter(({ tree, changed }) => changed.length > 0 || !changesNoCode(tree));

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
  if (!git.data.project || git.data.hostConfig === true || isMadeBefore(context.facts, git, index)) return false;
  return !isFromDefaultBranch(judged, git, context);
};

const withContent = (judged: JudgedAct, context: Known & Pick<GateContext, 'trigger'>): AskedAct => {
  const { facts, trigger } = context;
  const worktree = judged.git === null ? trigger.worktree : judged.git.data.worktree;
  const made = commitBrought(judged, context);
  const source = made ?? judged;
  const about = aboutAct(source.index);
  const tree = facts.tree(about);
  const because = [...new Set([...judged.because, ...(tree === null ? [] : [tree.id])])];
  return { ...judged, because, about, tree, worktree, changed: changesBefore(source, context, worktree) };
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
