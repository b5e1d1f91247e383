import { type BlobStore, blobStore } from './blobs.ts';
import {
  findLocation,
  type Location,
  LocationError,
  type LocationInput,
  makeLogFolder,
  stateLocation,
} from './location.ts';
import { errorCode } from './log-fs.ts';
import { type LogWriter, openLogWriter } from './log-writer.ts';
import { type LogFolder, logFolder } from './segments.ts';

/** A project's log, open for appending. */
export interface ProjectLog {
  readonly location: Location;
  readonly folder: LogFolder;
  readonly writer: LogWriter;
  readonly blobs: BlobStore;
}

/**
 * Opens a project's log for appending, making it when absent. Where the project cannot be written, the log is in the
 * user's state directory (`location.fallback` then says why), unless `DOCKET_DIR` named the place. Throws
 * `LocationError`, `LogWriteError` or the system's error when there is no place for a log.
 */
export const openProjectLog = (input: LocationInput, limit?: number): ProjectLog => {
  const location = findLocation(input);
  const open = (at: Location): ProjectLog => {
    makeLogFolder(at.root, input.fs);
    const folder = logFolder(at.root, input.fs, limit);
    return { location: at, folder, writer: openLogWriter(folder), blobs: blobStore(at.root, input.fs) };
  };
  try {
    return open(location);
  } catch (error) {
    const code = errorCode(error);
    const namedByUser = (input.env['DOCKET_DIR'] ?? '') !== '';
    if (namedByUser || error instanceof LocationError || !UNWRITABLE.has(code)) throw error;
    return open(stateLocation(location, input.env, code));
  }
};

const UNWRITABLE = new Set(['EACCES', 'EROFS', 'EPERM']);
