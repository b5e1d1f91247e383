import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { shortDigest } from '../../events/digest.ts';
import { newEventId } from '../../events/ids.ts';
import { errorCode } from '../../events/log-fs.ts';
import { isAlive, type ProcessRef } from './process-ref.ts';

// One runner a worktree, without a lock that a killed one leaves behind: docs/decisions/0015-test-runner.md.

/** Who runs, or ran, the tests of a worktree. */
export interface Claim {
  readonly number: number;
  readonly holder: ProcessRef;
  /** The leader of the process group of its test run. */
  readonly child: ProcessRef | null;
  readonly isReleased: boolean;
}

/** A claim of this process. */
export interface OwnClaim {
  /** What the process before this one had; null for the first. */
  readonly before: Claim | null;
  /** Says which test run is to be ended should this process be killed; null when it is over. */
  readonly setChild: (child: ProcessRef | null) => void;
  /** Whether it was removed before it was released, with the whole log as a rule: nobody else knows of it. */
  readonly isLost: () => boolean;
  readonly release: () => void;
}

/** Where the claims of a worktree lie. */
export const claimsFolder = (root: string, worktree: string): string => join(root, 'workers', shortDigest(worktree));

/** The newest claim; null where nobody ever ran the tests. */
export const newestClaim = (folder: string): Claim | null => {
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    const newest = claimNumbers(folder).at(-1);
    if (newest === undefined) return null;
    const claim = readClaim(folder, newest);
    // Removed since it was listed, so there is a newer one.
    if (claim !== undefined) return claim;
  }
  throw new Error('the newest claim cannot be read');
};

/** Nobody is overtaken this often; what is listed and never there (a link to nowhere) would keep a hook for ever. */
const MOST_LOOKS = 1_000;

/** Whether somebody runs the tests now, or is about to. */
export const isHeld = ({ isReleased, holder }: Claim): boolean => !isReleased && isAlive(holder);

/**
 * Takes the claim of a worktree for a process; null when another one holds it. Claims are numbered, and the newest one
 * counts. It is taken over by making the next number, which one process can. The newest number never goes, so that one
 * who looked long ago makes a number that is in use, or finds that it was in use before and gives it up.
 */
export const takeClaim = (folder: string, holder: ProcessRef): OwnClaim | null => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${newEventId()}.tmp`);
  // Kept open: whatever becomes of its name, nothing is ever written into the claim of another process.
  const file = openSync(draft, 'ax', 0o600);
  let claim: OwnClaim | null = null;
  try {
    writeSync(file, lineOf({ holder }));
    claim = claimWith(folder, draft, file);
    return claim;
  } finally {
    removed(draft);
    if (claim === null) closeSync(file);
  }
};

const claimWith = (folder: string, draft: string, file: number): OwnClaim | null => {
  for (;;) {
    const before = newestClaim(folder);
    if (before !== null && isHeld(before)) return null;
    const number = (before?.number ?? 0) + 1;
    const path = join(folder, String(number));
    if (!linked(draft, path)) continue;
    if (!isFirstToUse(folder, number, before)) {
      // Whoever has a newer one may have removed it by now.
      removed(path);
      continue;
    }
    for (const old of claimNumbers(folder)) if (old < number) removed(join(folder, String(old)));
    let isOver = false;
    return {
      before,
      setChild: (child) => void writeSync(file, lineOf({ child })),
      isLost: () => !isOver && fstatSync(file).nlink === 0,
      release: () => {
        isOver = true;
        writeSync(file, lineOf({ isReleased: true }));
        closeSync(file);
      },
    };
  }
};

/**
 * Whether nobody had a number before. Old numbers are removed from the oldest on, so where the one before it is still there
 * it was never in use; and a newer one shows that it was.
 */
const isFirstToUse = (folder: string, number: number, before: Claim | null): boolean =>
  claimNumbers(folder).at(-1) === number && (before === null || existsSync(join(folder, String(before.number))));

/** One line of a claim's file; what later lines say holds. */
type Entry = Partial<Pick<Claim, 'holder' | 'child' | 'isReleased'>>;

const lineOf = (entry: Entry): string => `${JSON.stringify(entry)}\n`;

const claimNumbers = (folder: string): number[] => {
  try {
    const names = readdirSync(folder).filter((name) => /^[1-9]\d{0,14}$/.test(name));
    return names.map(Number).sort((a, b) => a - b);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
};

/** Undefined when it is not there. What cannot be read is nobody's. */
const readClaim = (folder: string, number: number): Claim | undefined => {
  let text: string;
  try {
    text = readFileSync(join(folder, String(number)), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const entries = text.split('\n').flatMap((line) => entryIn(line));
  const { holder, child = null, isReleased = false } = Object.assign({}, ...entries) as Entry;
  return { number, holder: refIn(holder) ?? NOBODY, child: refIn(child), isReleased };
};

const entryIn = (line: string): Entry[] => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? [value as Entry] : [];
  } catch {
    return [];
  }
};

const refIn = (value: unknown): ProcessRef | null => {
  const { pid, began } = (value ?? {}) as Partial<ProcessRef>;
  return Number.isSafeInteger(pid) && (pid as number) > 1 && typeof began === 'string'
    ? { pid: pid as number, began }
    : null;
};

const NOBODY: ProcessRef = { pid: 0, began: '' };

/** False when somebody else has that number. */
const linked = (draft: string, path: string): boolean => {
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
};

const removed = (path: string): void => {
  try {
    unlinkSync(path);
  } catch {
    // Somebody else was faster.
  }
};
