import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import * as z from 'zod/mini';
import { readSmallFile } from '../../events/git-layout.ts';
import { applyEdits } from './json-edit.ts';
import type { Outcome } from './outcome.ts';
import { replaceTextFile } from './text-file.ts';

const recordSchema = z.object({
  v: z.literal(1),
  /** The settings file, real path. */
  path: z.string(),
  /** Digest of the text before docket came; null when there was no file, or it is not known. */
  before: z.nullable(z.string()),
  /** Digest of the text docket left. */
  after: z.string(),
  /** Edits from `after` back to `before`; null when the file cannot be given back as it was. */
  undo: z.nullable(z.array(z.object({ offset: z.number(), length: z.number(), content: z.string() }))),
  emptyBefore: z.array(z.string()),
  /** Whether docket made the file, and the topmost folder it made for it or for a file beside it. */
  createdFile: z.boolean(),
  createdFolder: z.nullable(z.string()),
  /** The topmost folder it made for this record. */
  createdRecordFolder: z.optional(z.nullable(z.string())),
  /** Hooks of others that were taken out on request, to be put back. */
  retired: z.optional(
    z.array(
      z.object({
        event: z.string(),
        group: z.record(z.string(), z.unknown()),
        handler: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

/**
 * What docket did to a settings file, so that it can be undone byte for byte. It holds edits, not a copy: settings can
 * hold keys in `env`, and a second copy of those would outlive their removal.
 */
export type InstallRecord = z.infer<typeof recordSchema>;

export const digestOf = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The record of a settings file, or null when there is none that can be used. */
export const readInstallRecord = (recordPath: string, settingsPath: string): InstallRecord | null => {
  const record = readRecord(recordPath);
  return record?.path === settingsPath ? record : null;
};

/** The records beside one: of the other settings files of a project, or of a user. */
export const recordsBeside = (recordPath: string): InstallRecord[] => {
  const folder = dirname(recordPath);
  const others = namesIn(folder).filter((name) => name !== basename(recordPath));
  return others.map((name) => readRecord(join(folder, name))).filter((record) => record !== null);
};

const readRecord = (path: string): InstallRecord | null => {
  try {
    const record = recordSchema.safeParse(JSON.parse(readSmallFile(path) ?? 'null'));
    return record.success ? record.data : null;
  } catch {
    return null;
  }
};

/** Writes a record, readable by its owner only. */
export const writeInstallRecord = (recordPath: string, record: InstallRecord): Outcome<null> => {
  mkdirSync(dirname(recordPath), { recursive: true, mode: 0o700 });
  return replaceTextFile({ realPath: recordPath, mode: 0o600 }, `${JSON.stringify(record)}\n`);
};

/** Removes a record, and the folders that held nothing else, up to the topmost one that docket made. */
export const dropInstallRecord = (recordPath: string, createdFolder: string | null): void => {
  rmSync(recordPath, { force: true });
  const folder = dirname(recordPath);
  if (!removedWhenEmpty(folder)) return;
  const root = dirname(folder);
  const ignoreFile = join(root, '.gitignore');
  if (namesIn(root).join() === '.gitignore' && readSmallFile(ignoreFile) === '*\n') rmSync(ignoreFile);
  if (removedWhenEmpty(root)) removeEmptyFolders(dirname(root), createdFolder);
};

/** Removes folders that are empty, from `folder` up to `topmost`, which docket made; none where it made none. */
export const removeEmptyFolders = (folder: string, topmost: string | null): void => {
  if (!isWithin(folder, topmost)) return;
  if (removedWhenEmpty(folder)) removeEmptyFolders(dirname(folder), topmost);
};

/** Whether a folder is the topmost one that docket made, or below it. */
export const isWithin = (folder: string, topmost: string | null): topmost is string =>
  topmost !== null && (folder === topmost || folder.startsWith(topmost + sep));

/** Removes a folder when it is empty; says whether it did. */
const removedWhenEmpty = (folder: string): boolean => {
  if (namesIn(folder).length > 0) return false;
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
};

/**
 * The text before docket came, when the file is exactly as docket left it: null means there was no file. Undefined
 * when it was changed since, or the record cannot tell.
 */
export const textBefore = (record: InstallRecord | null, text: string): string | null | undefined => {
  if (record === null || record.after !== digestOf(text)) return undefined;
  if (record.undo === null) return undefined;
  if (record.createdFile) return null;
  const before = applyEdits(text, record.undo);
  return digestOf(before) === record.before ? before : undefined;
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
