import { readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { counted } from '../../audit/counted.ts';
import { openStreamIndex } from '../../events/open-index.ts';
import { type CheckedSession, checkRulings, type CheckOptions as Rules } from '../../replay/check.ts';
import { GoldenError, readable, readGolden } from '../../replay/golden-file.ts';
import { linesTo } from '../../replay/log-lines.ts';
import { overBy } from '../../replay/long-fold.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { progressFor } from '../progress.ts';
import { findLoggedProject } from '../project.ts';
import { printable, styleFor, wrap } from '../style.ts';
import { sessionRows } from './check-text.ts';

export interface CheckOptions {
  readonly all?: boolean;
  readonly decisions?: boolean;
  readonly json?: boolean;
}

/** What came of one session. */
interface Checked extends CheckedSession {
  /** The golden it is from; null for the project's log. */
  readonly file: string | null;
}

/**
 * Judges recorded rulings again and says which differ: of goldens, of sessions of the project's log, or of all of it. 1
 * when some do. Throws `UsageError` for a file that is no golden, and `NotFoundError` where there is nothing to check: a
 * check of nothing must not pass, unless nothing could have been ruled there.
 */
export const runCheck = async (what: readonly string[], options: CheckOptions, io: Io): Promise<ExitCode> => {
  const { all = false, decisions = false, json = false } = options;
  const targets = what.map((name) => targetOf(name, io.cwd));
  const files = targets.flatMap((target) => ('files' in target ? target.files : []));
  const sessions = targets.flatMap((target) => ('session' in target ? [target.session] : []));
  const progress = progressFor(io, 'judging again', 'lines');
  const rules: Rules = {
    most: all ? Number.POSITIVE_INFINITY : 1,
    withoutWords: decisions,
    onProgress: progress.onProgress,
  };
  const ofFiles = files.flatMap((file) => checkFile(file, rules, io));
  const ofLog = what.length === 0 || sessions.length > 0 ? checkLog(sessions, rules, io) : [];
  progress.done();
  const checked: readonly Checked[] = [...ofFiles, ...ofLog];
  if (checked.length === 0 && (files.length > 0 || !isImported(sessions, io))) {
    throw new NotFoundError(
      'No gate ruled on anything there: there is nothing to check. `docket backtest` judges what was imported.',
    );
  }
  if (json) io.stdout(`${JSON.stringify({ ok: !checked.some(isOff), ...totalsOf(checked), sessions: checked })}\n`);
  else if (checked.length === 0) io.stdout(`${wrap(IMPORTED, io.width).join('\n')}\n`);
  else await print(checked, io);
  return checked.some(isOff) ? 1 : 0;
};

const IMPORTED =
  'All of it was imported: no gate ruled there, so nothing can differ. `docket backtest` says what gates would have decided.';

/** Whether all sessions that are asked about, at least one, were imported. */
const isImported = (wanted: readonly string[], io: Io): boolean => {
  const { streams } = openStreamIndex(findLoggedProject(io).folder);
  const asked = streams.filter(
    ({ stream, events, host }) =>
      events > 0 && host !== 'docket' && (wanted.length === 0 || wanted.some((name) => stream.startsWith(name))),
  );
  return asked.length > 0 && asked.every(({ imported }) => imported);
};

const isOff = ({ differ }: CheckedSession): boolean => differ > 0;

type Target = { readonly files: readonly string[] } | { readonly session: string };

const targetOf = (name: string, cwd: string): Target => {
  const path = resolve(cwd, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    const files = goldensIn(path);
    if (files.length === 0) throw new NotFoundError(`${name} holds no .ndjson files.`);
    return { files };
  }
  if (found !== undefined) return { files: [path] };
  if (/[/\\]|\.ndjson$/.test(name)) throw new NotFoundError(`There is no file ${name}.`);
  return { session: name };
};

const goldensIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => join(folder, name));

