import { dirname } from 'node:path';
import { findGitLayout, type GitLayout, realFolder } from '../../../events/git-layout.ts';
import { readGitConfig } from '../git-config.ts';
import { fileOnDisk } from './disk.ts';
import { hashFiles, type WantedFile } from './hash-files.ts';
import { type IndexListing, readIndexListing, readTreeListing } from './listings.ts';
import { type OwnContent, repositoriesIn } from './repositories.ts';
import { ChangedMeanwhile, type GitDeps, GitError, type GitRun, runGit, runsIn } from './run-git.ts';
import { type Planes, startPlanes } from './scripts.ts';
import { readStatus } from './status.ts';
import { isUnmerged, isUntracked, type StatusListing, type StatusRecord } from './status-records.ts';
import { type Changes, type Content, differences, digestsOf, withChanges } from './view.ts';

/** What a worktree, its index and its commit hold: everything that digests are made of. */
export interface Look {
  /** Top folder of the worktree. */
  readonly top: string;
  /** The commit that is checked out; null before the first one. */
  readonly head: string | null;
  /** What a commit of the index would hold. */
  readonly index: Content;
  /** Everything the index names, also what a commit of it would not hold. */
  readonly tracked: { readonly has: (path: string) => boolean };
  /** What the worktree holds. */
  readonly work: Content;
  /** What the commit holds where that is something else than the index, and the same of the worktree. */
  readonly headChanges: Changes;
  readonly workChanges: Changes;
  /** Paths whose conflict nobody has resolved. */
  readonly unmerged: readonly string[];
  /** Some content counts by size and time alone. */
  readonly isApproximate: boolean;
  readonly planes: Planes;
  /** For more questions to git about it. */
  readonly run: GitRun;
}

/** What there is in the worktree that holds a folder. Throws `GitError` where git cannot say. */
export const lookAt = async (folder: string, deps: GitDeps): Promise<Look> => {
  const layout = findGitLayout(realFolder(folder));
  const run = runsIn(layout?.worktree ?? folder, deps);
  try {
    return await lookOnce(layout, run);
  } catch (error) {
    // Once more, in what time is left.
    if (error instanceof ChangedMeanwhile) return lookOnce(layout, run);
    throw error;
  }
};

const lookOnce = async (layout: GitLayout | null, run: GitRun): Promise<Look> => {
  const top = run.cwd;
  const [listed, status] = await Promise.all([
    runGit(['ls-files', '-s', '-v', '-z', '--full-name'], run),
    readStatus(run),
  ]);
  const listing = readIndexListing(listed.toString('latin1'));
  if (listing === null) throw new GitError('what git ls-files printed cannot be read');
  const { values: index, unmerged: others } = listing;
  const heads = await readHeads(status, index, run);
  const planes = startPlanes();
  const [first = ''] = index.values();
  const plan = planOf(status.records, index, others);
  const wanted = [...plan.wanted, ...hiddenFiles(listing, top)];
  const trustsModes = once(() => layout === null || trustsModesOf(layout));
  const isIdle = (path: string, disk: { readonly kind: string; readonly isExecutable: boolean }): boolean => {
    const plane = planes.named(path);
    return plane === null || (plane === 'unknown' && disk.kind === 'file' && !disk.isExecutable);
  };
  const isSha256 = first.length > SHA1_VALUE;
  const [hashed, repositories] = await Promise.all([
    hashFiles(wanted, { isSha256, trustsModes, isIdle }, run),
    repositoriesIn(plan.repositories, { layout, run, changedIn: (at) => changedContent(at, run) }),
  ]);
  const workChanges = new Map([...plan.gone, ...hashed.values, ...repositories.values]);
  const work = withChanges(index, workChanges);
  await planes.readDisk(work, run);
  return {
    top,
    head: heads.head,
    index,
    tracked: { has: (path) => index.has(path) || others.has(path) },
    work,
    headChanges: heads.changes ?? plan.heads,
    workChanges,
    unmerged: status.records.filter(isUnmerged).map(({ path }) => path),
    isApproximate: hashed.isApproximate || repositories.isApproximate,
    planes,
    run,
  };
};

export const headOf = ({ index, headChanges }: Look): Content => withChanges(index, headChanges);

/** Files by which the worktree differs from the commit. */
export const changesOf = async (look: Look): Promise<ReturnType<typeof differences>> => {
  const { work, workChanges, index, headChanges, planes, run } = look;
  const paths = [...new Set([...workChanges.keys(), ...headChanges.keys()])];
  const of = (content: Content): Content => new Map(paths.flatMap((path) => entryOf(content, path)));
  const head = withChanges(of(index), headChanges);
  await planes.readBlobs(head, run);
  return differences(of(work), head, planes.of);
};

