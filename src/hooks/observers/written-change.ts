import { shortDigest } from '../../events/digest.ts';
import { readSmallFile } from '../../events/git-layout.ts';
import { jsonObject } from '../../events/json-object.ts';
import type { EventData } from '../../events/schemas.ts';
import { shortened } from '../../gates/gate.ts';

// A bundle of its own: only what follows a write of source code needs it.

type Change = NonNullable<EventData<'FileObserved'>['change']>;

/** UTF-16 units of the beginning of the difference that is kept, and of a line in it. */
const LONGEST_EXCERPT = 500;
const LONGEST_LINE = 160;
/** Bytes of a file whose content is told apart. */
const LARGEST_FILE = 2 * 1024 * 1024;

interface Hunk {
  readonly header: string;
  /** With `-`, `+` or a space in front. */
  readonly lines: readonly string[];
}

/**
 * What a call of a writing tool changed: from the host's own difference where it sends one, else from the text before and
 * after. Null where neither says. An excerpt is kept from a number of changed lines on.
 */
export const writtenChange = (input: unknown, response: unknown, file: string, excerptFrom: number): Change | null => {
  const hunks = hostHunks(response) ?? textHunks(jsonObject(input), jsonObject(response));
  if (hunks === null) return null;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith('+')).length;
  const removed = lines.filter((line) => line.startsWith('-')).length;
  const content = shortDigest(readSmallFile(file, LARGEST_FILE) ?? lines.join('\n'));
  return { added, removed, content, ...(added + removed < excerptFrom ? {} : { excerpt: excerptOf(hunks) }) };
};

type Fields = Readonly<Record<string, unknown>>;

/** `structuredPatch` of Claude Code; empty for a file that is new. */
const hostHunks = (response: unknown): Hunk[] | null => {
  const patch = jsonObject(response)['structuredPatch'];
  if (!Array.isArray(patch) || patch.length === 0) return null;
  return patch.map(jsonObject).map(({ lines, oldStart, oldLines, newStart, newLines }) => ({
    header: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    lines: Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [],
  }));
};

const textHunks = (input: Fields, response: Fields): Hunk[] | null => {
  const whole = [response['content'], input['content']].find((text) => typeof text === 'string');
  if (typeof whole === 'string') {
    const { originalFile } = response;
    return difference(typeof originalFile === 'string' ? originalFile : '', whole);
  }
  if (typeof input['new_source'] === 'string') {
    const old = response['old_source'];
    return difference(typeof old === 'string' ? old : '', input['new_source']);
  }
  const edits = Array.isArray(input['edits']) ? input['edits'].map(jsonObject) : [input];
  const pairs = edits.flatMap(({ old_string: before, new_string: after }) =>
    typeof before === 'string' && typeof after === 'string' ? [difference(before, after)] : [],
  );
  return pairs.length === 0 ? null : pairs.flat();
};

/** What lies between the lines that two texts have in common at their beginnings and at their ends. */
const difference = (before: string, after: string): Hunk[] => {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const removed = old.slice(start, old.length - end);
  const added = now.slice(start, now.length - end);
  if (removed.length + added.length === 0) return [];
  return [
    {
      header: `@@ -${start + 1},${removed.length} +${start + 1},${added.length} @@`,
      lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
    },
  ];
};

const linesOf = (text: string): string[] => {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};

const excerptOf = (hunks: readonly Hunk[]): string => {
  const kept: string[] = [];
  let length = 0;
  for (const line of hunks.flatMap(({ header, lines }) => [header, ...lines])) {
    const shown = shortened(line, LONGEST_LINE);
    length += shown.length + 1;
    if (length > LONGEST_EXCERPT) return [...kept, '…'].join('\n');
    kept.push(shown);
  }
  return kept.join('\n');
};
