import type { Node } from 'jsonc-parser';
import { endOf, rootNode } from './json-nodes.ts';

/** Where a value stands: what a line break and a level of indentation are made of, and its own indentation. */
export interface Layout {
  readonly eol: string;
  readonly unit: string;
  readonly indent: string;
}

/** Whether a container is kept on one line; an empty one goes with what it stands in. */
export const isInline = (text: string, container: Node): boolean => {
  if ((container.children?.length ?? 0) > 0) return !/[\r\n]/.test(text.slice(container.offset, endOf(container)));
  const outer = container.parent?.type === 'property' ? container.parent.parent : container.parent;
  return outer !== undefined && isInline(text, outer);
};

export const lineIndent = (text: string, offset: number): string =>
  /^\uFEFF?([ \t]*)/.exec(text.slice(lineStart(text, offset), offset))?.[1] ?? '';

export const startsLine = (text: string, offset: number): boolean =>
  /^\s*$/.test(text.slice(lineStart(text, offset), offset));

export const layoutAt = (text: string, offset: number): Layout => ({
  eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
  unit: indentUnit(text),
  indent: lineIndent(text, offset),
});

/** A JSON value as text; on one line without a layout. Lists of plain values stay on one line while they fit. */
export const print = (value: unknown, layout: Layout | null): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const inner = layout && { ...layout, indent: layout.indent + layout.unit };
  const entries = Object.entries(value);
  if (entries.length === 0) return `${open}${close}`;
  const parts = entries.map(([key, item]) => (isList ? '' : `${JSON.stringify(key)}: `) + print(item, inner));
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  const isPlainList = isList && value.every((item) => typeof item !== 'object' || item === null);
  if (inner === null || layout === null || (isPlainList && inner.indent.length + line.length < WIDTH)) return line;
  const separator = layout.eol + inner.indent;
  return `${open}${separator}${parts.join(`,${separator}`)}${layout.eol}${layout.indent}${close}`;
};

const WIDTH = 120;

const lineStart = (text: string, offset: number): number => {
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start -= 1;
  return start;
};

const indentUnit = (text: string): string => {
  const first = rootNode(text)?.children?.find((child) => startsLine(text, child.offset));
  return first === undefined ? '  ' : lineIndent(text, first.offset);
};
