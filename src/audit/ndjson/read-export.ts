import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogFs } from '../../events/log-fs.ts';
import { type Position, parsePosition } from '../../events/position.ts';
import { lineDigest } from '../../events/seal.ts';
import { damageAt, type PlacedDamage } from '../../events/verify/report.ts';
import { type CheckedLine, startCheck } from './check-lines.ts';
import { ExportFileError, type FileLine, fileLines } from './file-lines.ts';
import { beginsWith, readRecord } from './parse-record.ts';
import {
  EXPORT_VERSION,
  type ExportRecord,
  type HeaderRecord,
  LINE_START,
  type ManifestRecord,
  RECORD_START,
  type SealRecord,
} from './records.ts';

/** What a line of an export file brings. */
export type ExportItem =
  | { readonly kind: 'segment'; readonly segment: number }
  /** A line of the log, or bytes of it. */
  | {
      readonly kind: 'bytes';
      readonly number: number;
      readonly position: Position;
      readonly bytes: Buffer;
      readonly isLine: boolean;
      /** Of the line as it was logged, where this one was redacted; null where it was not, or nobody knows. */
      readonly digest: string | null;
    }
  | { readonly kind: 'blob'; readonly name: string; readonly bytes: Buffer }
  | { readonly kind: 'seal'; readonly number: number; readonly record: SealRecord; readonly position: Position };

export interface ExportReading {
  readonly header: HeaderRecord;
  /** Null where the file was cut off. */
  readonly manifest: ManifestRecord | null;
  /** What happened to the file since it was written. */
  readonly damage: readonly PlacedDamage[];
}

