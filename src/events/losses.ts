import { join } from 'node:path';
import type { EventDraft } from './envelope.ts';
import { isoTime } from './iso-time.ts';
import { makeLogFolder } from './location.ts';
import type { LogFs } from './log-fs.ts';
import { logFolder } from './segments.ts';

const PREFIX = 'lost-';

/**
 * Leaves word that events could not be appended, for the next call that can: an empty file beside the segments whose
 * name says why, since a full disk often has room for a name. One file a reason, from the first loss on. Never throws:
 * where nothing can be left, only this call can tell.
 */
export const noteLoss = (root: string, fs: LogFs, code: string): void => {
  try {
    makeLogFolder(root, fs);
    const { path } = logFolder(root, fs);
    fs.mkdirSync(path, { recursive: true, mode: 0o700 });
    const name = `${PREFIX}${code.replace(/[^A-Za-z0-9_]+/g, '-').slice(0, 64)}`;
    fs.writeFileSync(join(path, name), '', { flag: 'wx', mode: 0o600 });
  } catch {
    // It is there already, or the file system takes nothing.
  }
};

/** Which of the names beside the segments stand for losses. */
export const lossesAmong = (names: readonly string[]): readonly string[] =>
  names.filter((name) => name.startsWith(PREFIX));

/** The event that tells of a loss. */
export const lossDraft = (root: string, fs: LogFs, name: string): EventDraft => {
  const code = name.slice(PREFIX.length);
  const message = `events could not be written to the log ${since(join(logFolder(root, fs).path, name), fs)}`;
  return { type: 'HookFailed', call: null, data: { stage: 'record', code, message } };
};

/** Takes word of a loss away, once it stands in the log. */
export const forgetLoss = (root: string, fs: LogFs, name: string): void => {
  try {
    fs.unlinkSync(join(logFolder(root, fs).path, name));
  } catch {
    // Another call told of it first, or it is told again.
  }
};

const since = (path: string, fs: LogFs): string => {
  try {
    return `(first at ${isoTime(Math.floor(fs.statSync(path).mtimeMs))})`;
  } catch {
    return '';
  }
};
