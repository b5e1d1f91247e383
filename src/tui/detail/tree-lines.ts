import { columns, printable } from '../../cli/style.ts';
import { type Line, line, type Span } from '../look/line.ts';
import { foldable, type Page } from './page.ts';

/**
 * A value as a compact tree: what fits on the rest of a line stands there, what does not can be folded up. `path` names it
 * for folding.
 */
export const treeLines = (value: unknown, page: Page, path: string, depth = 1): Line[] => {
  const indent = '  '.repeat(depth);
  if (!isBranch(value)) return [line(indent, valueSpan(value))];
  const entries = entriesOf(value);
  const shown = entries.slice(0, MOST_ENTRIES);
  const rest = entries.length - shown.length;
  return [
    ...shown.flatMap(([name, item]) => entryLines(name, item, page, `${path}.${name}`, depth)),
    ...(rest > 0 ? [line({ text: `${indent}… ${rest} more`, tone: 'dim' })] : []),
  ];
};

/** A name with its value: on one line, or with what is in it below. */
export const entryLines = (name: string, value: unknown, page: Page, path: string, depth: number): Line[] => {
  const indent = '  '.repeat(depth);
  const label: Span = { text: `${indent}${name}: `, tone: 'dim' };
  const short = compact(value, page.width);
  if (!isBranch(value) || columns(label.text) + columns(short) <= page.width || depth >= DEEPEST) {
    return [line(label, valueSpan(value, short))];
  }
  const head = {
    key: path,
    isOpen: true,
    head: [{ ...label, text: label.text.trimStart() }],
    preview: { text: short, tone: 'dim' as const },
  };
  const lines = foldable(page, head, () => treeLines(value, page, path, depth + 1));
  return lines.map((one, index) => (index === 0 ? { ...one, spans: [{ text: indent.slice(2) }, ...one.spans] } : one));
};

const MOST_ENTRIES = 100;
const DEEPEST = 12;

/** A value on one line, as JSON without what only a program needs; cut where it is longer than could be drawn anyway. */
export const compact = (value: unknown, most: number): string => printable(piecesOf(value, most));

const piecesOf = (value: unknown, most: number): string => {
  if (typeof value === 'string')
    return value.length > most ? JSON.stringify(value.slice(0, most)) : JSON.stringify(value);
  if (!isBranch(value)) return String(value);
  const isList = Array.isArray(value);
  let text = '';
  for (const [name, item] of entriesOf(value)) {
    if (text.length > most) break;
    text += `${text === '' ? '' : ', '}${isList ? '' : `${name}: `}${piecesOf(item, most - text.length)}`;
  }
  return isList ? `[${text}]` : text === '' ? '{}' : `{ ${text} }`;
};

const valueSpan = (value: unknown, text = compact(value, LONGEST)): Span => ({
  text,
  ...(value === null || value === undefined
    ? { tone: 'dim' as const }
    : typeof value === 'string'
      ? {}
      : { tone: 'accent' as const }),
});

const LONGEST = 2_000;

type Branch = readonly unknown[] | Readonly<Record<string, unknown>>;

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null;

const entriesOf = (value: Branch): [string, unknown][] => Object.entries(value);
