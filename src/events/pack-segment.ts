import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { endMember, HEADER_BYTES, MEMBER_BYTES, memberHeader } from './archived-segment.ts';
import { type LogFs, writeFully } from './log-fs.ts';
import type { SegmentBytes } from './open-segment.ts';

/** What a segment's bytes are. */
export interface SegmentDigest {
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Told how many bytes more were read. */
export type OnBytes = (bytes: number) => void;

/** The digest of all bytes of a segment. Throws what reading throws. */
export const digestOf = (source: SegmentBytes, onBytes?: OnBytes): SegmentDigest =>
  eachPart(source, onBytes, () => undefined);

/** Writes the bytes of a segment to a file as an archive (archived-segment.ts). Throws the system's errors. */
export const packSegment = (source: SegmentBytes, fs: LogFs, fd: number, onBytes?: OnBytes): SegmentDigest => {
  const digest = eachPart(source, onBytes, (part) => writeFully(fs, fd, memberOf(part)));
  writeFully(fs, fd, endMember());
  return digest;
};

const eachPart = (source: SegmentBytes, onBytes: OnBytes | undefined, take: (part: Buffer) => void): SegmentDigest => {
  const sha256 = createHash('sha256');
  const buffer = Buffer.allocUnsafe(MEMBER_BYTES);
  for (let bytes = 0; ; ) {
    const part = buffer.subarray(0, source.read(buffer, bytes));
    if (part.length > 0) {
      sha256.update(part);
      take(part);
      bytes += part.length;
      onBytes?.(part.length);
    }
    if (part.length < buffer.length) return { bytes, sha256: sha256.digest('hex') };
  }
};

/** What `gzipSync` puts before the compressed bytes: a header without extra fields. */
const PLAIN_HEADER_BYTES = 10;

const memberOf = (part: Buffer): Buffer => {
  const packed = gzipSync(part).subarray(PLAIN_HEADER_BYTES);
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32LE(HEADER_BYTES + packed.length, 0);
  lengths.writeUInt32LE(part.length, 4);
  return Buffer.concat([memberHeader(), lengths, packed]);
};
