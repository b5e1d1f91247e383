import { copyFileSync, existsSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { readIndexListing } from '../../src/hooks/observers/tree/listings.ts';
import type { GitRun } from '../../src/hooks/observers/tree/run-git.ts';
import { startPlanes } from '../../src/hooks/observers/tree/scripts.ts';
import { digestsOf } from '../../src/hooks/observers/tree/view.ts';
import type { TreeProject } from './tree-project.ts';

/** The digests of what `git add -A` puts into an index: one of its own, so that nothing changes. */
export const addedTree = async (project: TreeProject) => {
  const { path, env } = project;
  const index = join(path, '..', 'added-index');
  const own = project.git('rev-parse', '--git-path', 'index').trim();
  if (existsSync(join(path, own))) {
    copyFileSync(join(path, own), index);
    // From its time git tells which files may have been edited since without a trace.
    const { atime, mtime } = statSync(join(path, own));
    utimesSync(index, atime, mtime);
  }
  const within = { GIT_INDEX_FILE: index };
  project.gitWith(within, 'add', '-A');
  const content = readIndexListing(project.gitWith(within, 'ls-files', '-s', '-v', '-z'))?.values ?? new Map();
  const run: GitRun = { cwd: path, env, left: () => 60_000 };
  const planes = startPlanes();
  await planes.readBlobs(content, run);
  return digestsOf(content, planes.of);
};
