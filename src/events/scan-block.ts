import { type Envelope, FORMAT_VERSION } from './envelope.ts';
import { isLogLine, type LogBlock, parseBlock } from './log-reader.ts';

/** What the beginning of a line says, without parsing the rest. */
export interface ScannedLine {
  readonly stream: string;
  readonly type: string;
  readonly at: string;
  /** Offsets in the block's bytes: of the first byte, and behind the last one before the newline. */
  readonly start: number;
  readonly end: number;
  /** The line begins and ends as an event does. What is torn or damaged between the two, only parsing tells. */
  readonly isWhole: boolean;
  /** The event, where it had to be parsed to know its session; null where the beginning told. */
  readonly event: Envelope | null;
}

/**
 * Tells the session of every line of a block, an order of magnitude faster than parsing each: docket writes the fields
 * of an envelope in one order, so a line's first bytes tell. Lines of other writers, which may order or space them
 * otherwise, are parsed. A line that says no session is of none, and is left out. `names` remembers names between blocks.
 */
export const scanBlock = (
  block: LogBlock,
  names: StreamNames,
  onLine: (line: ScannedLine, text: string) => void,
): void => {
  // One byte is one character, so offsets in the text are offsets in the bytes.
  const text = block.bytes.toString('latin1');
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    if (end > start) {
      const line = headOf(text, start, end, names) ?? parsedLine(block, start, end);
      if (line !== null) onLine(line, text);
    }
    start = end + 1;
  }
};

/** Names of sessions by how they stand in the log. */
export type StreamNames = Map<string, string | null>;

/** A log can name any number of sessions. */
const MOST_NAMES = 10_000;

const HEAD = new RegExp(
  `\\{"v":${FORMAT_VERSION},"id":"[^"\\\\\\n]+","type":"([^"\\\\\\n]*)","at":"([^"\\\\\\n]*)",` +
    '"stream":"((?:[^"\\\\\\n]|\\\\[^\\n])*)","actor":',
  'y',
);

const CLOSING_BRACE = 0x7d;

const headOf = (text: string, start: number, end: number, names: StreamNames): ScannedLine | null => {
  HEAD.lastIndex = start;
  const found = HEAD.exec(text);
  if (found === null) return null;
  const [, type = '', at = '', raw = ''] = found;
  let stream = names.get(raw);
  if (stream === undefined) {
    const key = ownText(raw);
    stream = nameFrom(key);
    if (names.size === MOST_NAMES) names.clear();
    names.set(key, stream);
  }
  if (stream === null) return null;
  return { stream, type, at, start, end, isWhole: text.charCodeAt(end - 1) === CLOSING_BRACE, event: null };
};

const nameFrom = (raw: string): string | null => {
  const bytes = Buffer.from(raw, 'latin1');
  if (!process.getBuiltinModule('node:buffer').isUtf8(bytes)) return null;
  try {
    return JSON.parse(`"${bytes.toString('utf8')}"`) as string;
  } catch {
    return null;
  }
};

/** A part of a text keeps the whole text in memory; its copy does not. */
export const ownText = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le');

const parsedLine = ({ segment, offset, bytes }: LogBlock, start: number, end: number): ScannedLine | null => {
  for (const line of parseBlock({ segment, offset: offset + start, bytes: bytes.subarray(start, end + 1) })) {
    if (!isLogLine(line)) return null;
    const { event } = line;
    return { stream: event.stream, type: event.type, at: event.at, start, end, isWhole: true, event };
  }
  return null;
};
