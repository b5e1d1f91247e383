import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { counted } from '../../audit/counted.ts';
import type { LogLine } from '../../events/log-reader.ts';
import type { ExportWhat, SessionModel } from '../model/model.ts';

/** The ids of the events that are exported; null for all of the session. */
export const exportedEvents = (what: ExportWhat, { rows, cursor }: SessionModel): ReadonlySet<string> | null => {
  if (what === 'session') return null;
  const chosen = what === 'row' ? rows.slice(cursor, cursor + 1) : rows;
  return new Set(chosen.flatMap(({ events }) => events));
};

/**
 * Writes events as lines of a log, as they stand there: what was redacted stays so. A file that is there is left alone.
 * Returns what to tell of it.
 */
export const exportLines = (
  lines: Iterable<LogLine>,
  wanted: ReadonlySet<string> | null,
  path: string,
  folder: string,
): string => {
  const file = resolve(folder, path.startsWith('~/') ? join(homedir(), path.slice(2)) : path);
  const texts: string[] = [];
  for (const { event } of lines) if (wanted === null || wanted.has(event.id)) texts.push(`${JSON.stringify(event)}\n`);
  try {
    // Private, as the log is.
    writeFileSync(file, texts.join(''), { flag: 'wx', mode: 0o600 });
    return `${counted(texts.length, 'event')} written to ${file}`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : String(error);
    if (code === 'EEXIST') return `${file} is there already, and was left as it is. Name another one.`;
    return `${file} could not be written: ${code}`;
  }
};
