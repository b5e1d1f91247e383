import type { Envelope } from '../../events/envelope.ts';
import { isJsonObject } from '../../events/json-object.ts';
import { fileChangeOf, type Hunk } from '../../replay/file-change.ts';
import type { Part } from './model.ts';
import { cutMiddle, type TextReader } from './texts.ts';

/** Characters of one part, and lines of one diff. */
const LONGEST_PART = 4_000;
const MOST_DIFF_LINES = 200;

/** A change to a file as text, and what is to be said of it. */
export interface DiffText {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
  readonly note: string | null;
}

/** What the events of a call say it does to a file; null where it writes none, or nobody recorded what. */
export const diffOf = (events: readonly Envelope[], reader: TextReader): DiffText | null => {
  const change = fileChangeOf(events.map(withWholeInput(reader)));
  if (change === null) return null;
  const lines = change.hunks.flatMap(linesOf);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  const more = lines.length - MOST_DIFF_LINES;
  const notes = [
    NOTES[change.from],
    ...(change.cutFrom === null ? [] : [`only the beginning and the end are there, of ${change.cutFrom} bytes`]),
    ...(more > 0 ? [`${more} more lines left out`] : []),
  ];
  return {
    text: cutMiddle(lines.slice(0, MOST_DIFF_LINES).join('\n'), 4 * LONGEST_PART),
    added: count('+'),
    removed: count('-'),
    note: notes.filter((note) => note !== null).join('; ') || null,
  };
};

const NOTES: Readonly<Record<'patch' | 'edit' | 'content', string | null>> = {
  patch: null,
  edit: 'from what was asked for: the host told no patch',
  content: 'the whole content that was written: the host told no patch',
};

const linesOf = ({ oldStart, newStart, lines }: Hunk): string[] => {
  const place = newStart ?? oldStart;
  return [...(place === null ? ['@@'] : [`@@ line ${place} @@`]), ...lines];
};

/**
 * Long texts that are written whole stand beside the log. What an edit replaces is left as the line shows it: comparing two
 * long texts takes longer than anybody waits.
 */
const withWholeInput =
  (reader: TextReader) =>
  (event: Envelope): Envelope => {
    const input = event.data['tool_input'];
    if (!isJsonObject(input)) return event;
    const whole = ['content', 'new_source'].flatMap((name) => {
      const kept = name in input && typeof input[name] !== 'string' ? reader.read(input[name]) : null;
      return kept === null || kept.cutFrom !== null ? [] : [[name, kept.text] as const];
    });
    if (whole.length === 0) return event;
    return { ...event, data: { ...event.data, tool_input: { ...input, ...Object.fromEntries(whole) } } };
  };

/** What there is to read of a call: its command, what it did to a file, what it printed. */
export const callParts = (events: readonly Envelope[], reader: TextReader): Part[] => {
  const [request] = events;
  if (request === undefined) return [];
  const input = request.data['tool_input'];
  const diff = diffOf(events, reader);
  const command = isJsonObject(input) ? reader.read(input['command']) : null;
  const asked: Part[] =
    diff !== null
      ? [{ title: diff.note === null ? 'Change' : `Change (${diff.note})`, text: diff.text, isDiff: true }]
      : command !== null
        ? [textPart('Command', command.text)]
        : input === undefined
          ? []
          : [textPart('Input', typeof input === 'string' ? input : JSON.stringify(input, null, 2))];
  const outcome = events.find(({ type }) => type === 'ToolCompleted' || type === 'ToolFailed');
  return [...asked, ...(outcome === undefined ? [] : outcomeParts(outcome, reader, diff !== null))].filter(
    ({ text }) => text.trim() !== '',
  );
};

const outcomeParts = ({ type, data }: Envelope, reader: TextReader, isWrite: boolean): Part[] => {
  if (type === 'ToolFailed') return [textPart('Error', reader.read(data['error'])?.text ?? '')];
  const response = data['tool_response'];
  const text = reader.read(response);
  if (text !== null) return [textPart('Output', text.text)];
  if (isJsonObject(response) && ('stdout' in response || 'stderr' in response)) {
    return ['stdout', 'stderr'].map((name) =>
      textPart(name === 'stdout' ? 'Output' : 'Errors', reader.read(response[name])?.text ?? ''),
    );
  }
  if (Array.isArray(response)) {
    const texts = response.flatMap((block: unknown) =>
      isJsonObject(block) ? (reader.read(block['text'])?.text ?? []) : [],
    );
    if (texts.length > 0) return [textPart('Output', texts.join('\n'))];
  }
  return isWrite || response === undefined || response === null
    ? []
    : [textPart('Output', JSON.stringify(response, null, 2))];
};

/** A part of a row, cut. */
export const textPart = (title: string, text: string): Part => ({ title, text: cutMiddle(text, LONGEST_PART) });
