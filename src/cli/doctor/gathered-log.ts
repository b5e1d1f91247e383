import { findLocation, type Location } from '../../events/location.ts';
import { errorCode, nodeLogFs } from '../../events/log-fs.ts';
import { isLogLine, type LogBlock, type LogLine, parseBlock, type QuarantinedLine } from '../../events/log-reader.ts';
import { readBlocksBack } from '../../events/read-back.ts';
import { archivePath, type LogFolder, listSegments, logFolder, segmentPath } from '../../events/segments.ts';
import type { Surroundings } from '../../hooks/install/settings-target.ts';
import { findProject } from '../project.ts';

/** A log that is longer is looked at from its end, this far. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** The log of a project, as far as `docket doctor` reads it. */
export interface GatheredLog {
  readonly location: Location;
  readonly folder: LogFolder;
  /** Another log of the project, from when it could not be written; null when there is none. */
  readonly elsewhere: string | null;
  readonly segments: readonly number[];
  /** Of all segments, as they lie there. */
  readonly bytes: number;
  /** Whether the lines below are all there are. */
  readonly isWhole: boolean;
  /** The newest lines, in the order of the log. */
  readonly lines: readonly LogLine[];
  /** What among them cannot be read. */
  readonly unreadable: readonly QuarantinedLine[];
  /** When it was last sealed, as far as those lines say. */
  readonly sealedAt: string | null;
  /** Why the log cannot be read; null when it can. */
  readonly problem: string | null;
}

/** Reads the newest part of the project's log. */
export const gatherLog = (around: Surroundings): GatheredLog => {
  const none = { elsewhere: null, segments: [], bytes: 0, isWhole: true, lines: [], unreadable: [], sealedAt: null };
  try {
    const { location, folder, elsewhere } = findProject(around);
    const segments = listSegments(folder);
    const bytes = segments.reduce((sum, segment) => sum + sizeOf(folder, segment), 0);
    return { ...none, location, folder, elsewhere, segments, bytes, ...newestLines(folder), problem: null };
  } catch (error) {
    const location = findLocation(around);
    return { ...none, location, folder: logFolder(location.root, nodeLogFs), problem: errorCode(error) };
  }
};

const newestLines = (folder: LogFolder): Pick<GatheredLog, 'isWhole' | 'lines' | 'unreadable' | 'sealedAt'> => {
  const blocks: LogBlock[] = [];
  let [bytes, isWhole] = [0, true];
  for (const block of readBlocksBack(folder)) {
    if (bytes >= MOST_BYTES) {
      isWhole = false;
      break;
    }
    blocks.push(block);
    bytes += block.bytes.length;
  }
  const read = blocks.reverse().flatMap((block) => [...parseBlock(block)]);
  const unreadable = read.flatMap((line) => (isLogLine(line) || line.reason === 'newer-version' ? [] : [line]));
  const lines = read.filter(isLogLine);
  const sealedAt = lines.findLast(({ event }) => event.type === 'LogSealed')?.event.at ?? null;
  return { isWhole, lines, unreadable, sealedAt };
};

const sizeOf = ({ fs, ...folder }: LogFolder, segment: number): number => {
  const paths = [segmentPath({ fs, ...folder }, segment), archivePath({ fs, ...folder }, segment)];
  return paths.reduce((sum, path) => sum + (fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
};
