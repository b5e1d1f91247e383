import { existsSync } from 'node:fs';
import { readSmallFile } from '../../../events/git-layout.ts';
import { jsonObject } from '../../../events/json-object.ts';

/** What a call of a writing tool is about to leave of a file. */
export interface ContentAfter {
  readonly exists: boolean;
  /** Its text now, without a byte order mark; null without one, and where it cannot be read. */
  readonly before: string | null;
  /** The text that it then has; null where nobody can tell. */
  readonly after: string | null;
  /** What the call itself brings: a whole text, or the replacements of an edit. Null where its input is none known. */
  readonly written: readonly string[] | null;
  /** Why nobody can tell; null where everything could be read. */
  readonly problem: string | null;
}

/** Bytes of a file that is read, and UTF-16 units of a text that edits may make of it. */
export const LARGEST = 2 * 1024 * 1024;
const LONGEST = 16 * 1024 * 1024;

/**
 * The text that a call of Write, Edit, MultiEdit or NotebookEdit leaves of a file, from its whole input and the file as it
 * is. Edits are applied as the host does: in order, each to a text that is there once or to all of them, over line feeds
 * whatever the file's line breaks are. An edit that the host refuses leaves nothing to judge, and says so.
 */
export const contentAfter = (input: unknown, file: string): ContentAfter => {
  const { content, new_source: source } = jsonObject(input);
  const exists = existsSync(file);
  if (typeof content === 'string') return { exists, before: null, after: content, written: [content], problem: null };
  if (typeof source === 'string') {
    return { exists, before: null, after: null, written: [source], problem: 'a notebook is not read' };
  }
  const edits = editsOf(input);
  if (edits === null) return { exists, before: null, after: null, written: null, problem: 'the input is none known' };
  const written = edits.map(({ to }) => to);
  const before = exists ? textOf(file) : '';
  if (before === null) {
    return { exists, before, after: null, written, problem: 'the file is none, or too large to be read' };
  }
  const after = afterEdits(edits, before);
  const problem =
    after === null ? 'the text to replace is not there, is there more than once, or makes too much' : null;
  return { exists, before, after, written, problem };
};

/** The text that a call of a writing tool leaves of one with line feeds; null where nobody can tell. */
export const textAfter = (input: unknown, before: string): string | null => {
  const { content } = jsonObject(input);
  if (typeof content === 'string') return content;
  const edits = editsOf(input);
  return edits === null ? null : afterEdits(edits, before);
};

const afterEdits = (edits: readonly TextEdit[], before: string): string | null =>
  edits.reduce<string | null>((text, edit) => (text === null ? null : edited(text, edit)), before);

/** A file's text with line feeds, without a byte order mark; null for one that is too large or no file. */
const textOf = (file: string): string | null => {
  const text = readSmallFile(file, LARGEST);
  return text === undefined ? null : withLineFeeds(text.startsWith('\ufeff') ? text.slice(1) : text);
};

const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

/** One replacement of a call, over line feeds. */
export interface TextEdit {
  readonly from: string;
  readonly to: string;
  readonly all: boolean;
}

/** The replacements of an Edit or MultiEdit; null where its input is none known. */
export const editsOf = (input: unknown): TextEdit[] | null => {
  const { edits, ...single } = jsonObject(input);
  const all = (Array.isArray(edits) ? edits.map(jsonObject) : [single]).map((edit) => {
    const { old_string: from, new_string: to, replace_all: every } = edit;
    if (typeof from !== 'string' || typeof to !== 'string') return null;
    return { from: withLineFeeds(from), to: withLineFeeds(to), all: every === true };
  });
  return all.some((edit) => edit === null) ? null : all.filter((edit) => edit !== null);
};

const edited = (text: string, { from, to, all }: TextEdit): string | null => {
  // Nothing to replace: the text of a file that is new or empty.
  if (from === '') return text === '' ? to : null;
  const first = text.indexOf(from);
  if (first < 0) return null;
  if (!all) {
    if (text.indexOf(from, first + 1) >= 0) return null;
    // What is taken out on its own takes its line break with it.
    const behind = to === '' && !from.endsWith('\n') && text[first + from.length] === '\n' ? 1 : 0;
    return text.slice(0, first) + to + text.slice(first + from.length + behind);
  }
  const parts = text.split(from);
  return text.length + (parts.length - 1) * (to.length - from.length) > LONGEST ? null : parts.join(to);
};
