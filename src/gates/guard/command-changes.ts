import { isIn, relativeTo } from '../../projections/paths.ts';
import { planeReader } from '../../projections/planes.ts';
import { aboutAct, type Facts } from '../facts.ts';
import type { Act, JudgedAct, ObservedPath } from './act-rule.ts';
import { branchThen } from './git-branch.ts';

/** An act of the command after which what is there is no longer what anybody tested or saw. */
export interface EarlierChange {
  readonly index: number;
  readonly shown: string;
}

/**
 * Acts before an act of git that change code in its worktree. What they write only shows when they ran, so nothing that
 * is known now can be about it. Paths that only show at run time are not counted: a message in a temporary file has one.
 */
export const codeChangesBefore = (judged: JudgedAct, facts: Facts, worktree: string | null): EarlierChange[] =>
  earlier(judged, facts, (act, index) => {
    if (act.details['host'] !== undefined) return false;
    // Without a file it is known what git then has: its act of staging says so.
    if (FILE_KINDS.has(act.kind) && isStaged(act, facts)) return false;
    if (FILE_KINDS.has(act.kind)) return !makesFolders(act) && changesCode(act, index, facts, worktree);
    if (act.kind === 'change') {
      if (isOfGit(act, facts) || changesDocuments(act)) return false;
      return (findsFiles(act) && isAround(act, judged.act)) || changesCode(act, index, facts, worktree);
    }
    const at = facts.git(aboutAct(index));
    if (at !== null && judged.git !== null && at.data.worktree !== judged.git.data.worktree) return false;
    switch (act.kind) {
      case 'git-change':
        return act.details['files'] === true;
      case 'git-switch':
        if (act.details['changes'] !== true || at?.data.names === 'path') return false;
        return at === null || branchThen(facts, at, index) !== act.details['branch'];
      case 'git-discard':
        if (act.details['operand'] !== undefined && at?.data.names !== 'path') return false;
        return act.paths.length === 0 || changesCode(act, index, facts, worktree);
      default:
        return MAKING.has(act.kind);
    }
  });

/** Acts before it after which a name may stand for other commits: what a remote's branch is only shows once it is fetched. */
export const refChangesBefore = (judged: JudgedAct, facts: Facts): EarlierChange[] =>
  earlier(judged, facts, (act) => act.kind === 'git-change' && act.details['refs'] === true);

const earlier = (
  { index: before }: JudgedAct,
  facts: Facts,
  matches: (act: Act, index: number) => boolean,
): EarlierChange[] =>
  (facts.command()?.data.acts ?? [])
    .slice(0, before)
    .flatMap((act, index) => (matches(act, index) ? [{ index, shown: shownChange(act) }] : []));

/** With the file that a redirect names, of which the program says nothing. */
const shownChange = ({ shown, details, paths }: Act): string => {
  const written = details['by'] === 'redirect' || shown === '' ? (paths[0]?.written ?? null) : null;
  return written === null ? shown : `${shown} > ${written}`.trim();
};

const FILE_KINDS: ReadonlySet<string> = new Set(['delete', 'move', 'write']);

const isStaged = ({ shown, directory }: Act, facts: Facts): boolean =>
  facts
    .command()
    ?.data.acts?.some(
      (act) =>
        act.kind === 'git-stage' &&
        act.details['takes'] === 'removed' &&
        act.shown === shown &&
        act.directory === directory,
    ) === true;

/** What git changes is said more exactly by an act of its own. */
const isOfGit = ({ shown, directory }: Act, facts: Facts): boolean =>
  facts
    .command()
    ?.data.acts?.some((act) => act.kind.startsWith('git-') && act.shown === shown && act.directory === directory) ===
  true;

/** A folder without files is nothing to git. */
const makesFolders = ({ shown }: Act): boolean => /^(?:mkdir|rmdir) /.test(shown);

/** They change documents, whatever they are told to look through. */
const changesDocuments = ({ shown }: Act): boolean => /^(?:markdownlint|textlint)/.test(shown);

/** A formatter, a fixer or a package manager that is told no files finds them itself, where it runs. */
const findsFiles = ({ paths }: Act): boolean =>
  paths.some(({ written, prefix }) => written === null && prefix === undefined);

/** Where two acts of a command run: in one folder, or both in the folder of the command or below. */
const isAround = (act: Act, other: Act): boolean =>
  act.directoryKnown && (act.directory === other.directory || (isBelow(act) && isBelow(other)));

const isBelow = ({ directory }: Act): boolean => directory === null || !/^(?:[/~]|\.\.(?:\/|$))/.test(directory);

/** What leaves other files where it ran. */
const MAKING: ReadonlySet<string> = new Set(['git-cherry-pick', 'git-merge', 'git-reset', 'git-revert']);

const changesCode = (act: Act, index: number, facts: Facts, worktree: string | null): boolean =>
  facts.paths(aboutAct(index))?.data.paths.some((path) => isCode(path, act, worktree)) === true;

const isCode = ({ path, place, protected: own }: ObservedPath, act: Act, worktree: string | null): boolean => {
  if (path === null || worktree === null || own !== undefined || place === 'git' || !isIn(worktree, path)) return false;
  const name = path === worktree ? '' : relativeTo(worktree, path);
  if (ASIDE.some((folder) => name.startsWith(folder))) return false;
  const planeOf = planeReader();
  const plane = name === '' ? 'script' : planeOf(name);
  if (plane !== 'script') return plane === 'code';
  // A name without an ending may be that of a folder.
  return changesFolders(act) && planeOf(name === '' ? 'a.ts' : `${name}/a.ts`) === 'code';
};

/** Other worktrees, and where docket puts what is only for now. */
const ASIDE = ['.worktrees/', '.claude/worktrees/', 'tmp/'];

const changesFolders = ({ kind, details }: Act): boolean =>
  kind === 'change' ||
  (kind === 'write' ? details['changes'] === true || details['removes'] === true : details['recursive'] === true);
