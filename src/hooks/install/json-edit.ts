import { findNodeAtLocation, type JSONPath, type Node } from 'jsonc-parser';
import { isInline, layoutAt, lineIndent, print, startsLine } from './json-layout.ts';
import { endOf, nodeAt } from './json-nodes.ts';

/** One replacement in a text, in UTF-16 code units. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** A text being edited, with the edits that take it back, in the order in which to apply them. */
export interface Draft {
  readonly text: string;
  readonly undo: readonly TextEdit[];
}

// The editing functions of jsonc-parser format every line they touch anew. These change nothing but what is asked for:
// a settings file is a person's, and the diff they are shown should hold only what docket adds.

export const draftOf = (text: string): Draft => ({ text, undo: [] });

/** Applies edits in the given order, each to the result of the one before. */
export const applyEdits = (text: string, edits: readonly TextEdit[]): string =>
  edits.reduce((before, { offset, length, content }) => {
    return before.slice(0, offset) + content + before.slice(offset + length);
  }, text);

/** Replaces one piece of the text. */
export const edited = ({ text, undo }: Draft, edit: TextEdit): Draft => ({
  text: applyEdits(text, [edit]),
  undo: [
    {
      offset: edit.offset,
      length: edit.content.length,
      content: text.slice(edit.offset, edit.offset + edit.length),
    },
    ...undo,
  ],
});

/** Sets a property of the object at `path`, in place where it exists, else behind the last one. */
export const withProperty = (draft: Draft, path: JSONPath, key: string, value: unknown): Draft => {
  const object = nodeAt(draft.text, path);
  if (object === undefined) return draft;
  const existing = findNodeAtLocation(object, [key]);
  if (existing === undefined) return withChild(draft, object, `${JSON.stringify(key)}: `, value);
  const { offset, length } = existing;
  const content = print(value, isInline(draft.text, object) ? null : layoutAt(draft.text, offset));
  return edited(draft, { offset, length, content });
};

/** Appends an item to the array at `path`. */
export const withItem = (draft: Draft, path: JSONPath, value: unknown): Draft => {
  const array = nodeAt(draft.text, path);
  return array === undefined ? draft : withChild(draft, array, '', value);
};

/**
 * Removes the property or item at `path` with its comma and the space before it. Comments stay, unless they stand
 * between it and its comma.
 */
export const without = (draft: Draft, path: JSONPath): Draft => {
  const value = nodeAt(draft.text, path);
  const child = value?.parent?.type === 'property' ? value.parent : value;
  const container = child?.parent;
  if (child === undefined || container === undefined) return draft;
  return removalOf(draft.text, container, child).reduce(edited, draft);
};

interface Token {
  readonly start: number;
  readonly end: number;
  readonly isComma: boolean;
}

const withChild = (draft: Draft, container: Node, label: string, value: unknown): Draft => {
  const { text } = draft;
  const last = container.children?.at(-1);
  const closing = endOf(container) - 1;
  const from = last === undefined ? container.offset + 1 : endOf(last);
  const tokens = tokensIn(text, from, closing);
  const at = tokens.at(-1)?.end ?? from;
  const hasTrailingComma = tokens.some((token) => token.isComma);
  const end = hasTrailingComma ? ',' : '';
  let content: string;
  let length = 0;
  if (isInline(text, container)) {
    content = (last === undefined ? '' : ' ') + label + print(value, null) + end;
  } else {
    const outer = layoutAt(text, container.offset);
    const own = last && startsLine(text, last.offset) ? lineIndent(text, last.offset) : outer.indent + outer.unit;
    content = `${outer.eol}${own}${label}${print(value, { ...outer, indent: own })}${end}`;
    if (last === undefined && !/[\r\n]/.test(text.slice(at, closing))) {
      content += outer.eol + outer.indent;
      length = closing - at;
    }
  }
  const needsComma = last !== undefined && !hasTrailingComma;
  if (needsComma && at === from) return edited(draft, { offset: at, length, content: `,${content}` });
  const added = edited(draft, { offset: at, length, content });
  return needsComma ? edited(added, { offset: from, length: 0, content: ',' }) : added;
};

/** The edits that take a child out of its container, last one first. */
const removalOf = (text: string, container: Node, child: Node): TextEdit[] => {
  const siblings = container.children ?? [];
  const index = siblings.indexOf(child);
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  const opening = container.offset + 1;
  const closing = endOf(container) - 1;
  const gapStart = previous === undefined ? opening : endOf(previous);
  const before = tokensIn(text, gapStart, child.offset);
  const after = tokensIn(text, endOf(child), next?.offset ?? closing);
  const commaAfter = after.find((token) => token.isComma);
  const commaBefore = before.find((token) => token.isComma);
  const hasComments = before.some((token) => !token.isComma) || after.some((token) => !token.isComma);
  const cut = (from: number, to: number): TextEdit => ({ offset: from, length: to - from, content: '' });

  if (previous === undefined && !hasComments) {
    if (next === undefined) return [cut(opening, closing)];
    if (!/[\r\n]/.test(text.slice(opening, child.offset))) return [cut(child.offset, next.offset)];
  }
  const end = commaAfter?.end ?? endOf(child);
  const isAfterLineComment = text.startsWith('//', before.at(-1)?.start ?? child.offset);
  const endsLine = /^[ \t]*[\r\n]/.test(text.slice(end));
  // What follows on the line must not slip into a comment.
  const start = isAfterLineComment && !endsLine ? child.offset : (before.at(-1)?.end ?? gapStart);
  if (commaAfter !== undefined || commaBefore === undefined) return [cut(start, end)];
  if (commaBefore === before.at(-1)) return [cut(commaBefore.start, end)];
  return [cut(start, end), cut(commaBefore.start, commaBefore.end)];
};

/** The commas and comments between two nodes. */
const tokensIn = (text: string, from: number, to: number): Token[] =>
  [...text.slice(from, to).matchAll(/,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g)].map((match) => ({
    start: from + match.index,
    end: from + match.index + match[0].length,
    isComma: match[0] === ',',
  }));
