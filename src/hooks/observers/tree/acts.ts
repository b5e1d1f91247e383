import type { EventData } from '../../../events/schemas.ts';
import { aboutAct, type Facts } from '../../../gates/facts.ts';
import type { CallPlace } from '../../place.ts';
import { type BringingAct, broughtIn } from './brought-in.ts';
import { commit, type IndexAct, type Staged, stage, startStaged } from './commit-content.ts';
import type { Look } from './look.ts';
import { problemOf } from './problem.ts';
import { GitError } from './run-git.ts';
import { testsThere } from './tests-there.ts';
import {
  approximation,
  changedPackages,
  firstNames,
  namedChanges,
  observedTree,
  type TreeFact,
  unknownTree,
} from './tree-of-look.ts';
import { type Content, differences, digestsOf } from './view.ts';

type Act = NonNullable<EventData<'CommandUnderstood'>['acts']>[number];

export interface ActsDeps {
  readonly env: Parameters<typeof broughtIn>[3]['env'];
  readonly timeLeft: () => number;
  readonly look: (worktree: string) => Promise<Look>;
}

/** Acts whose content is asked for; one command seldom has more than two. */
const MOST_ACTS = 4;

const RECORDING = ['git-commit', 'git-continue'];
const BRINGING = ['git-merge', 'git-cherry-pick', 'git-revert', 'gh-pr-merge'];

/**
 * What the acts of a command would record or bring in, each in the worktree of the project that it works in; nothing
 * about other repositories and other machines. Acts are followed from left to right: what was staged or committed before
 * is in what comes behind it.
 */
export const observeActs = async (facts: Facts, place: CallPlace, deps: ActsDeps): Promise<TreeFact[]> => {
  const acts = facts.command()?.data.acts ?? [];
  const found: TreeFact[] = [];
  const asked = acts.flatMap(({ kind }, index) => ([...RECORDING, ...BRINGING].includes(kind) ? [index] : []));
  for (const [order, index] of asked.entries()) {
    const act = acts[index] as Act;
    const worktree = worktreeOf(act, index, facts, place);
    if (worktree === undefined) continue;
    const about = aboutAct(index);
    if (worktree === null) found.push(unknownTree(place.worktree, about, 'where it works only shows at run time'));
    else if (order >= MOST_ACTS)
      found.push(unknownTree(worktree, about, 'the command commits too often to look at all of it'));
    else found.push(await contentOf(acts, index, worktree, { facts, place, deps }));
    if (found.length === MOST_FACTS) break;
  }
  return found;
};

const MOST_FACTS = 16;

interface Around {
  readonly facts: Facts;
  readonly place: CallPlace;
  readonly deps: ActsDeps;
}

const contentOf = async (acts: readonly Act[], index: number, worktree: string, around: Around): Promise<TreeFact> => {
  const { facts, place, deps } = around;
  const act = acts[index] as Act;
  const about = aboutAct(index);
  const before = acts
    .slice(0, index)
    .flatMap((earlier, at) =>
      worktreeOf(earlier, at, facts, place) === worktree ? [{ act: earlier, index: at }] : [],
    );
  let look: Look | null = null;
  try {
    if (BRINGING.includes(act.kind)) {
      return await broughtIn(about, worktree, bringing(act, before, facts), deps);
    }
    look = await deps.look(worktree);
    if (act.kind === 'git-continue') return withTests(await observedTree(look, about), look.work);
    const staged = startStaged(look);
    for (const { act: earlier, index: at } of before) await follow(staged, earlier, at, look, around);
    return await recorded(about, staged, indexAct(act, place), look);
  } catch (error) {
    const unknown = unknownTree(worktree, about, problemOf(error));
    return look === null ? unknown : withTests(unknown, look.work);
  }
};

const withTests = (fact: TreeFact, content: Content): TreeFact => ({
  ...fact,
  ...testsThere(content, fact.worktree ?? '', fact.changed.code),
});

const recorded = async (about: string, staged: Staged, act: IndexAct, look: Look): Promise<TreeFact> => {
  const { head } = staged;
  const content = await commit(staged, act, look);
  const { planes, run } = look;
  await planes.readBlobs(content, run);
  await planes.readBlobs(head, run);
  const changes = differences(content, head, planes.of);
  return {
    about,
    worktree: look.top,
    head: look.head,
    tree: { ...digestsOf(content, planes.of), ...approximation(look) },
    ...namedChanges(changes),
    ...changedPackages(changes.code, content),
    leftOut: firstNames(differences(staged.work, content, planes.of).code),
    ...testsThere(staged.work, look.top, firstNames(changes.code)),
    problem: null,
  };
};

/** What an act before leaves in the index. */
const follow = async (staged: Staged, act: Act, index: number, look: Look, { facts, place }: Around): Promise<void> => {
  const { kind, details } = act;
  if (kind === 'git-stage') await stage(staged, indexAct(act, place), look);
  else if (kind === 'git-commit') await commit(staged, indexAct(act, place), look);
  else if (changesContent(act, index, facts)) {
    throw new GitError(`${act.shown} changes files before`);
  } else if (kind === 'git-switch' && details['changes'] === true) {
    throw new GitError(`${act.shown} checks out other files before`);
  }
};

const changesContent = ({ kind, details }: Act, index: number, facts: Facts): boolean => {
  switch (kind) {
    case 'git-change':
      return details['files'] === true;
    case 'git-discard':
      return details['operand'] === undefined || facts.git(aboutAct(index))?.data.names === 'path';
    default:
      return CHANGING.includes(kind);
  }
};

const CHANGING = ['git-reset', 'git-merge', 'git-cherry-pick', 'git-revert'];

const bringing = (
  { kind, details }: Act,
  before: readonly { readonly act: Act; readonly index: number }[],
  facts: Facts,
): BringingAct => {
  const { of } = details;
  const last = before.findLast(
    ({ act, index }) =>
      act.kind === 'git-switch' && act.details['changes'] === true && facts.git(aboutAct(index))?.data.names !== 'path',
  );
  const branch = last?.act.details['branch'];
  const names = Array.isArray(of) ? of.map(String) : typeof of === 'string' ? [of] : null;
  return { kind, of: names, onto: last === undefined ? undefined : typeof branch === 'string' ? branch : null };
};

const indexAct = ({ kind, details, paths, directory }: Act, place: CallPlace): IndexAct => ({
  kind,
  details,
  paths: paths.map(({ written }) => (written?.startsWith('~/') ? place.folderAt(written) : written)),
  folder: place.folderAt(directory),
});

/** Undefined for what is not asked: another repository, another machine; null where nobody knows. */
const worktreeOf = (act: Act, index: number, facts: Facts, place: CallPlace): string | null | undefined => {
  if (act.details['host'] !== undefined) return undefined;
  const known = facts.git(aboutAct(index))?.data;
  if (known !== undefined) return known.project ? (known.worktree ?? null) : undefined;
  if (!act.directoryKnown || act.details['gitDir'] !== undefined) return null;
  const layout = place.gitOf(place.folderAt(act.directory));
  return layout !== null && layout.commonDir === place.projectGit?.commonDir ? layout.worktree : undefined;
};
