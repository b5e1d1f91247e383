import type { KeyObject } from 'node:crypto';
import type { LogFs } from '../../events/log-fs.ts';
import { formatPosition } from '../../events/position.ts';
import { type LogFolder, logFolder } from '../../events/segments.ts';
import type { Claim } from '../../events/verify/claims.ts';
import type { PlacedDamage, VerifyReport } from '../../events/verify/report.ts';
import { verifyLog } from '../../events/verify/verify-log.ts';
import { LONGEST_GAP, logBytes } from './log-bytes.ts';
import { type ExportReading, readExport } from './read-export.ts';
import { segmentFiles } from './write-segments.ts';

export interface VerifyWholeInput {
  readonly fs: LogFs;
  readonly fd: number;
  /** An empty folder for the log that the file holds: it takes as much space as that. */
  readonly root: string;
  readonly claims: readonly Claim[];
  readonly publicKey: KeyObject | null;
  readonly onBytes?: (bytes: number) => void;
  readonly limit?: number;
}

/**
 * Verifies an export of everything: makes the log of it and verifies that, so that damage has the names and places that it
 * has in a log; the lines are those of the file. Throws as `readExport` does.
 */
export const verifyWhole = async (
  input: VerifyWholeInput,
): Promise<{ readonly report: VerifyReport; readonly reading: ExportReading }> => {
  const { fs, fd, root, publicKey, limit, onBytes } = input;
  const progress = onBytes === undefined ? {} : { onBytes };
  const files = segmentFiles(root, fs);
  // Docket writes an empty line for each line; a file that is not docket's must not fill the disk.
  const bytes = logBytes(files.write, fs.fstatSync(fd).size + LONGEST_GAP);
  let reading: ExportReading;
  let left: PlacedDamage[];
  try {
    reading = await readExport({ fs, fd, onItem: bytes.take, ...progress });
    left = bytes.end(reading);
  } finally {
    files.close();
  }
  const folder: LogFolder = logFolder(root, fs, limit);
  const { head } = reading.manifest ?? { head: null };
  const claims = head === null ? input.claims : [...input.claims, { ...head, by: "the export's manifest" }];
  const report = verifyLog({ folder, claims, publicKey, ...progress });
  const ofLog = await withFileLines(report.damage, input);
  const isNamed = new Set(ofLog.map(({ line }) => line));
  const ofFile = reading.damage.filter(({ line }) => !isNamed.has(line));
  const damage = [...ofFile, ...ofLog];
  const all = damage.length === 0 ? left : damage;
  return { report: { ...report, ok: all.length === 0, damage: all }, reading };
};

/** Gives damage the number of its line in the file; null where nothing of the file stands there. */
const withFileLines = async (
  damage: readonly PlacedDamage[],
  { fs, fd }: Pick<VerifyWholeInput, 'fs' | 'fd'>,
): Promise<PlacedDamage[]> => {
  if (damage.length === 0) return [];
  const wanted = new Set(damage.map(formatPosition));
  const numbers = new Map<string, number>();
  await readExport({
    fs,
    fd,
    onItem: (item) => {
      if (item.kind !== 'bytes') return;
      const at = formatPosition(item.position);
      if (wanted.has(at)) numbers.set(at, item.number);
    },
  });
  return damage.map((one) => ({ ...one, line: numbers.get(formatPosition(one)) ?? null }));
};
