import { createHash } from 'node:crypto';
import type { Environment } from '../../../events/location.ts';
import type { EventData } from '../../../events/schemas.ts';
import { planeOf } from '../../../projections/planes.ts';
import { fileKind } from '../../../projections/source-files.ts';
import { GitError, runGit } from './run-git.ts';

// A bundle of its own: starting git costs more than a whole hook call.

export type TreeFact = EventData<'TreeObserved'>;

export interface TreeDeps {
  readonly env: Environment;
  /** Milliseconds that are left of the hook's time. */
  readonly timeLeft: () => number;
}

/** Milliseconds; docket answers before it is killed. */
const LONGEST_WAIT_MS = 2_000;
const MOST_NAMES = 32;

/** Which content a worktree holds now: digests of its code and of its documents. Never throws. */
export const observeTree = async (worktree: string, about: string, deps: TreeDeps): Promise<TreeFact> => {
  try {
    return await readTree(worktree, about, deps);
  } catch (error) {
    const problem = error instanceof GitError ? error.message : String(error);
    return {
      about,
      worktree,
      head: null,
      tree: { code: null, docs: null },
      changed: { code: [], docs: [] },
      counts: { code: 0, docs: 0 },
      problem,
    };
  }
};

const readTree = async (worktree: string, about: string, { env, timeLeft }: TreeDeps): Promise<TreeFact> => {
  const run = { cwd: worktree, env, timeout: Math.max(1, Math.min(LONGEST_WAIT_MS, timeLeft())) };
  const [index, status] = await Promise.all([
    runGit(['ls-files', '-s', '-z', '--full-name'], run),
    runGit(['status', '--porcelain=v2', '-z', '-uall', '--branch', '--no-renames', '--ignore-submodules=none'], run),
  ]);
  const entries = new Map<string, string>();
  for (const line of index.toString().split('\0')) {
    const [, mode, blob, path] = /^(\d+) (\w+) \d\t([\s\S]*)$/.exec(line) ?? [];
    if (path !== undefined) entries.set(path, `${mode} ${blob}`);
  }
  const records = status.toString().split('\0');
  const oid = /^# branch.oid (\w+)$/.exec(records[0] ?? '')?.[1];
  const changed = records.flatMap((record) => {
    if (record.startsWith('? ')) return [record.slice(2)];
    const [, path] = /^1 \S+ \S+ \S+ \S+ \S+ \S+ \S+ ([\s\S]*)$/.exec(record) ?? [];
    return path === undefined ? [] : [path];
  });
  for (const path of changed) {
    const blob = await runGit(['hash-object', '--', path], run).then(
      (bytes) => bytes.toString().trim(),
      () => null,
    );
    if (blob === null) entries.delete(path);
    else entries.set(path, `100644 ${blob}`);
  }
  const plane = (path: string) => planeOf(fileKind(path));
  const digest = (of: 'code' | 'docs'): string => {
    const hash = createHash('sha256');
    for (const path of [...entries.keys()].sort()) {
      if (plane(path) === of) hash.update(`${entries.get(path)} ${path}\0`);
    }
    return hash.digest('hex').slice(0, 24);
  };
  const code = changed.filter((path) => plane(path) === 'code');
  const docs = changed.filter((path) => plane(path) === 'docs');
  return {
    about,
    worktree,
    head: oid ?? null,
    tree: { code: digest('code'), docs: digest('docs') },
    changed: { code: code.slice(0, MOST_NAMES), docs: docs.slice(0, MOST_NAMES) },
    counts: { code: code.length, docs: docs.length },
    problem: null,
  };
};
