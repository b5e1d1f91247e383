import { type Position, parsePosition } from '../../events/position.ts';
import { chainOf, DIGEST_LENGTH, digestOfDigests, isPlace, type Seal } from '../../events/seal.ts';
import type { ExportItem } from './read-export.ts';
import type { SealRecord } from './records.ts';

/** A seal in an export: its own line, or a record of it. */
export interface PartSeal {
  readonly number: number;
  readonly position: Position;
  /** Null where its fields contradict each other. */
  readonly seal: Seal | null;
  /** The digests of its lines; empty where they are not in the file. */
  readonly lines: string;
  /** Whether `chain` vouches for them. */
  readonly isBound: boolean;
}

/** The seal that an item of an export is; null for all else. */
export const partSeal = (item: ExportItem): PartSeal | null => {
  if (item.kind === 'seal') return sealFrom(item.record, '', item);
  if (item.kind !== 'bytes' || !item.isLine || !item.bytes.includes('"LogSealed"')) return null;
  const event = eventIn(item.bytes);
  if (event?.type !== 'LogSealed') return null;
  // One that was exported without digests says only that there was a seal.
  if (event.data.chain === '') return null;
  return sealFrom(event.data, event.id, item);
};

const sealFrom = (
  data: Omit<SealRecord, 'docket' | 'position'>,
  id: string,
  { number, position }: { readonly number: number; readonly position: Position },
): PartSeal => {
  const { prev, n, hash, chain, digests, torn, lost, signature, lines = '' } = data;
  const from = parsePosition(data.from);
  const to = parsePosition(data.to);
  const isWhole =
    from !== null &&
    to !== null &&
    Number.isInteger(n) &&
    chainOf(data) === chain &&
    (lines === '' ||
      (lines.length === n * DIGEST_LENGTH && (digests === undefined || digestOfDigests(lines) === digests)));
  if (!isWhole) return { number, position, seal: null, lines: '', isBound: false };
  const seal: Seal = {
    position,
    id,
    prev,
    from,
    to,
    n,
    hash,
    chain,
    torn: Array.isArray(torn) ? torn.filter(({ at }) => parsePosition(at) !== null) : [],
    lost: isPlace(lost) ? lost : null,
    signature: typeof signature === 'string' ? signature : null,
  };
  return { number, position, seal, lines, isBound: digests !== undefined };
};

const eventIn = (
  bytes: Buffer,
): { readonly type: string; readonly id: string; readonly data: Omit<SealRecord, 'docket' | 'position'> } | null => {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
};
