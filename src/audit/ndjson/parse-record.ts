import { parsePosition } from '../../events/position.ts';
import { isPlace } from '../../events/seal.ts';
import type { ExportRecord } from './records.ts';

/** Whether a line begins with a text of ASCII characters. */
export const beginsWith = (bytes: Buffer, text: string): boolean =>
  bytes.length >= text.length && bytes.toString('latin1', 0, text.length) === text;

/** Null for what is no record of this version. */
export const readRecord = (bytes: Buffer): ExportRecord | null => {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};

const isRecord = (value: unknown): value is ExportRecord => {
  const record = value as Record<string, unknown>;
  const isText = (name: string): boolean => typeof record[name] === 'string';
  const isPlaced = (): boolean => {
    const position = parsePosition(record['position']);
    return position !== null && isSegment(position.segment);
  };
  switch (record['docket']) {
    case 'export':
      return typeof record['v'] === 'number' && Array.isArray(record['redacted']) && Array.isArray(record['selection']);
    case 'segment':
      return isSegment(record['segment']);
    case 'at':
      return isPlaced() && (record['digest'] === undefined || isText('digest'));
    case 'bytes':
      return isPlaced() && isText('base64');
    case 'blob':
      return (
        isText('sha256') && /^[0-9a-f]{64}$/.test(String(record['sha256'])) && (isText('text') || isText('base64'))
      );
    case 'seal':
      return isPlaced() && isText('chain') && isText('from') && isText('to');
    case 'check':
      return typeof record['from'] === 'number' && isText('lines');
    case 'manifest':
      return isText('sha256') && isManifest(record);
    default:
      return false;
  }
};

/** More than a terabyte: a file that says more would make as many files. */
const MOST_SEGMENTS = 20_000;

const isSegment = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MOST_SEGMENTS;

/** Names in it become names of files. */
const isManifest = ({ segments, blobs, head, leftOut, lines }: Record<string, unknown>): boolean =>
  typeof lines === 'number' &&
  Array.isArray(segments) &&
  segments.every(isSum) &&
  typeof blobs === 'object' &&
  blobs !== null &&
  (head === null || isPlace(head)) &&
  Array.isArray(leftOut) &&
  leftOut.every((what) => typeof what === 'string');

const isSum = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const { segment, bytes, sha256 } = value as Record<string, unknown>;
  return (
    isSegment(segment) &&
    (bytes === null || Number.isSafeInteger(bytes)) &&
    (sha256 === null || typeof sha256 === 'string')
  );
};
