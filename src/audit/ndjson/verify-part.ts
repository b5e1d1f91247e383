import type { KeyObject } from 'node:crypto';
import type { LogFs } from '../../events/log-fs.ts';
import { comparePositions, formatPosition, LOG_START, type Position } from '../../events/position.ts';
import { DIGEST_LENGTH, lineDigest, type Seal } from '../../events/seal.ts';
import { chainTo } from '../../events/verify/chain.ts';
import type { Claim } from '../../events/verify/claims.ts';
import { matchLines } from '../../events/verify/match-lines.ts';
import { type Damage, damageAt, type PlacedDamage, type VerifyReport } from '../../events/verify/report.ts';
import { checkSignatures } from '../../events/verify/signatures.ts';
import { type PartSeal, partSeal } from './part-seals.ts';
import { type ExportItem, type ExportReading, readExport } from './read-export.ts';

export interface VerifyPartInput {
  readonly fs: LogFs;
  readonly fd: number;
  readonly claims: readonly Claim[];
  readonly publicKey: KeyObject | null;
  readonly onBytes?: (bytes: number) => void;
}

export interface VerifiedPart {
  readonly report: VerifyReport;
  readonly reading: ExportReading;
  /** Lines of the file that are what was sealed, in the sealed order. */
  readonly proven: number;
  /** Sealed lines of the log that are not in the file: of what they say it proves nothing. */
  readonly notInExport: number;
  /** Proven lines whose digests no chain vouches for, as in seals of older logs. */
  readonly unbound: number;
}

/** A line of the log in the file, without its bytes. */
interface HeldLine extends Position {
  readonly number: number;
  /** Of the line as it was logged; null where nobody knows. */
  readonly digest: string | null;
}

/**
 * Verifies lines that were chosen from a log: each is one that its seal has the digest of, they stand in the order in which
 * they were sealed, and the seals lead to the log's beginning. Reads the file twice. Throws as `readExport` does.
 */
export const verifyPart = async (input: VerifyPartInput): Promise<VerifiedPart> => {
  const { fs, fd, publicKey, onBytes } = input;
  const found: PartSeal[] = [];
  const read = (onItem: (item: ExportItem) => void): Promise<ExportReading> =>
    readExport({ fs, fd, onItem, ...(onBytes && { onBytes }) });
  let lines = 0;
  const reading = await read((item) => {
    if (item.kind === 'bytes' && item.isLine) lines += 1;
    const seal = partSeal(item);
    // The digests of lines are looked at one seal at a time.
    if (seal !== null) found.push({ ...seal, lines: '' });
  });
  const numbers = new Map(found.map(({ position, number }) => [formatPosition(position), number]));
  const placed = (damage: Damage): PlacedDamage => ({ ...damage, line: numbers.get(formatPosition(damage)) ?? null });
  const seals = found.flatMap(({ seal }) => (seal === null ? [] : [seal]));
  const tip = seals.at(-1) ?? null;
  const links = tip === null ? [] : chainTo(tip, seals);
  const holes = links.filter(({ seal }) => seal === null);
  const compared = await compareLines(read, {
    chain: new Set(links.map(({ seal }) => seal?.chain ?? '')),
    end: links.at(-1)?.to ?? LOG_START,
    isRedacted: reading.header.redacted.length > 0,
  });
  const head = reading.manifest?.head ?? null;
  const claims = head === null ? input.claims : [...input.claims, { ...head, by: "the export's manifest" }];
  const signatures = publicKey === null ? null : checkSignatures(seals, links, publicKey);

  const damage = [
    ...reading.damage,
    ...found
      .filter(({ seal }) => seal === null)
      .map(({ position }) => placed(damageAt('flipped', position, 'this seal contradicts itself'))),
    ...holes.map(({ to }) => placed(damageAt('deleted', to, 'the seal of the lines in front of this place is gone'))),
    ...compared.damage,
    ...checkClaims(claims, seals, tip).map(placed),
    ...(signatures?.damage ?? []).map(placed),
  ];
  const sealed = links.reduce((sum, { seal }) => sum + (seal?.n ?? 0), 0);
  return {
    reading,
    report: {
      ok: damage.length === 0,
      events: lines,
      seals: seals.length,
      unsealed: compared.unsealed,
      quarantined: [],
      damage: damage.filter(isFirst).sort((a, b) => comparePositions(a, b)),
      unproven: holes.map(({ from, to }) => ({ from: formatPosition(from), to: formatPosition(to) })),
      signed: signatures?.signed ?? null,
    },
    proven: compared.proven,
    notInExport: sealed - compared.proven,
    unbound: compared.unbound,
  };
};

