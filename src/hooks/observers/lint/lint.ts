import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shortDigest } from '../../../events/digest.ts';
import type { EventDraft } from '../../../events/envelope.ts';
import { readSmallFile } from '../../../events/git-layout.ts';
import type { Environment } from '../../../events/location.ts';
import type { EventData } from '../../../events/schemas.ts';
import { shortened } from '../../../gates/gate.ts';
import type { LintState } from '../../../projections/lint.ts';
import { relativeTo } from '../../../projections/paths.ts';
import { foldersUp } from '../../folders-up.ts';
import type { ProgramRun } from '../run-program.ts';
import { type FoundLinter, findLinters } from './find-linters.ts';
import { findProgram } from './find-program.ts';
import type { LintTarget } from './linters.ts';
import type { Finding } from './read-findings.ts';

// A bundle of its own: no call before a tool runs needs it.

export interface LintInput {
  /** The written file, as links lead. */
  readonly file: string;
  /** The top of its worktree. */
  readonly top: string;
  /** The top of the main worktree, where programs may be installed alone; null where there is none. */
  readonly mainWorktree: string | null;
  /** What paths are shown relative to. */
  readonly worktree: string;
  readonly env: Environment;
  /** Milliseconds that all linters together may take. */
  readonly timeLeft: number;
  /** Linters that the policy leaves out. */
  readonly skip: readonly string[];
  /** What is known of the linters in this session. */
  readonly known: Pick<LintState, 'missing'>;
  /** Linters that were too slow before. */
  readonly slow: readonly string[];
}

type LintResult = EventData<'LintFinished'>;

/** Bytes; nobody wrote a larger file by hand. */
const LARGEST_FILE = 2 * 1024 * 1024;
const MOST_KEPT = 20;
const LONGEST_PROBLEM = 300;
const LONGEST_REASON = 200;

/**
 * Runs the linters that the project's configuration turns on for a file: what each says, as events. None for a file that is
 * gone, is not a plain one, or that no linter is configured for.
 */
export const lintFile = async (input: LintInput): Promise<EventDraft[]> => {
  const { file, top, env } = input;
  const folders = foldersUp(dirname(file), top);
  const found = findLinters(file, folders, [...input.skip, ...input.slow]);
  if (found.length === 0) return [];
  const text = readPlainFile(file);
  if (text === null) return [];
  const target: LintTarget = { file, text, edition: () => editionIn(folders) };
  const places = input.mainWorktree === null ? folders : [...folders, input.mainWorktree];
  const started = found.flatMap((each) => {
    const program = findProgram(each.linter.program, each.linter.place, places, env);
    return program === null ? [] : [{ each, program }];
  });
  const missing = found.filter(({ linter }) => !started.some(({ each }) => each.linter === linter));
  const runs = await Promise.all(started.map(({ each, program }) => runOne(each, program, target, input)));
  const isChanged = runs.length > 0 && readPlainFile(file) !== text;
  return [
    ...missing.filter(({ linter }) => !input.known.missing.includes(linter.name)).map((each) => notFound(each, input)),
    ...runs.map((result) => (isChanged ? changedUnderneath(result) : result)),
  ].map((data) => ({ type: 'LintFinished', data: { ...data } }));
};

/** The names of the linters that would run for a file. */
export const lintersOf = (file: string, top: string, skip: readonly string[]): string[] =>
  findLinters(file, foldersUp(dirname(file), top), skip).map(({ linter }) => linter.name);

const readPlainFile = (file: string): string | null => {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= LARGEST_FILE ? (readSmallFile(file, LARGEST_FILE) ?? null) : null;
  } catch {
    return null;
  }
};

const runOne = async (
  { linter, folder }: FoundLinter,
  program: string,
  target: LintTarget,
  input: LintInput,
): Promise<LintResult> => {
  // Starting processes costs more than looking for something to start.
  const { runProgram } = await import('../run-program.ts');
  const run = await runProgram({
    program,
    args: linter.args(target),
    cwd: folder,
    env: input.env,
    input: linter.takesInput === true ? target.text : null,
    timeout: input.timeLeft,
  });
  const base = { linter: linter.name, path: relativeTo(input.worktree, target.file) };
  const findings = run.stopped === 'late' || run.stopped === 'failed' ? null : linter.read(run, target.file);
  if (findings === null) return { ...broken(base, whyBroken(run)), ...(run.stopped === 'late' ? { late: true } : {}) };
  if (findings.length === 0)
    return { ...base, status: 'clean', problems: [], count: 0, digest: null, reason: 'nothing found' };
  return {
    ...base,
    status: 'problems',
    problems: findings.slice(0, MOST_KEPT).map((finding) => shown(base.path, finding)),
    count: findings.length,
    digest: digestOf(findings),
    reason: run.stopped === 'flood' ? 'it printed without end' : `exit code ${run.code}`,
  };
};

type Base = Pick<LintResult, 'linter' | 'path'>;

const broken = (base: Base, reason: string): LintResult => ({
  ...base,
  status: 'broken',
  problems: [],
  count: null,
  digest: null,
  reason,
});

const notFound = ({ linter }: FoundLinter, { worktree, file }: LintInput): LintResult => ({
  ...broken(
    { linter: linter.name, path: relativeTo(worktree, file) },
    `${linter.program} is configured and not installed`,
  ),
  missing: true,
});

/** What was found is about a text that is not there any more. */
const changedUnderneath = (result: LintResult): LintResult =>
  result.status === 'broken' ? result : broken(result, 'the file was changed while linters read it');

const whyBroken = ({ stopped, code, stdout, stderr }: ProgramRun): string => {
  if (stopped === 'late') return 'it took too long';
  if (stopped === 'failed') return 'it could not be started';
  if (stopped === 'flood') return 'it printed without end';
  const said = [stderr, stdout].flatMap((text) => text.split('\n')).find((line) => line.trim() !== '');
  const words = said === undefined ? '' : `: ${shortened(plain(said).trim(), LONGEST_REASON)}`;
  return code === null ? `it was killed${words}` : `exit code ${code}${words}`;
};

/** `src/a.ts:2:1 Unexpected 'debugger' statement. (no-debugger)` */
const shown = (path: string, { line, column, message, rule }: Finding): string => {
  const at = [path, ...[line, column].filter((part) => part !== null)].join(':');
  return shortened(plain(`${at} ${message}${rule === null ? '' : ` (${rule})`}`), LONGEST_PROBLEM);
};

/** What was found, wherever it stands: an edit above it moves it and makes nothing new of it. */
const digestOf = (findings: readonly Finding[]): string =>
  shortDigest(
    findings
      .map(({ message, rule }) => `${rule} ${message}`)
      .sort()
      .join('\n'),
  );

/** On one line, without what a terminal would take for a command. */
const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');

/** Of the nearest manifest that names one, else of the first that there was. */
const editionIn = (folders: readonly string[]): string => {
  for (const folder of folders) {
    const edition = /^\s*edition\s*=\s*["'](\d{4})["']/m.exec(readSmallFile(join(folder, 'Cargo.toml')) ?? '')?.[1];
    if (edition !== undefined) return edition;
  }
  return '2015';
};
