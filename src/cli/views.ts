import { lstatSync, rmdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Location } from '../events/location.ts';
import { errorCode } from '../events/log-fs.ts';
import { withViews } from '../hooks/install/policy-file.ts';
import { readTextFile, replaceTextFile } from '../hooks/install/text-file.ts';
import { loadState } from '../hooks/load-state.ts';
import { type FileOutcome, isOwnFile, markedPaths, putFile } from '../hooks/views/own-files.ts';
import { type ViewTarget, viewPaths, type WrittenFile, writeViews } from '../hooks/views/write-views.ts';
import { isLegacyPath, LEGACY_NAMES } from '../projections/legacy/legacy-files.ts';
import { refuse } from './approval.ts';
import { type ExitCode, type Io, UsageError } from './io.ts';
import { policyHere } from './policy-here.ts';
import { findProject, findWritableProject, type Project } from './project.ts';
import { changeAsDiff, shownPath } from './show-change.ts';
import { printable } from './style.ts';
import { excludeViews } from './views-exclude.ts';

export interface ViewsOptions {
  readonly force?: boolean;
  readonly json?: boolean;
}

/**
 * `docket views`: which files are kept for scripts from before docket, and whether they are. `write` brings them up to date
 * once, `on` and `off` say in the policy of this machine whether the hook does. Exit code 1 where a file was left because
 * it is not docket's. Throws `UsageError` and `NotFoundError`.
 */
export const runViews = (action: string | undefined, options: ViewsOptions, io: Io): ExitCode => {
  switch (action) {
    case undefined:
      return show(findProject(io), options, io);
    case 'write':
      return write(findWritableProject(io), options, io);
    case 'on':
      return switchViews(true, options, io);
    case 'off':
      return switchViews(false, options, io);
    default:
      throw new UsageError(`docket views ${printable(action)} is not known: write, on and off are`);
  }
};

/** Every file that docket wrote and nobody changed since: what `removeViews` would remove. */
export const ownViews = (root: string): string[] =>
  markedPaths(root).filter((path) => isLegacyPath(path) && isOwnFile(root, path));

/** Removes these files; gives the paths of those that it did. */
export const removeViews = (root: string): string[] => {
  const gone = ownViews(root).filter((path) => putFile(root, path, null, false) === 'removed');
  for (const folder of new Set(gone.map(dirname).filter((path) => basename(path) === '.claude'))) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error))) throw error;
    }
  }
  return gone;
};

const show = ({ location, worktree }: Project, { json }: ViewsOptions, io: Io): ExitCode => {
  const isOn = isViewsOn(io);
  const files = targetsOf(location, worktree)
    .flatMap(({ folder }) => viewPaths(location.root, folder))
    .map((path) => ({ path, is: stateOf(location.root, path) }));
  if (json === true) {
    io.stdout(`${JSON.stringify({ on: isOn, files })}\n`);
    return 0;
  }
  const rows = files.map(({ path, is }) => {
    const shown = shownPath(path, io);
    const what = Object.entries(LEGACY_NAMES).find(([name]) => path.endsWith(`/${name}`))?.[1];
    return `  ${is.padEnd(STATE_COLUMNS)} ${printable(shown)}${what === undefined ? '' : `: ${what}`}`;
  });
  const lines = [
    isOn
      ? 'on: the hook keeps these files up to date after each call'
      : 'off: nothing is written (`docket views on` changes that, `docket views write` writes once)',
    ...rows,
  ];
  io.stdout(`${lines.join('\n')}\n`);
  return 0;
};

const STATE_COLUMNS = 9;

const stateOf = (root: string, path: string): 'none' | 'docket' | 'foreign' => {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return 'none';
  return isOwnFile(root, path) ? 'docket' : 'foreign';
};

const write = (project: Project, { force, json }: ViewsOptions, io: Io): ExitCode => {
  const { folder, location, worktree } = project;
  const written =
    writeViews({
      log: folder,
      root: location.root,
      targets: targetsOf(location, worktree),
      load: () => loadState(folder, location.root, null).fold,
      mostBytes: Number.POSITIVE_INFINITY,
      isForced: force === true,
    }) ?? [];
  if (json === true) io.stdout(`${JSON.stringify(written)}\n`);
  else for (const file of written) io.stdout(`${OUTCOMES[file.outcome]} ${printable(shownPath(file.path, io))}\n`);
  const left = written.filter(({ outcome }) => outcome === 'foreign' || outcome === 'refused');
  for (const file of left) io.stderr(`docket: ${printable(leftWords(file))}\n`);
  return left.length === 0 ? 0 : 1;
};

const OUTCOMES: Readonly<Record<FileOutcome, string>> = {
  same: 'unchanged',
  written: 'wrote',
  removed: 'removed',
  foreign: 'left',
  refused: 'left',
};

const leftWords = ({ path, outcome }: WrittenFile): string =>
  outcome === 'foreign'
    ? `${path} is not as docket left it: \`docket views write --force\` replaces it`
    : `${path} is a link, a folder or no small file: move it away`;

/** The project's folder, and the worktree the command is called in. */
const targetsOf = ({ git, projectDir }: Location, worktree: string): ViewTarget[] => {
  const project = { worktree: git?.worktree ?? projectDir, folder: projectDir };
  return worktree === project.worktree ? [project] : [project, { worktree, folder: worktree }];
};

const isViewsOn = (io: Io): boolean => policyHere(io).policy.views === true;

const switchViews = (isOn: boolean, options: ViewsOptions, io: Io): ExitCode => {
  const { location } = findProject(io);
  const path = join(location.policyDir, 'docket.config.local.json');
  const read = readTextFile(path);
  if (!read.ok) return refuse(io, read.problem.message, 1);
  const edited = withViews(read.value.text, isOn);
  if (!edited.ok) return refuse(io, `${path} was not changed: ${edited.problem.message}`, 1);
  if (isOn !== isViewsOn(io)) {
    io.stdout(changeAsDiff({ path, before: read.value.text, after: edited.value }, io));
    const done = replaceTextFile(read.value, edited.value);
    if (!done.ok) return refuse(io, done.problem.message, 1);
  }
  if (location.git !== null) {
    const excluded = excludeViews(location.git, isOn);
    if (!excluded.ok) return refuse(io, excluded.problem.message, 1);
  }
  if (isOn) return write(findWritableProject(io), options, io);
  for (const gone of removeViews(location.root)) io.stdout(`removed ${printable(shownPath(gone, io))}\n`);
  return 0;
};