/** The same line is not named twice. */
const isFirst = (one: PlacedDamage, index: number, all: readonly PlacedDamage[]): boolean =>
  one.line === null || all.findIndex(({ line }) => line === one.line) === index;

const checkClaims = (claims: readonly Claim[], seals: readonly Seal[], tip: Seal | null): Damage[] => {
  const known = new Set(seals.map(({ chain }) => chain));
  return claims
    .filter(({ chain }) => !known.has(chain))
    .map(({ seal, by }) =>
      damageAt('truncated', tip?.position ?? LOG_START, `the seal at ${seal} that ${by} names is not in the export`),
    );
};

/** Compares the lines of a file with the digests in the seals of its chain. */
const compareLines = async (
  read: (onItem: (item: ExportItem) => void) => Promise<ExportReading>,
  {
    chain,
    end,
    isRedacted,
  }: { readonly chain: ReadonlySet<string>; readonly end: Position; readonly isRedacted: boolean },
) => {
  let waiting: HeldLine[] = [];
  const strangers: HeldLine[] = [];
  const wrong: { readonly line: HeldLine; readonly kind: 'reordered' | 'duplicated' }[] = [];
  let [proven, unbound, unsealed] = [0, 0, 0];
  const done = new Set<string>();

  const takeSeal = ({ seal, lines, isBound }: PartSeal): void => {
    if (seal === null || !chain.has(seal.chain) || done.has(seal.chain)) return;
    done.add(seal.chain);
    const isCovered = (line: HeldLine): boolean =>
      comparePositions(line, seal.from) >= 0 && comparePositions(line, seal.to) < 0;
    const covered = waiting.filter(isCovered);
    waiting = waiting.filter((line) => !isCovered(line));
    const digests: readonly string[] = lines.match(DIGESTS) ?? [];
    const known = covered.filter(({ digest }) => digest !== null);
    const matches = matchLines(
      known.map(({ digest }) => digest ?? ''),
      digests,
    );
    const matched = new Set(matches.map(({ actual }) => actual));
    const isMatched = new Set(matches.map(({ actual }) => known[actual]?.digest));
    known.forEach((line, index) => {
      if (matched.has(index)) return;
      if (!digests.includes(line.digest ?? '')) strangers.push(line);
      else wrong.push({ line, kind: isMatched.has(line.digest) ? 'duplicated' : 'reordered' });
    });
    proven += matches.length;
    if (!isBound) unbound += matches.length;
  };

  await read((item) => {
    const seal = partSeal(item);
    if (item.kind === 'bytes' && item.isLine) {
      const digest = isRedacted ? item.digest : lineDigest(item.bytes);
      if (comparePositions(item.position, end) < 0) waiting.push({ ...item.position, number: item.number, digest });
      else if (seal === null) unsealed += 1;
    }
    if (seal !== null) takeSeal(seal);
  });
  const elsewhere = strangers.length === 0 ? new Set<string>() : await listedDigests(read, strangers);
  const named = strangers.map((line): PlacedDamage => {
    const isMoved = elsewhere.has(line.digest ?? '');
    return isMoved ? damaged(line, 'reordered') : damaged(line, 'flipped');
  });
  return { damage: [...named, ...wrong.map(({ line, kind }) => damaged(line, kind))], proven, unbound, unsealed };
};

const DIGESTS = new RegExp(`.{${DIGEST_LENGTH}}`, 'g');

const DETAILS = {
  flipped: 'this line is not what was sealed, or was never there',
  reordered: 'this line was sealed at another place',
  duplicated: 'this line stands in the export once more',
} as const;

const damaged = (line: HeldLine, kind: keyof typeof DETAILS): PlacedDamage => ({
  ...damageAt(kind, line, DETAILS[kind]),
  line: line.number,
});

/** Which of the digests of some lines any seal of the file holds. */
const listedDigests = async (
  read: (onItem: (item: ExportItem) => void) => Promise<ExportReading>,
  lines: readonly HeldLine[],
): Promise<Set<string>> => {
  const wanted = new Set(lines.map(({ digest }) => digest));
  const listed = new Set<string>();
  await read((item) => {
    for (const digest of partSeal(item)?.lines.match(DIGESTS) ?? []) if (wanted.has(digest)) listed.add(digest);
  });
  return listed;
};
