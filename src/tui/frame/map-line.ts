import { decisionMark, decisionTone } from '../look/decision.ts';
import type { Line, Span, Tone } from '../look/line.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import { decidedOn } from './decided.ts';

/** What one column of the map shows: the weightiest of the rows that fall into it. */
interface Cell {
  readonly mark: string;
  readonly tone: Tone;
  readonly weight: number;
}

const TRACK: Cell = { mark: '─', tone: 'dim', weight: 0 };
const PROMPT: Cell = { mark: '╷', tone: 'plain', weight: 1 };
const GAP: Cell = { mark: '░', tone: 'warn', weight: 6 };

const WEIGHTS: Readonly<Record<string, number>> = { allow: 2, advise: 3, rewrite: 7, ask: 8, deny: 9 };

/** What was only watched, or failed, weighs more than a prompt and less than an answer. */
const WATCHED_WEIGHT = 1.5;

/** Where one is among all rows, and where gates fired: one line that stands for the whole session. */
export const mapLine = (rows: readonly TimelineRow[], cursor: number, width: number): Line => {
  if (rows.length === 0) return { spans: [] };
  const cells = cellsOf(rows, width);
  const at = columnOf(cursor, rows.length, width);
  const here = cells[at] ?? TRACK;
  const chosen: Span = { text: here.weight > PROMPT.weight ? here.mark : '◆', tone: 'chosen' };
  return { spans: [...spansOf(cells.slice(0, at)), chosen, ...spansOf(cells.slice(at + 1))] };
};

const columnOf = (row: number, length: number, width: number): number => Math.floor((row * width) / length);

/** They change only with the rows: going through a long session must not look at each of them again. */
const known = new WeakMap<readonly TimelineRow[], { readonly width: number; readonly cells: readonly Cell[] }>();

const cellsOf = (rows: readonly TimelineRow[], width: number): readonly Cell[] => {
  const before = known.get(rows);
  if (before?.width === width) return before.cells;
  const cells = Array.from({ length: width }, () => TRACK);
  for (const [index, row] of rows.entries()) {
    const at = columnOf(index, rows.length, width);
    const cell = cellOf(row);
    if (cell.weight > (cells[at] ?? TRACK).weight) cells[at] = cell;
  }
  known.set(rows, { width, cells });
  return cells;
};

const cellOf = (row: TimelineRow): Cell => {
  if (row.kind === 'gap') return GAP;
  const decided = decidedOn(row);
  if (decided !== null) {
    const { decision, isWatched } = decided;
    const mark = decisionMark(decision);
    if (isWatched) return { mark, tone: 'dim', weight: WATCHED_WEIGHT };
    return { mark, tone: decisionTone(decision), weight: WEIGHTS[decision] ?? WATCHED_WEIGHT };
  }
  return row.kind === 'prompt' ? PROMPT : TRACK;
};

/** Neighbours that look alike are one span. */
const spansOf = (cells: readonly Cell[]): Span[] => {
  const spans: { text: string; tone: Tone }[] = [];
  for (const { mark, tone } of cells) {
    const last = spans.at(-1);
    if (last?.tone === tone) last.text += mark;
    else spans.push({ text: mark, tone });
  }
  return spans;
};
