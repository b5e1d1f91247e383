import { createHash, hash } from 'node:crypto';
import type { Envelope } from './envelope.ts';
import { comparePositions, type Position, parsePosition } from './position.ts';
import { hasPromisedData } from './promised-data.ts';
import type { EventData } from './schemas.ts';

/** A seal as it stands in the log. Without the digests of its lines, of which a long log has many. */
export interface Seal {
  readonly position: Position;
  /** Of the event. Two sessions that seal the same bytes at once write two events with the same `chain`. */
  readonly id: string;
  /** `chain` of the seal it goes on from; null for the genesis seal. */
  readonly prev: string | null;
  readonly from: Position;
  /** Where the sealed bytes end: behind a newline. */
  readonly to: Position;
  /** Lines in the range that are not empty, torn ones included. */
  readonly n: number;
  readonly hash: string;
  readonly chain: string;
  readonly torn: readonly TornLine[];
  readonly lost: SealPlace | null;
  readonly signature: string | null;
}

export type TornLine = NonNullable<EventData<'LogSealed'>['torn']>[number];

/** Which seal stands where: what is kept outside the log to find it again. */
export interface SealPlace {
  readonly chain: string;
  readonly seal: string;
}

/** Lines a seal covers at most, so that its own line stays short. */
export const MOST_LINES = 4096;

/** Characters of one line's digest in `lines`. */
export const DIGEST_LENGTH = 8;

/** Stands in the bytes of every seal as docket writes it. */
export const SEAL_MARK = Buffer.from('"type":"LogSealed"');

/** The first 48 bits of the SHA-256 of a line without its newline, base64url. */
export const lineDigest = (line: Uint8Array): string => hash('sha256', line, 'base64url').slice(0, DIGEST_LENGTH);

/**
 * What a seal's `chain` is made of: everything it says about the bytes, and through `prev` all seals before it. Seals of
 * older logs have no `digests`, so that nothing vouches for what they say of single lines.
 */
export const chainOf = ({ prev, from, to, n, hash: bytes, digests }: ChainParts): string =>
  createHash('sha256')
    .update(JSON.stringify([prev, from, to, n, bytes, ...(digests === undefined ? [] : [digests])]))
    .digest('hex');

type ChainParts = Pick<EventData<'LogSealed'>, 'prev' | 'from' | 'to' | 'n' | 'hash' | 'digests'>;

/** What makes `chain` vouch for the digests of the single lines: SHA-256 of all of them as they stand in the seal, hex. */
export const digestOfDigests = (lines: string): string => hash('sha256', lines, 'hex');

/** The seal that an event is; null when it is none, or one whose fields contradict each other. */
export const sealOf = (event: Envelope, position: Position): Seal | null => {
  if (event.type !== 'LogSealed' || !hasPromisedData(event)) return null;
  const data = event.data as EventData<'LogSealed'>;
  const from = parsePosition(data.from);
  const to = parsePosition(data.to);
  if (from === null || to === null || comparePositions(from, to) >= 0) return null;
  if (data.lines.length !== data.n * DIGEST_LENGTH || chainOf(data) !== data.chain) return null;
  if (data.digests !== undefined && digestOfDigests(data.lines) !== data.digests) return null;
  const { prev, n, hash: bytes, chain, torn, lost, signature } = data;
  return {
    position,
    id: event.id,
    prev,
    from,
    to,
    n,
    hash: bytes,
    chain,
    torn: Array.isArray(torn) ? torn.filter(({ at }) => parsePosition(at) !== null) : [],
    lost: isPlace(lost) ? lost : null,
    signature: typeof signature === 'string' ? signature : null,
  };
};

export const isPlace = (value: unknown): value is SealPlace => {
  if (typeof value !== 'object' || value === null) return false;
  const { chain, seal } = value as Partial<SealPlace>;
  return typeof chain === 'string' && /^[0-9a-f]{64}$/.test(chain) && parsePosition(seal) !== null;
};
