import type { EventData } from '../../events/schemas.ts';
import type { SealPlace } from '../../events/seal.ts';

// The lines of an export file that are not lines of the log. docs/log-format.md says what they mean.

/** A line of the file that begins so is a line of the log, byte for byte; one that begins as a record does is a record. */
export const LINE_START = '{"v":';
export const RECORD_START = '{"docket":';

export const EXPORT_VERSION = 1;

/** The first line. */
export interface HeaderRecord {
  readonly docket: 'export';
  readonly v: number;
  /** The version of docket that wrote it. */
  readonly by: string;
  readonly at: string;
  readonly project: string;
  /** `all`: every byte of every segment. `part`: chosen lines. */
  readonly scope: 'all' | 'part';
  /** What was asked for; empty for everything. */
  readonly selection: readonly string[];
  /** Levels that were taken out. */
  readonly redacted: readonly string[];
  /** Whether the seals and lines that were redacted still have the digests of what was sealed. */
  readonly digests: boolean;
  /** Whether the large texts that its lines name are in it. */
  readonly blobs: boolean;
}

/** In an export of everything: a segment begins. */
export interface SegmentRecord {
  readonly docket: 'segment';
  readonly segment: number;
}

/** Where the next line of the log stands, where that does not follow from the line before it. */
export interface AtRecord {
  readonly docket: 'at';
  readonly position: string;
  /** Of the line as it was logged, where the one that follows was redacted. */
  readonly digest?: string;
}

/** Bytes that are no line of the log, or one that cannot stand in the file as it is. */
export interface BytesRecord {
  readonly docket: 'bytes';
  readonly position: string;
  readonly reason: string;
  readonly base64: string;
}

/** A large text that a line names. */
export interface BlobRecord {
  readonly docket: 'blob';
  /** Its name. */
  readonly sha256: string;
  readonly text?: string;
  /** Where it is no text. */
  readonly base64?: string;
  /** Its bytes are not those that its name says. */
  readonly damaged?: true;
}

/** In a part: a seal of the log whose own line is not in it. */
export interface SealRecord extends Omit<EventData<'LogSealed'>, 'lines'> {
  readonly docket: 'seal';
  readonly position: string;
  /** Left out where none of the lines it covers is in the file. */
  readonly lines?: string;
}

/** The lines of the file since the one before, by digest. */
export interface CheckRecord {
  readonly docket: 'check';
  /** The number of the first of them in the file, from 1. */
  readonly from: number;
  readonly lines: string;
}

export interface SegmentSum {
  readonly segment: number;
  /** Lines that are events. */
  readonly lines: number;
  /** Of the file that is to come of it; null in a part. */
  readonly bytes: number | null;
  readonly sha256: string | null;
}

/** The last line: without it the file was cut off. Ends with `sha256`, over all bytes in front of its value. */
export interface ManifestRecord {
  readonly docket: 'manifest';
  /** Events in the file. */
  readonly lines: number;
  readonly segments: readonly SegmentSum[];
  readonly blobs: { readonly kept: number; readonly missing: readonly string[] };
  readonly seals: number;
  /** The newest seal that the log remembered. */
  readonly head: SealPlace | null;
  /** What is not in the file although it was chosen. */
  readonly leftOut: readonly string[];
  /** How many values were taken out, by level and event type. */
  readonly removed: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sha256: string;
}

export type ExportRecord =
  | HeaderRecord
  | SegmentRecord
  | AtRecord
  | BytesRecord
  | BlobRecord
  | SealRecord
  | CheckRecord
  | ManifestRecord;

/** A record as it stands in the file. */
export const recordLine = (record: Exclude<ExportRecord, ManifestRecord>): string => JSON.stringify(record);

/** Lines of the file that one check covers at most. */
export const CHECKED_LINES = 256;
