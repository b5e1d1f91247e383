import { chmodSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocationError } from '../../events/location.ts';
import { errorCode } from '../../events/log-fs.ts';
import {
  digestOf,
  dropInstallRecord,
  type InstallRecord,
  isWithin,
  readInstallRecord,
  recordsBeside,
  removeEmptyFolders,
  textBefore,
  writeInstallRecord,
} from './install-record.ts';
import type { TextEdit } from './json-edit.ts';
import type { SettingsHook } from './matcher.ts';
import { failure, type Outcome, type Problem, success } from './outcome.ts';
import type { Registration } from './registration.ts';
import {
  addRegistration,
  countOwnEntries,
  emptyHooks,
  putBackHooks,
  removeRegistration,
  type TakenHook,
  takeHooks,
} from './settings-edit.ts';
import { installRecordPath, type Place, prepareRecordFolder, settingsPath } from './settings-target.ts';
import { readTextFile, replaceTextFile, type TextFile } from './text-file.ts';

/** A change of a settings file that is worked out but not made. */
export interface SettingsChange {
  readonly file: TextFile;
  /** The text to write; null to remove the file. */
  readonly after: string | null;
  readonly recordPath: string;
  /** What to remember; null to forget. */
  readonly record: InstallRecord | null;
  /** Whether the file comes back exactly as it was before docket. */
  readonly isExact: boolean;
  /** Hooks of others that come back with it. */
  readonly restored: readonly TakenHook[];
}

/**
 * Works out what registering would do to the settings file of a scope, and taking those hooks of others out that
 * `isRetired` names. Reads only.
 */
export const planInstall = (
  registration: Registration,
  place: Place,
  isRetired: (hook: SettingsHook) => boolean = () => false,
): Outcome<SettingsChange> => {
  const read = readTextFile(settingsPath(place));
  if (!read.ok) return read;
  const file = read.value;
  const text = file.text ?? '';
  const taken = takeHooks(text, isRetired);
  if (!taken.ok) return about(file, taken.problem);
  const edited = addRegistration(taken.value.text, registration);
  if (!edited.ok) return about(file, edited.problem);
  const after = edited.value.text;
  if (file.text === null && after === '') return success({ ...UNCHANGED, file, after: null, recordPath: '' });
  const recordPath = installRecordPath(place);
  const earlier = readInstallRecord(recordPath, file.realPath);
  const kept = remembered(file, earlier, [...edited.value.undo, ...taken.value.undo]);
  const retired = [...(earlier?.retired ?? []), ...taken.value.taken];
  const record: InstallRecord = { ...kept, v: 1, path: file.realPath, after: digestOf(after), retired };
  return success({ ...UNCHANGED, file, after, recordPath, record });
};

const UNCHANGED = { record: null, isExact: false, restored: [] };

/**
 * Works out what taking the registration out of the settings file of a scope would do: the file as it was before
 * docket when nobody changed it since, else the file without docket's entries. Reads only.
 */
export const planUninstall = (place: Place): Outcome<SettingsChange> => {
  const read = readTextFile(settingsPath(place));
  if (!read.ok) return read;
  const file = read.value;
  const recordPath = installRecordPath(place);
  const earlier = readInstallRecord(recordPath, file.realPath);
  const restored = earlier?.retired ?? [];
  const change = (after: string | null, isExact: boolean): Outcome<SettingsChange> =>
    success({ file, after, recordPath, record: null, isExact, restored: after === null ? [] : restored });
  if (file.text === null) return change(null, false);
  const before = textBefore(earlier, file.text);
  // A link that replaced the file docket made is the person's, so there is a file to keep.
  if (before !== undefined && !(before === null && file.isLink)) return change(before, true);
  const removed = removeRegistration(file.text, earlier?.emptyBefore);
  if (!removed.ok) return about(file, removed.problem);
  const edited = putBackHooks(removed.value.text, restored);
  if (!edited.ok) return about(file, edited.problem);
  const isOurs = earlier?.createdFile === true || place.scope === 'managed';
  const isOurLeftover = isOurs && !file.isLink && /^\s*\{\s*\}\s*$/.test(edited.value.text);
  return change(isOurLeftover ? null : edited.value.text, false);
};

/** Whether a change would change anything in the settings. */
export const isNoChange = ({ file, after }: SettingsChange): boolean => file.text === after;

/**
 * Makes a planned change: record first, so that a registration never stands without the way back, then the settings.
 * Refuses when the file changed since the plan.
 */
