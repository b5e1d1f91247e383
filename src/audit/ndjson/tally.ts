import { createHash, type Hash } from 'node:crypto';
import type { Envelope } from '../../events/envelope.ts';
import type { SealPlace } from '../../events/seal.ts';
import type { ManifestRecord, SegmentSum } from './records.ts';

/** What an export comes to, counted while it is written. */
export const startTally = () => {
  let lines = 0;
  let seals = 0;
  let blobs = 0;
  const missing: string[] = [];
  const leftOut: string[] = [];
  const segments: SegmentSum[] = [];
  let current: { segment: number; lines: number; bytes: number; hash: Hash } | null = null;

  const closeSegment = (isWhole: boolean): void => {
    if (current === null) return;
    const { segment, lines: count, bytes, hash } = current;
    segments.push({
      segment,
      lines: count,
      bytes: isWhole ? bytes : null,
      sha256: isWhole ? hash.digest('hex') : null,
    });
    current = null;
  };

  return {
    /** Everything from now on is of this segment. */
    inSegment: (segment: number, isWhole: boolean): void => {
      if (current?.segment === segment) return;
      closeSegment(isWhole);
      current = { segment, lines: 0, bytes: 0, hash: createHash('sha256') };
    },
    /** Bytes of the segment in their order. */
    bytes: (bytes: Uint8Array): void => {
      current?.hash.update(bytes);
      if (current !== null) current.bytes += bytes.length;
    },
    line: (): void => {
      lines += 1;
      if (current !== null) current.lines += 1;
    },
    seal: (): void => {
      seals += 1;
    },
    blob: (): void => {
      blobs += 1;
    },
    missingBlob: (name: string): void => {
      missing.push(name);
    },
    leaveOut: (what: string): void => {
      if (!leftOut.includes(what)) leftOut.push(what);
    },
    manifest: (
      head: SealPlace | null,
      removed: ManifestRecord['removed'],
      isWhole: boolean,
    ): Omit<ManifestRecord, 'sha256'> => {
      closeSegment(isWhole);
      return {
        docket: 'manifest',
        lines,
        segments,
        blobs: { kept: blobs, missing },
        seals,
        head,
        leftOut,
        removed,
      };
    },
  };
};

export type Tally = ReturnType<typeof startTally>;

/** The names of the large texts that an event's data holds in place of them. */
export const blobNames = (event: Envelope): string[] => {
  const names: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $blob: name } = value as { readonly $blob?: unknown };
    if (typeof name === 'string' && /^[0-9a-f]{64}$/.test(name)) names.push(name);
    for (const item of Object.values(value)) walk(item);
  };
  walk(event.data);
  return names;
};
