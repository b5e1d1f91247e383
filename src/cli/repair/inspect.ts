import { join } from 'node:path';
import { newEventId } from '../../events/ids.ts';
import { isoTime } from '../../events/iso-time.ts';
import type { SegmentError } from '../../events/open-segment.ts';
import { formatPosition } from '../../events/position.ts';
import { findQuarantined, type QuarantineEntry, quarantine } from '../../events/quarantine.ts';
import type { LogFolder } from '../../events/segments.ts';
import { findUnreadable } from '../../events/unreadable.ts';
import type { Io } from '../io.ts';
import { byteProgressFor } from '../progress.ts';
import type { Project } from '../project.ts';
import { sizeWords } from '../size.ts';
import { checkArchives } from './check-archives.ts';
import { checkBlobs, collectBlobs } from './check-blobs.ts';
import { checkFiles } from './check-files.ts';
import { checkSnapshot } from './check-snapshot.ts';
import type { Finding } from './finding.ts';

/** What inspecting takes from a clock; tests give their own. */
export interface InspectDeps {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits as long as a write that is under way may take. */
  readonly pause: () => Promise<void>;
}

export interface Inspection {
  readonly findings: readonly Finding[];
  /** What is worth a word and is not wrong. */
  readonly notes: readonly string[];
}

/** Looks at everything docket keeps for a project, and changes nothing. Throws the system's errors. */
export const inspect = async (
  { folder, location: { root } }: Project,
  io: Io,
  { now, pause }: InspectDeps,
): Promise<Inspection> => {
  const progress = byteProgressFor(io);
  const blobs = collectBlobs();
  const onBytes = progress.on('reading the log');
  const onBlock = (bytes: Buffer): void => {
    blobs.add(bytes);
    onBytes(bytes.length);
  };
  const { places, damaged, inProgress } = await findUnreadable(folder, { pause, onBlock });
  const entries = places.map((place) => findQuarantined(folder, root, place));
  const isDamaged = new Set(damaged.map(({ segment }) => segment));
  const archives = checkArchives(folder, isDamaged, (segment) => progress.on(`reading segment ${segment}`));
  const { findings: blobFindings, unreferenced } = checkBlobs(root, folder.fs, blobs.names, now());
  progress.done();
  return {
    findings: [
      ...entries.filter(({ isKept }) => !isKept).map((entry) => unreadable(folder, entry, now)),
      ...damaged.map(damagedArchive),
      ...archives,
      ...blobFindings,
      // Where a part of the log cannot be read there is nothing to compare a snapshot with.
      ...(damaged.length > 0 ? [] : checkSnapshot(folder, root)),
      ...index(folder, root),
      ...checkFiles(root, folder.fs, now()),
    ],
    notes: [
      ...keptNote(entries),
      ...(inProgress === null
        ? []
        : [`at ${formatPosition(inProgress)} a line was still being written: repair again to have it looked at`]),
      // What refers to them may stand in what cannot be read.
      ...(unreferenced.count === 0 || damaged.length > 0 ? [] : [unreferencedNote(unreferenced)]),
    ],
  };
};

const unreadable = (folder: LogFolder, entry: QuarantineEntry, now: () => number): Finding => {
  const { place, sha256, path } = entry;
  const { position, length, reason } = place;
  return {
    kind: 'unreadable',
    what: `${sizeWords(length)} at ${formatPosition(position)} cannot be read (${reason})`,
    details: { ...position, length, reason, sha256, path },
    remedy: {
      done: `copied to ${path}`,
      run: () => quarantine(folder, entry, { at: isoTime(now()), newId: newEventId }),
    },
  };
};

const damagedArchive = ({ segment, message }: SegmentError): Finding => ({
  kind: 'archive-damaged',
  what: `segment ${segment} is archived and cannot be read`,
  details: { segment },
  remedy: { advice: message },
});

/** Nothing tells whether it is right but making it, and that is what the next reader does. */
const index = ({ fs }: LogFolder, root: string): Finding[] => {
  const path = join(root, 'index');
  if (!fs.existsSync(path)) return [];
  return [
    {
      kind: 'index',
      what: 'the index of sessions',
      details: { path },
      isRoutine: true,
      remedy: {
        done: 'removed: the next reader makes it anew',
        run: () => fs.rmSync(path, { recursive: true, force: true }),
      },
    },
  ];
};

const keptNote = (entries: readonly QuarantineEntry[]): string[] => {
  const kept = entries.filter(({ isKept }) => isKept).length;
  if (kept === 0) return [];
  return [
    kept === 1 ? '1 unreadable place is in quarantine already' : `${kept} unreadable places are in quarantine already`,
  ];
};

const unreferencedNote = ({ count, bytes }: { readonly count: number; readonly bytes: number }): string =>
  `no event refers to ${count === 1 ? '1 blob' : `${count} blobs`} (${sizeWords(bytes)}): left by hooks that were killed`;
