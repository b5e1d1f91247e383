import { ExportFileError, fileLines } from '../audit/ndjson/file-lines.ts';
import { type ExportReading, readHeader } from '../audit/ndjson/read-export.ts';
import { verifyPart } from '../audit/ndjson/verify-part.ts';
import { verifyWhole } from '../audit/ndjson/verify-whole.ts';
import { nodeLogFs } from '../events/log-fs.ts';
import { CARRIAGE_RETURN, withoutLineEnds } from '../events/verify/line-ends.ts';
import type { PlacedDamage, VerifyReport } from '../events/verify/report.ts';
import { withExport } from './export-file.ts';
import { type ExitCode, type Io, UsageError } from './io.ts';
import { byteProgressFor } from './progress.ts';
import { shellWord } from './shell-word.ts';
import { exportText } from './verify-export-text.ts';
import { readAnchors, readPublicKey, type VerifyOptions } from './verify-options.ts';

/** What the verification of an export says beside that of a log. */
export interface ExportProof {
  readonly scope: 'all' | 'part';
  readonly selection: readonly string[];
  readonly redacted: readonly string[];
  /** When it was written, and by which version; what it says of itself. */
  readonly at: string;
  readonly by: string;
  /** Lines that are what was sealed, in the sealed order. */
  readonly proven: number;
  /** Sealed lines that are not in it: nobody can tell more of them. */
  readonly notInExport: number;
  /** Proven lines of old seals, whose digests nothing vouches for. */
  readonly unbound: number;
  /** What it says that it lacks. */
  readonly leftOut: readonly string[];
}

/**
 * `docket verify FILE`: checks an ndjson export without the project it is of. Exit code 1 on damage. Throws `UsageError`
 * for what is no export.
 */
export const runVerifyExport = async (name: string, options: VerifyOptions, io: Io): Promise<ExitCode> => {
  if (name === '-' && options.anchor === '-') throw new UsageError('Only one of the export and --anchor can be -.');
  const anchors = options.anchor === undefined ? [] : await readAnchors(options.anchor, io);
  const publicKey = options.key === undefined ? null : readPublicKey(options.key, io);
  const claims = anchors.map((anchor) => ({ ...anchor, by: 'the anchor' }));
  const progress = byteProgressFor(io);
  const { report, proof } = await withExport(name, io, async ({ fd, scratch }) => {
    const input = { fs: nodeLogFs, fd, claims, publicKey, onBytes: progress.on('verifying') };
    try {
      const { scope } = readHeader(nodeLogFs, fd);
      const verified = scope === 'all' ? await whole({ ...input, root: scratch }) : await part(input);
      return verified.report.ok ? verified : withLineEnds(verified, fd, name);
    } catch (error) {
      if (error instanceof ExportFileError) throw new UsageError(`${name} is no export to verify: ${error.message}`);
      throw error;
    } finally {
      progress.done();
    }
  });
  if (options.json === true) io.stdout(`${JSON.stringify({ ...report, export: proof })}\n`);
  else io.stdout(exportText(report, proof, anchors.length, io));
  return report.ok ? 0 : 1;
};

interface Verified {
  readonly report: VerifyReport;
  readonly proof: ExportProof;
}

/** Lines of the file that end otherwise than docket ended them, once. */
const withLineEnds = ({ report, proof }: Verified, fd: number, name: string): Verified => {
  const ended = new Set<number>();
  for (const { number, bytes } of fileLines(nodeLogFs, fd)) if (bytes.at(-1) === CARRIAGE_RETURN) ended.add(number);
  // The log that was made of the file has them as well.
  const damage = report.damage.map((one) => (one.kind === 'line-ends' ? { ...one, kind: 'flipped' as const } : one));
  const file = name === '-' ? undefined : shellWord(name);
  const isCrLf = ({ line }: PlacedDamage): boolean => line !== null && ended.has(line);
  return { report: { ...report, damage: withoutLineEnds(damage, isCrLf, file) }, proof };
};

const whole = async (input: Parameters<typeof verifyWhole>[0]): Promise<Verified> => {
  const { report, reading } = await verifyWhole(input);
  const proven = report.seals === 0 ? 0 : report.events - report.unsealed;
  return { report, proof: proofOf(reading, { proven, notInExport: 0, unbound: 0 }) };
};

const part = async (input: Parameters<typeof verifyPart>[0]): Promise<Verified> => {
  const { report, reading, ...counts } = await verifyPart(input);
  return { report, proof: proofOf(reading, counts) };
};

const proofOf = (
  { header, manifest }: ExportReading,
  { proven, notInExport, unbound }: Pick<ExportProof, 'proven' | 'notInExport' | 'unbound'>,
): ExportProof => ({
  scope: header.scope,
  selection: header.selection,
  redacted: header.redacted,
  at: header.at,
  by: header.by,
  proven,
  notInExport,
  unbound,
  leftOut: manifest?.leftOut ?? [],
});
