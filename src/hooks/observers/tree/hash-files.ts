import { createHash } from 'node:crypto';
import { bytesOnDisk, type DiskFile, fileOnDisk, isReadable, linkTarget } from './disk.ts';
import { readNames } from './listings.ts';
import { lineOfName } from './quoted-name.ts';
import { ChangedMeanwhile, GitError, type GitRun, runGit } from './run-git.ts';

/** A file of the worktree whose content is to be known. */
export interface WantedFile {
  readonly path: string;
  /** Where the index has it. */
  readonly isTracked: boolean;
  /** Its mode as git says it; undefined where only the disk can say. */
  readonly mode: string | undefined;
}

export interface HashedFiles {
  /** What git would keep at each path; null where nothing is. */
  readonly values: ReadonlyMap<string, string | null>;
  /** Some count by size and time alone. */
  readonly isApproximate: boolean;
}

export interface HashRules {
  /** How the repository names objects. */
  readonly isSha256: boolean;
  /** The disk says what is executable. */
  readonly trustsModes: () => boolean;
  /** Whether a file of an ending that nobody listed counts for nothing, as it is on disk. */
  readonly isIdle: (path: string, file: DiskFile) => boolean;
}

/** Bytes; a file that is larger and new counts by size and time. */
const LARGE = 8 * 1024 * 1024;

/**
 * What git would keep of files if they were added now, through line endings and clean filters, so that committing them
 * changes nothing.
 */
export const hashFiles = async (files: readonly WantedFile[], rules: HashRules, run: GitRun): Promise<HashedFiles> => {
  const values = new Map<string, string | null>();
  const regular: { readonly file: WantedFile; readonly mode: string }[] = [];
  let isApproximate = false;
  for (const file of files) {
    const { path, isTracked } = file;
    const disk = fileOnDisk(run.cwd, path);
    if (disk === null || disk.kind === 'folder') values.set(path, null);
    else if (rules.isIdle(path, disk)) continue;
    else if (disk.kind === 'link') values.set(path, linkValue(run.cwd, path, rules));
    else if (disk.kind === 'other') values.set(path, '000000 special');
    else {
      const mode = modeOf(file, disk, rules);
      if ((!isTracked && disk.size > LARGE) || !isReadable(run.cwd, path)) {
        values.set(path, `${mode} ${disk.size}@${disk.changedAt}`);
        isApproximate = true;
      } else if (mode === LINK) {
        // Where links are kept as files, their text is where they lead.
        values.set(path, `${LINK} ${blobId(bytesOnDisk(run.cwd, path) ?? Buffer.alloc(0), rules)}`);
      } else regular.push({ file, mode });
    }
  }
  const unfiltered = await keptAsTheyAre(
    regular.map(({ file }) => file),
    run,
  );
  const [filtered, plain] = [false, true].map((isPlain) =>
    regular.filter(({ file }) => unfiltered.has(file.path) === isPlain),
  ) as [typeof regular, typeof regular];
  await Promise.all([hash(filtered, [], run, values), hash(plain, ['--no-filters'], run, values)]);
  return { values, isApproximate };
};

const LINK = '120000';

const modeOf = ({ mode }: WantedFile, { isExecutable }: DiskFile, rules: HashRules): string => {
  if (mode !== undefined) return mode;
  return isExecutable && rules.trustsModes() ? '100755' : '100644';
};

const linkValue = (top: string, path: string, rules: HashRules): string | null => {
  const target = linkTarget(top, path);
  return target === null ? null : `${LINK} ${blobId(target, rules)}`;
};

const blobId = (bytes: Uint8Array, { isSha256 }: HashRules): string =>
  createHash(isSha256 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');

const hash = async (
  files: readonly { readonly file: WantedFile; readonly mode: string }[],
  options: readonly string[],
  run: GitRun,
  values: Map<string, string | null>,
): Promise<void> => {
  if (files.length === 0) return;
  const input = Buffer.from(files.map(({ file }) => `${lineOfName(file.path)}\n`).join(''), 'latin1');
  const blobs = await runGit(['hash-object', ...options, '--stdin-paths'], { ...run, input }).then(
    (bytes) => bytes.toString().split('\n'),
    (error: unknown) => {
      throw error instanceof GitError && error.exit !== null ? new ChangedMeanwhile(error.message, error.exit) : error;
    },
  );
  if (blobs.length !== files.length + 1) throw new GitError('git hash-object did not answer for every file');
  for (const [at, { file, mode }] of files.entries()) values.set(file.path, `${mode} ${blobs[at]}`);
};

/**
 * Files whose line endings git leaves as they are although it would change those of a new file: where the index has a file
 * with CR LF and nothing but `auto` asks for a conversion (gitattributes(5), `text`). `git hash-object` does not look
 * at the index.
 */
const keptAsTheyAre = async (files: readonly WantedFile[], run: GitRun): Promise<ReadonlySet<string>> => {
  const asked = files.filter(({ path, isTracked }) => isTracked && hasCrLf(run.cwd, path)).slice(0, MOST_ASKED);
  const kept = new Set<string>();
  if (asked.length === 0) return kept;
  const names = asked.map(({ path }) => Buffer.from(path, 'latin1').toString());
  const listed = await runGit(['--literal-pathspecs', 'ls-files', '--eol', '-z', '--', ...names], run);
  for (const line of readNames(listed.toString('latin1'))) {
    // `i/crlf  w/crlf  attr/text=auto TAB PATH`
    const tab = line.indexOf('\t');
    const [index = '', , attributes = ''] = line.slice(0, tab).split(/ +/);
    const isAuto = attributes === 'attr/' || attributes.startsWith('attr/text=auto');
    if ((index === 'i/crlf' || index === 'i/mixed') && isAuto) kept.add(line.slice(tab + 1));
  }
  return kept;
};

/** Names that fit on one command line. */
const MOST_ASKED = 500;

const hasCrLf = (top: string, path: string): boolean => bytesOnDisk(top, path)?.includes('\r\n') ?? false;
