import { join } from 'node:path';
import { errorCode } from './log-fs.ts';
import { type LogFolder, segmentPath } from './segments.ts';

/** What an archived segment holds: written beside it, so that its archive can be checked and nobody has to unpack it. */
export interface ArchiveManifest {
  readonly segment: number;
  /** Length of the segment, void and torn bytes included. */
  readonly bytes: number;
  /** Of these bytes, hex. */
  readonly sha256: string;
  /** Lines of its valid part that are not empty. */
  readonly lines: number;
  /** Times of its earliest and latest event; null when it has none. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly archivedAt: string;
}

export const manifestPath = (folder: LogFolder, segment: number): string =>
  segmentPath(folder, segment).replace(/\.ndjson$/, '.archive.json');

/** A temporary file for something that is about to stand beside a segment. */
export const temporaryBeside = (folder: LogFolder, segment: number, id: string): string =>
  join(folder.path, `${String(segment).padStart(6, '0')}.${id}.tmp`);

/** The manifest of an archived segment; null when there is none or the file is none. Throws the system's other errors. */
export const readManifest = (folder: LogFolder, segment: number): ArchiveManifest | null => {
  let text: string;
  try {
    text = folder.fs.readFileSync(manifestPath(folder, segment), 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isManifest(value) && value.segment === segment ? value : null;
  } catch {
    return null;
  }
};

const isManifest = (value: unknown): value is ArchiveManifest => {
  if (typeof value !== 'object' || value === null) return false;
  const { segment, bytes, sha256, lines, firstAt, lastAt, archivedAt } = value as Record<string, unknown>;
  return (
    typeof segment === 'number' &&
    typeof bytes === 'number' &&
    typeof sha256 === 'string' &&
    typeof lines === 'number' &&
    isTime(firstAt) &&
    isTime(lastAt) &&
    typeof archivedAt === 'string'
  );
};

const isTime = (value: unknown): boolean => value === null || typeof value === 'string';

/** Writes a manifest in one step: it is there whole or not at all. Throws the system's errors. */
export const writeManifest = (folder: LogFolder, manifest: ArchiveManifest, newId: () => string): void => {
  const { fs } = folder;
  const temporary = temporaryBeside(folder, manifest.segment, newId());
  try {
    fs.writeFileSync(temporary, `${JSON.stringify(manifest, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
    fs.renameSync(temporary, manifestPath(folder, manifest.segment));
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
};
