import { constants } from 'node:fs';
import { type ArchiveManifest, readManifest, temporaryBeside, writeManifest } from './archive-manifest.ts';
import { ArchiveError, openArchive } from './archived-segment.ts';
import { isoTime } from './iso-time.ts';
import { errorCode, readFully } from './log-fs.ts';
import type { SegmentBytes } from './open-segment.ts';
import { digestOf, type OnBytes, packSegment, type SegmentDigest } from './pack-segment.ts';
import { archivePath, type LogFolder, segmentPath } from './segments.ts';
import type { SegmentSurvey } from './survey-segment.ts';

/** A segment that was archived. */
export interface ArchivedSegment extends Omit<ArchiveManifest, 'archivedAt'> {
  /** Length of the compressed file. */
  readonly packed: number;
}

export interface ArchiveDeps {
  readonly now: () => number;
  readonly newId: () => string;
  /** Appends to the log that the segment was archived. Called before its plain file goes. */
  readonly record: (archived: ArchivedSegment) => void;
  readonly onBytes?: OnBytes;
}

/**
 * Replaces a final segment's plain file by an archive of its exact bytes, with a manifest. Wherever the process is
 * stopped, the plain file or the whole archive is there: the archive gets its name when it was read back and is on the
 * disk, and the plain file goes last. Null when the plain file is gone, since another process archived it. Throws
 * the system's errors, and `ArchiveError` when plain file and archive contradict each other or the file still grows.
 */
export const archiveSegment = (folder: LogFolder, survey: SegmentSurvey, deps: ArchiveDeps): ArchivedSegment | null => {
  const { fs } = folder;
  const plain = openPlain(folder, survey.segment);
  if (plain === null) return null;
  try {
    const digest = archivedAlready(folder, survey.segment, plain) ?? pack(folder, survey.segment, plain, deps);
    const { segment, lines, firstAt, lastAt } = survey;
    if (!fs.existsSync(segmentPath(folder, segment))) return null;
    const archived = { segment, ...digest, lines, firstAt, lastAt };
    if (readManifest(folder, segment)?.sha256 !== digest.sha256) {
      writeManifest(folder, { ...archived, archivedAt: isoTime(deps.now()) }, deps.newId);
    }
    const result = { ...archived, packed: fs.statSync(archivePath(folder, segment)).size };
    deps.record(result);
    syncFolder(folder);
    if (plain.size() > digest.bytes) throw stillWritten(segment);
    fs.rmSync(segmentPath(folder, segment), { force: true });
    return result;
  } finally {
    plain.close();
  }
};

interface PlainSegment extends SegmentBytes {
  readonly size: () => number;
}

const openPlain = (folder: LogFolder, segment: number): PlainSegment | null => {
  const { fs } = folder;
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    const fd = fs.openSync(segmentPath(folder, segment), flags);
    return {
      read: (buffer, offset) => readFully(fs, fd, buffer, offset),
      size: () => fs.fstatSync(fd).size,
      close: () => fs.closeSync(fd),
    };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
};

/**
 * The digest of an archive that a process left beside the plain file when it was stopped; null when there is none, or
 * the plain file is to be archived anew.
 */
const archivedAlready = (folder: LogFolder, segment: number, plain: PlainSegment): SegmentDigest | null => {
  const path = archivePath(folder, segment);
  if (!folder.fs.existsSync(path)) return null;
  const archive = digestOfArchive(folder, path);
  const own = digestOf(plain);
  if (archive?.sha256 === own.sha256) return own;
  // What a stopped writer made in the place of a segment that had been archived.
  if (own.bytes === 0 && archive !== null) return archive;
  if (own.bytes >= folder.limit) return null;
  throw new ArchiveError(
    `${segmentPath(folder, segment)} and ${path} are both there and hold different bytes: move one of them away`,
  );
};

const digestOfArchive = (folder: LogFolder, path: string, onBytes?: OnBytes): SegmentDigest | null => {
  try {
    const archive = openArchive(folder.fs, path);
    try {
      return digestOf(archive, onBytes);
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof ArchiveError) return null;
    throw error;
  }
};

/** Writers that were stopped may still append to a full segment what they then write again behind it. */
const ATTEMPTS = 3;

const pack = (folder: LogFolder, segment: number, plain: PlainSegment, deps: ArchiveDeps): SegmentDigest => {
  const { fs } = folder;
  for (let attempt = 1; ; attempt += 1) {
    const temporary = temporaryBeside(folder, segment, deps.newId());
    try {
      const digest = writePacked(folder, temporary, plain, deps);
      if (digestOfArchive(folder, temporary, deps.onBytes)?.sha256 !== digest.sha256) {
        throw new ArchiveError(
          `${temporary} does not read back as it was written, so segment ${segment} stays as it is`,
        );
      }
      if (plain.size() === digest.bytes) {
        fs.renameSync(temporary, archivePath(folder, segment));
        syncFolder(folder);
        return digest;
      }
      if (attempt === ATTEMPTS) throw stillWritten(segment);
    } finally {
      fs.rmSync(temporary, { force: true });
    }
  }
};

const stillWritten = (segment: number): ArchiveError =>
  new ArchiveError(`segment ${segment} is still being appended to, so its plain file stays: archive it again later`);

const writePacked = ({ fs }: LogFolder, path: string, plain: PlainSegment, { onBytes }: ArchiveDeps): SegmentDigest => {
  const fd = fs.openSync(path, 'wx', 0o600);
  try {
    const digest = packSegment(plain, fs, fd, onBytes);
    fs.fsyncSync(fd);
    return digest;
  } finally {
    fs.closeSync(fd);
  }
};

/** Makes names that changed survive a power failure, where the file system can. */
const syncFolder = ({ fs, path }: LogFolder): void => {
  const fd = fs.openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fs.fsyncSync(fd);
  } catch {
    // Not every file system takes this.
  } finally {
    fs.closeSync(fd);
  }
};