/** What is in a submodule beside its commit; null when that is all. */
const changedContent = async (folder: string, { env, left }: GitRun): Promise<OwnContent | null> => {
  const look = await lookAt(folder, { env, timeLeft: left });
  const { code, docs } = await changesOf(look);
  if (code.length + docs.length === 0) return null;
  const digests = digestsOf(look.work, look.planes.of);
  return { digest: `${digests.code}.${digests.docs}`, isApproximate: look.isApproximate };
};

const entryOf = (content: Content, path: string): [string, string][] => {
  const value = content.get(path);
  return value === undefined ? [] : [[path, value]];
};

/** A mode, a blank and an object of 40 digits. */
const SHA1_VALUE = 47;

interface Plan {
  readonly wanted: readonly WantedFile[];
  readonly gone: Changes;
  readonly heads: Changes;
  readonly repositories: readonly StatusRecord[];
}

/** What is to be asked about each path that differs. Takes out of the index what a commit of it would not hold. */
const planOf = (records: readonly StatusRecord[], index: Map<string, string>, others: Set<string>): Plan => {
  const wanted: WantedFile[] = [];
  const gone = new Map<string, string | null>();
  const heads = new Map<string, string | null>();
  const repositories: StatusRecord[] = [];
  for (const record of records) {
    const { path, y, mode } = record;
    if (isUntracked(record)) {
      if (path.endsWith('/')) repositories.push({ ...record, path: path.slice(0, -1) });
      else wanted.push({ path, isTracked: false, mode: undefined });
      continue;
    }
    if (record.head !== undefined) heads.set(path, record.head);
    const inConflict = isUnmerged(record);
    // Said later than the index was listed: what was staged in between is not mixed with what was there before.
    if (!inConflict && record.index !== undefined) setOrDelete(index, path, record.index);
    // `git add -N`: named in the index, and not held by a commit of it.
    if (!inConflict && (y === 'A' || (record.x === '.' && record.head === null))) {
      index.delete(path);
      others.add(path);
    } else if (y === '.') continue;
    const isRepository = mode === undefined ? index.get(path)?.startsWith(REPOSITORY) : mode === REPOSITORY;
    if (mode === null) gone.set(path, null);
    else if (isRepository) repositories.push(record);
    else wanted.push({ path, isTracked: true, mode });
  }
  return { wanted, gone, heads, repositories };
};

const REPOSITORY = '160000';

const setOrDelete = (index: Map<string, string>, path: string, value: string | null): void => {
  if (value === null) index.delete(path);
  else if (index.get(path) !== value) index.set(path, value);
};

/** Tracked files that git does not look at because somebody said so, as far as they are there or have to be. */
const hiddenFiles = ({ values, hidden }: IndexListing, top: string): WantedFile[] => {
  const folders = new Map<string, boolean>();
  const hasFolder = (folder: string): boolean => {
    if (folder === '.') return true;
    let known = folders.get(folder);
    if (known === undefined) {
      known = hasFolder(dirname(folder)) && fileOnDisk(top, folder)?.kind === 'folder';
      folders.set(folder, known);
    }
    return known;
  };
  return hidden.flatMap(({ path, isSkipped }) => {
    if (values.get(path)?.startsWith(REPOSITORY) !== false) return [];
    const isThere = hasFolder(dirname(path)) && fileOnDisk(top, path) !== null;
    // A sparse checkout leaves out what nobody asked for: that is no deletion.
    return isThere || !isSkipped ? [{ path, isTracked: true, mode: undefined }] : [];
  });
};

/** git-config(1), `core.fileMode`; git writes it into the configuration of each repository that it makes. */
const trustsModesOf = ({ commonDir }: GitLayout): boolean => readGitConfig(commonDir).get('core.filemode') !== 'false';

const once = <Value>(read: () => Value): (() => Value) => {
  let known: { readonly value: Value } | undefined;
  return () => {
    known ??= { value: read() };
    return known.value;
  };
};

/** The commit, and, where status did not say it, by what it differs from the index. */
const readHeads = async (
  { head, records }: StatusListing,
  index: Content,
  run: GitRun,
): Promise<{ readonly head: string | null; readonly changes: Changes | null }> => {
  if (head !== undefined) return { head, changes: null };
  const commit = await runGit(['rev-parse', '--verify', '--quiet', 'HEAD'], run).then(
    (bytes) => bytes.toString().trim(),
    (error: unknown) => {
      // Quiet, and 1: there is no commit yet.
      if (error instanceof GitError && error.exit === 1) return null;
      throw error;
    },
  );
  if (!records.some((record) => record.head === undefined)) return { head: commit, changes: null };
  const held =
    commit === null
      ? new Map()
      : readTreeListing((await runGit(['ls-tree', '-r', '-z', 'HEAD'], run)).toString('latin1'));
  const paths = new Set([...held.keys(), ...index.keys()]);
  const changes = new Map<string, string | null>();
  for (const path of paths) if (held.get(path) !== index.get(path)) changes.set(path, held.get(path) ?? null);
  return { head: commit, changes };
};