export const applyChange = (change: SettingsChange, place: Place): Outcome<null> => {
  const { file, after } = change;
  const now = readTextFile(file.path);
  if (!now.ok) return now;
  if (now.value.text !== file.text) {
    return failure('changed-meanwhile', `${file.path} was changed in the meantime: run the command again`);
  }
  try {
    return change.record !== null && after !== null
      ? registered(change, change.record, after, place)
      : unregistered(change);
  } catch (error) {
    const code = errorCode(error);
    const isRefused = place.scope === 'managed' && REFUSED.has(code);
    const { path = file.path } = error as NodeJS.ErrnoException;
    const what = path === file.path ? code : `${code} at ${path}`;
    const reason = error instanceof LocationError ? error.message : isRefused ? `${what}; an administrator may` : what;
    return failure('write-failed', `${file.path} was not changed: ${reason}`);
  }
};

const REFUSED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);

const about = ({ path }: TextFile, { code, message }: Problem): Outcome<never> =>
  failure(code, `${path} was not changed: ${message}`);

type Remembered = Pick<InstallRecord, 'before' | 'undo' | 'emptyBefore' | 'createdFile' | 'createdFolder'>;

/** What to remember, so that registering again keeps the way back to the file before the first time. */
const remembered = (file: TextFile, earlier: InstallRecord | null, undo: readonly TextEdit[]): Remembered => {
  const text = file.text ?? '';
  if (earlier !== null && file.text !== null && earlier.after === digestOf(text)) {
    return { ...earlier, undo: earlier.undo && [...undo, ...earlier.undo] };
  }
  if (countOwnEntries(text) > 0) {
    const { emptyBefore = [], createdFile = false, createdFolder = null } = earlier ?? {};
    return { before: null, undo: null, emptyBefore, createdFile, createdFolder };
  }
  const before = file.text === null ? null : digestOf(file.text);
  return {
    before,
    undo: [...undo],
    emptyBefore: emptyHooks(text),
    createdFile: file.text === null,
    createdFolder: null,
  };
};

const registered = (change: SettingsChange, record: InstallRecord, after: string, place: Place): Outcome<null> => {
  const { file } = change;
  const { path: recordPath, createdFolder: madeForRecord } = prepareRecordFolder(change.recordPath, place);
  const earlier = readInstallRecord(recordPath, file.realPath);
  // Whoever goes last takes the folders along, whoever made them.
  const beside = recordsBeside(recordPath);
  const settingsFolder = dirname(file.realPath);
  const madeBeside = beside.map((other) => other.createdRecordFolder);
  const createdRecordFolder = firstOf(madeForRecord, earlier?.createdRecordFolder, ...madeBeside);
  const holding = beside.map((other) => other.createdFolder).filter((made) => isWithin(settingsFolder, made));
  const folder = firstOf(mkdirSync(settingsFolder, { recursive: true }), record.createdFolder, ...holding);
  let kept: Outcome<null>;
  try {
    kept = writeInstallRecord(recordPath, { ...record, createdFolder: folder, createdRecordFolder });
  } catch (error) {
    removeEmptyFolders(settingsFolder, folder);
    throw error;
  }
  const isForAll = place.scope === 'managed';
  if (isForAll) openFolders(settingsFolder, folder);
  const mode = file.mode ?? (isForAll ? READABLE_BY_ALL : null);
  const done = kept.ok ? replaceTextFile({ ...file, mode }, after) : kept;
  if (done.ok) return done;
  if (earlier === null) dropInstallRecord(recordPath, createdRecordFolder);
  else writeInstallRecord(recordPath, earlier);
  removeEmptyFolders(settingsFolder, folder);
  return done;
};

const firstOf = (...folders: readonly (string | null | undefined)[]): string | null =>
  folders.find((folder) => typeof folder === 'string') ?? null;

const unregistered = ({ file, after, recordPath }: SettingsChange): Outcome<null> => {
  const record = readInstallRecord(recordPath, file.realPath);
  if (after === null) {
    rmSync(file.path, { force: true });
    removeEmptyFolders(dirname(file.realPath), record?.createdFolder ?? null);
  } else if (after !== file.text) {
    const done = replaceTextFile(file, after);
    if (!done.ok) return done;
  }
  dropInstallRecord(recordPath, record?.createdRecordFolder ?? null);
  return success(null);
};

/** What everybody's client has to read, whatever the administrator's umask is. */
const READABLE_BY_ALL = 0o644;

/** Lets everybody into folders, from `folder` up to the topmost one that docket made. */
const openFolders = (folder: string, topmost: string | null): void => {
  if (!isWithin(folder, topmost)) return;
  chmodSync(folder, 0o755);
  openFolders(dirname(folder), topmost);
};
