import { readManifest, writeManifest } from '../../events/archive-manifest.ts';
import { openArchive } from '../../events/archived-segment.ts';
import { newEventId } from '../../events/ids.ts';
import { isoTime } from '../../events/iso-time.ts';
import { digestOf, type OnBytes } from '../../events/pack-segment.ts';
import { archivePath, type LogFolder, listSegments, segmentPath } from '../../events/segments.ts';
import { surveySegment } from '../../events/survey-segment.ts';
import { gapsAmong } from '../project.ts';
import type { Finding } from './finding.ts';

/**
 * Checks the archived segments that can be read against their manifests, and that no segment is missing. `damaged`: the
 * segments that cannot be read.
 */
export const checkArchives = (
  folder: LogFolder,
  damaged: ReadonlySet<number>,
  onSegment: (segment: number) => OnBytes,
): Finding[] => {
  const { fs } = folder;
  const segments = listSegments(folder);
  const archived = segments.filter((segment) => fs.existsSync(archivePath(folder, segment)));
  return [
    ...gapsAmong(segments).map(missing),
    ...archived.flatMap((segment) => {
      if (fs.existsSync(segmentPath(folder, segment))) return [unfinished(folder, segment)];
      return damaged.has(segment) ? [] : checkArchive(folder, segment, onSegment(segment));
    }),
  ];
};

const missing = ([first, last]: readonly [number, number]): Finding => ({
  kind: 'missing-segment',
  what: first === last ? `segment ${first} is missing` : `segments ${first} to ${last} are missing`,
  details: { first, last },
  remedy: { advice: 'put a copy of the file back if there is one' },
});

const unfinished = (folder: LogFolder, segment: number): Finding => ({
  kind: 'archive-unfinished',
  what: `segment ${segment} is there twice, plain and archived: its archiving was interrupted`,
  details: { segment, path: archivePath(folder, segment) },
  remedy: { advice: 'run `docket archive` again, as before: it ends what it began' },
});

const checkArchive = (folder: LogFolder, segment: number, onBytes: OnBytes): Finding[] => {
  const path = archivePath(folder, segment);
  const archive = openArchive(folder.fs, path);
  try {
    const digest = digestOf(archive, onBytes);
    const manifest = readManifest(folder, segment);
    if (manifest === null) return [withoutManifest(folder, segment, digest)];
    if (manifest.sha256 === digest.sha256 && manifest.bytes === digest.bytes) return [];
    return [
      {
        kind: 'archive-changed',
        what: `segment ${segment} holds other bytes than when it was archived`,
        details: { segment, path, sha256: digest.sha256, expected: manifest.sha256 },
        remedy: { advice: `put a copy of ${path} back if there is one` },
      },
    ];
  } finally {
    archive.close();
  }
};

const withoutManifest = (
  folder: LogFolder,
  segment: number,
  digest: { readonly bytes: number; readonly sha256: string },
): Finding => ({
  kind: 'manifest',
  what: `segment ${segment} is archived without a manifest that can be read`,
  details: { segment },
  remedy: {
    done: 'written anew from what the archive holds',
    run: () => {
      const { lines, firstAt, lastAt } = surveySegment(folder, segment);
      const archivedAt = isoTime(Math.floor(folder.fs.statSync(archivePath(folder, segment)).mtimeMs));
      writeManifest(folder, { segment, ...digest, lines, firstAt, lastAt, archivedAt }, newEventId);
    },
  },
});
