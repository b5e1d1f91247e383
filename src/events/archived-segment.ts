import { constants } from 'node:fs';
import { type LogFs, readFully } from './log-fs.ts';
import type { SegmentBytes } from './open-segment.ts';

/**
 * An archived segment is a gzip file of many members, so that any gzip program gives its bytes back and a reader can
 * begin anywhere. Each member's header has one extra field, `DK`: the member's length and the length of what it holds,
 * 32 bits each, little-endian. All hold `MEMBER_BYTES` but the last two: the last one holds nothing, and without it the
 * file was cut off.
 */
const HEADER_START = [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 12, 0, 0x44, 0x4b, 8, 0] as const;
/** A member's header with its lengths. */
export const HEADER_BYTES = HEADER_START.length + 8;

/** The beginning of a member's header, up to its lengths. Made when asked for: almost no hook call reads an archive. */
export const memberHeader = (): Buffer => Buffer.from(HEADER_START);

/** The last member: 34 bytes that hold nothing. */
export const endMember = (): Buffer =>
  Buffer.concat([memberHeader(), Buffer.from([34, 0, 0, 0, 0, 0, 0, 0, 3]), Buffer.alloc(9)]);

/** How much of a segment one member holds: what a reader must unpack to read one byte. */
export const MEMBER_BYTES = 1024 * 1024;
/** Bytes that cannot be compressed take a little more than themselves. */
const MOST_PACKED = MEMBER_BYTES + 64 * 1024;

/** Why an archive cannot be read. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

interface Member {
  readonly at: number;
  readonly length: number;
  /** Where what it holds begins in the segment. */
  readonly start: number;
  readonly end: number;
}

/**
 * Opens an archived segment for reading. Throws the system's errors, and `ArchiveError` when its members do not lead
 * from its beginning to its end; reading throws that for a member whose content is damaged.
 */
export const openArchive = (fs: LogFs, path: string): SegmentBytes => {
  const fd = fs.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const members = findMembers(fs, fd);
    // What was unpacked last: a reader's next read often begins in it.
    let unpacked: { readonly member: Member; readonly bytes: Buffer } | null = null;
    return {
      read: (buffer, offset) => {
        let length = 0;
        while (length < buffer.length) {
          const place = offset + length;
          const member = members.find(({ end }) => place < end);
          if (member === undefined) break;
          if (unpacked?.member !== member) unpacked = { member, bytes: unpack(fs, fd, member) };
          length += unpacked.bytes.copy(buffer, length, place - member.start);
        }
        return length;
      },
      close: () => fs.closeSync(fd),
    };
  } catch (error) {
    fs.closeSync(fd);
    throw error;
  }
};

const findMembers = (fs: LogFs, fd: number): Member[] => {
  const members: Member[] = [];
  const header = Buffer.alloc(HEADER_BYTES);
  const [memberStart, lastMember] = [memberHeader(), endMember()];
  let [at, start] = [0, 0];
  for (;;) {
    if (readFully(fs, fd, header, at) < header.length) throw new ArchiveError('its end is missing');
    const length = header.readUInt32LE(memberStart.length);
    const held = header.readUInt32LE(memberStart.length + 4);
    // Only the last one but the end may hold less: where the others begin follows from that.
    const isLast = start % MEMBER_BYTES > 0;
    if (
      !header.subarray(0, memberStart.length).equals(memberStart) ||
      length <= HEADER_BYTES ||
      length > MOST_PACKED ||
      held > (isLast ? 0 : MEMBER_BYTES)
    ) {
      throw new ArchiveError(`no part of it begins at its byte ${at}`);
    }
    if (held === 0) break;
    members.push({ at, length, start, end: start + held });
    at += length;
    start += held;
  }
  // One byte more than there may be.
  const end = Buffer.alloc(lastMember.length + 1);
  const length = readFully(fs, fd, end, at);
  if (length < lastMember.length) throw new ArchiveError('its end is missing');
  if (!end.subarray(0, length).equals(lastMember)) throw new ArchiveError(`its end, byte ${at}, is not one`);
  return members;
};

const unpack = (fs: LogFs, fd: number, { at, length, start, end }: Member): Buffer => {
  const packed = Buffer.allocUnsafe(length);
  const complaint = `its bytes ${at} to ${at + length} are damaged`;
  if (readFully(fs, fd, packed, at) !== length) throw new ArchiveError('its end is missing');
  let bytes: Buffer;
  try {
    // Loaded here: few hook calls read an archived segment. A damaged length must not unpack to more than it says.
    bytes = process.getBuiltinModule('node:zlib').gunzipSync(packed, { maxOutputLength: end - start });
  } catch {
    throw new ArchiveError(complaint);
  }
  if (bytes.length !== end - start) throw new ArchiveError(complaint);
  return bytes;
};