export interface ReadExportInput {
  readonly fs: LogFs;
  readonly fd: number;
  readonly onItem?: (item: ExportItem) => void;
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Reads an export file, checks it against its own checks and its manifest, and gives out what it holds as it comes, as far
 * as it can be read. Throws the system's errors, and `ExportFileError` for a file that is no export.
 */
export const readExport = async ({ fs, fd, onItem = () => {}, onBytes }: ReadExportInput): Promise<ExportReading> => {
  const check = startCheck();
  const hash = createHash('sha256');
  const damage: PlacedDamage[] = [];
  const lines = fileLines(fs, fd, onBytes);
  const first = lines.next();
  if (first.done) throw new ExportFileError('it is empty');
  const header = headerOf(readRecord(first.value.bytes));
  const take = placing(header, onItem);
  let manifest: ManifestRecord | null = null;
  let sum = '';
  let last: CheckedLine = { number: 1, digest: lineDigest(first.value.bytes), at: take.end() };
  const tell = (kind: PlacedDamage['kind'], detail: string): void => {
    damage.push({ ...damageAt(kind, last.at, detail), line: last.number });
  };

  hash.update(first.value.bytes).update('\n');
  check.line(last);
  let since = 0;
  for (const line of lines) {
    const { bytes, number } = line;
    since += bytes.length;
    if (since > BREATH) {
      // Interrupts come through.
      await nextTurn();
      since = 0;
    }
    const record = beginsWith(bytes, RECORD_START) ? readRecord(bytes) : null;
    last = { number, digest: lineDigest(bytes), at: take.placeOf(record, bytes) };
    if (manifest !== null) {
      tell('inserted', 'this line stands behind the end of the export');
      continue;
    }
    if (record?.docket === 'manifest') {
      const start = bytes.lastIndexOf(SUM_START) + SUM_START.length;
      sum = hash.update(bytes.subarray(0, start)).digest('hex');
      check.end(last);
      if (!bytes.subarray(start).equals(Buffer.from(`${record.sha256}"}`))) tell('flipped', MANIFEST_CHANGED);
      manifest = record;
      continue;
    }
    hash.update(bytes).update('\n');
    if (record?.docket === 'check') check.check(record, last);
    else {
      check.line(last);
      const problem = take.line(line, record);
      if (problem !== null) tell('flipped', problem);
    }
  }
  if (manifest === null) {
    // Nothing says what the lines behind the last check were.
    tell('truncated', 'the file ends here, without its manifest: it was cut off');
  }
  const found = check.damage((digests) => listedDigests({ fs, fd }, digests));
  if (manifest !== null && manifest.sha256 !== sum && found.length + damage.length === 0)
    tell('flipped', MANIFEST_CHANGED);
  const isFound = new Set(found.map(({ line }) => line));
  const more = damage.filter(({ line, kind }) => kind === 'truncated' || !isFound.has(line));
  return { header, manifest, damage: [...found, ...more].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
};

/** The first line of an export. Throws as `readExport` does. */
export const readHeader = (fs: LogFs, fd: number): HeaderRecord => {
  for (const { bytes } of fileLines(fs, fd)) return headerOf(readRecord(bytes));
  throw new ExportFileError('it is empty');
};

/** Follows where the lines of a file go in the log, and gives out what they bring. */
const placing = (header: HeaderRecord, onItem: (item: ExportItem) => void) => {
  let end: Position = { segment: 1, offset: 0 };
  let at: { readonly position: Position; readonly digest: string | null } | null = null;

  const following = (): Position => ({ segment: end.segment, offset: end.offset + 1 });

  const put = (number: number, bytes: Buffer, isLine: boolean, wanted: Position): string | null => {
    const isBack = wanted.segment === end.segment && wanted.offset < end.offset;
    const position = isBack ? end : wanted;
    onItem({ kind: 'bytes', number, position, bytes, isLine, digest: at?.digest ?? null });
    end = { segment: position.segment, offset: position.offset + bytes.length + (isLine ? 1 : 0) };
    at = null;
    // What was redacted may have become longer.
    return isBack && header.redacted.length === 0 ? 'this line is said to stand where another one stands' : null;
  };

  const takeRecord = (number: number, record: ExportRecord): string | null => {
    if (record.docket === 'segment') {
      end = { segment: record.segment, offset: 0 };
      onItem({ kind: 'segment', segment: record.segment });
    } else if (record.docket === 'at') {
      at = { position: parsePosition(record.position) as Position, digest: record.digest ?? null };
    } else if (record.docket === 'bytes') {
      const isLine = record.reason === 'verbatim' && header.scope === 'part';
      return put(number, Buffer.from(record.base64, 'base64'), isLine, parsePosition(record.position) as Position);
    } else if (record.docket === 'blob') {
      const bytes = Buffer.from(record.text ?? record.base64 ?? '', record.text === undefined ? 'base64' : 'utf8');
      onItem({ kind: 'blob', name: record.sha256, bytes });
      const isWhole = createHash('sha256').update(bytes).digest('hex') === record.sha256;
      if (isWhole === (record.damaged === true)) return 'this text is not the one that its name says';
    } else if (record.docket === 'seal') {
      onItem({ kind: 'seal', number, record, position: parsePosition(record.position) as Position });
    }
    return null;
  };

  return {
    end: () => end,
    /** Where in the log a line of the file stands, or where the log goes on. */
    placeOf: (record: ExportRecord | null, bytes: Buffer): Position => {
      if (record !== null && 'position' in record) return parsePosition(record.position) as Position;
      return beginsWith(bytes, LINE_START) ? (at?.position ?? following()) : end;
    },
    /** Takes a line in; returns what is wrong with it. */
    line: ({ number, bytes }: FileLine, record: ExportRecord | null): string | null => {
      if (record !== null) return takeRecord(number, record);
      if (beginsWith(bytes, LINE_START)) return put(number, bytes, true, at?.position ?? following());
      return 'this line is neither one of a log nor a record';
    },
  };
};

/** Bytes that are read without a break. */
const BREATH = 4 * 1024 * 1024;

const MANIFEST_CHANGED = 'the manifest does not fit the lines in front of it: it, or a check among them, was changed';

const SUM_START = '"sha256":"';

const headerOf = (record: ExportRecord | null): HeaderRecord => {
  if (record?.docket !== 'export') {
    throw new ExportFileError(
      'its first line is not that of a docket export: give a file that `docket export --format ndjson` wrote',
    );
  }
  if (record.v > EXPORT_VERSION) {
    throw new ExportFileError(
      'it was written by a later version of docket: update this one (npm install docket@latest) to read it',
    );
  }
  return record;
};

/** Which of some digests the checks of a file hold. */
const listedDigests = ({ fs, fd }: Pick<ReadExportInput, 'fs' | 'fd'>, wanted: ReadonlySet<string>): Set<string> => {
  const found = new Set<string>();
  for (const { bytes } of fileLines(fs, fd)) {
    if (!beginsWith(bytes, '{"docket":"check"')) continue;
    const record = readRecord(bytes);
    if (record?.docket !== 'check') continue;
    for (let at = 0; at < record.lines.length; at += 8) {
      const digest = record.lines.slice(at, at + 8);
      if (wanted.has(digest)) found.add(digest);
    }
  }
  return found;
};