const checkFile = (path: string, rules: Rules, io: Io): Checked[] => {
  try {
    const { session, lines } = readGolden(path);
    let unreadable = 0;
    let events = 0;
    const known = readable(lines, () => {
      unreadable += 1;
    });
    const counting = (function* () {
      for (const line of known) {
        events += 1;
        yield line;
      }
    })();
    const isWanted = (stream: string): boolean => session === null || stream === session;
    const checked = checkRulings(counting, { ...rules, isWanted });
    if (events === 0) throw new UsageError(`${path} holds no events of docket. \`docket golden\` records such files.`);
    if (unreadable > 0) io.stderr(`docket: ${printable(path)}: ${counted(unreadable, 'line')} cannot be read\n`);
    return checked.map((found) => ({ file: path, ...found }));
  } catch (error) {
    if (error instanceof GoldenError) throw new UsageError(error.message);
    throw error;
  }
};

const checkLog = (wanted: readonly string[], rules: Rules, io: Io): Checked[] => {
  const { folder } = findLoggedProject(io);
  const index = openStreamIndex(folder);
  const isWanted = (stream: string): boolean => wanted.length === 0 || wanted.some((name) => stream.startsWith(name));
  for (const name of wanted) {
    if (!index.streams.some(({ stream }) => stream.startsWith(name)) && !index.overflowed) {
      throw new NotFoundError(`No file and no session is "${name}". \`docket log --sessions\` shows all sessions.`);
    }
  }
  const lines = linesTo(folder, index.position);
  return checkRulings(lines, { ...rules, isWanted, isOver: overBy(index) }).map((found) => ({ file: null, ...found }));
};

const totalsOf = (checked: readonly CheckedSession[]) => {
  const sum = (count: (session: CheckedSession) => number): number =>
    checked.reduce((total, session) => total + count(session), 0);
  return {
    rulings: sum(({ rulings }) => rulings),
    same: sum(({ same }) => same),
    differ: sum(({ differ }) => differ),
    wordsOnly: sum(({ wordsOnly }) => wordsOnly),
    redacted: sum(({ redacted }) => redacted),
    failed: sum(({ unreplayable }) => unreplayable['docket-failed'] ?? 0),
    incomplete: sum(({ unreplayable }) => unreplayable.incomplete ?? 0),
    unknown: sum(({ unknown }) => unknown),
  };
};

/** Every golden, of a log the sessions that differ, and what that comes to. */
const print = async (checked: readonly Checked[], io: Io): Promise<void> => {
  const style = styleFor(io);
  for (const session of checked) {
    if (session.file === null && !isOff(session)) continue;
    const name = session.file === null ? session.session : basename(session.file, '.ndjson');
    io.stdout(`${sessionRows(printable(name), session, style, io.width).join('\n')}\n`);
    await io.drained();
  }
  const { rulings, same, differ, wordsOnly, redacted, failed, incomplete, unknown } = totalsOf(checked);
  const facts = [
    `${counted(checked.length, 'session')}, ${counted(rulings, 'ruling')}: ${same.toLocaleString('en')} as recorded`,
    `${differ.toLocaleString('en')} differ${wordsOnly > 0 ? ` (${wordsOnly} only in words)` : ''}`,
    ...(failed > 0 ? [`${failed} cannot be judged again, since docket failed then`] : []),
    ...(incomplete > 0 ? [`${incomplete} are not whole in the log`] : []),
  ];
  const notes = [
    ...(redacted > 0 ? [`Of ${counted(redacted, 'ruling')} redaction took words: only decisions are compared.`] : []),
    ...(unknown > 0 ? [`For ${counted(unknown, 'ruling')} a gate looks today at what nobody recorded then.`] : []),
  ];
  const rows = [...wrap(facts.join(', '), io.width), ...notes.flatMap((note) => wrap(note, io.width, '  '))];
  io.stdout(`${rows.join('\n')}\n`);
};
