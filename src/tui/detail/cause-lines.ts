import { actualWords, clock, columns, cutTo, fitTo } from '../../cli/style.ts';
import type { Condition } from '../../events/schemas.ts';
import { type Line, line } from '../look/line.ts';
import type { RowWhy } from '../think/row-why.ts';
import { foldable, type Page, wrapped } from './page.ts';

interface Tree {
  readonly why: RowWhy;
  readonly page: Page;
  /** Events that stand in the tree already: their causes are not told again. */
  readonly shown?: Set<string>;
  /** Whether the causes of what holds are shown, too. */
  readonly isOpen?: boolean;
  /** It keeps the gate from firing, rather than to make it fire. */
  readonly isLimit?: boolean;
}

/** A condition: whether it holds, what was found, the events that made it so with what led to them, and the remedy. */
export const conditionLines = (condition: Condition, tree: Tree): Line[] => {
  const { name, holds, actual, because, remedy } = condition;
  const { page, isLimit = false } = tree;
  const head = [
    isLimit
      ? { text: holds ? '· ' : '⊘ ', tone: holds ? ('dim' as const) : ('warn' as const) }
      : { text: holds ? '✓ ' : '✗ ', tone: holds ? ('good' as const) : ('bad' as const) },
    { text: name, tone: 'strong' as const },
    { text: actualText(actual, '  '), tone: 'dim' as const },
  ];
  const causes = (): Line[] => because.flatMap((id) => chainLines(id, tree));
  const way = remedy === null ? [] : wrapped(remedy, page, '    → ', 'good');
  if (because.every((id) => !(id in tree.why.events))) return [{ spans: [{ text: '  ' }, ...head] }, ...way];
  const isOpen = !holds || tree.isOpen === true;
  return [...foldable(page, { key: `condition.${name}`, isOpen, head }, causes), ...way];
};

/** What a condition found, behind a gap; nothing where it found nothing. */
export const actualText = (actual: unknown, gap: string): string => {
  const text = actualWords(actual);
  return text === '' ? '' : `${gap}${text}`;
};

/** An event and what led to it, back to the prompt, each further in. */
const chainLines = (id: string, tree: Tree): Line[] => {
  const { why, shown = new Set() } = tree;
  const lines: Line[] = [];
  let depth = 0;
  for (let next: string | null = id; next !== null; next = why.events[next]?.cause ?? null) {
    const isKnown = shown.has(next);
    if (isKnown && lines.length === 0) break;
    lines.push(eventLine(next, `${'  '.repeat(Math.min(depth, DEEPEST) + 2)}← `, tree));
    if (isKnown) break;
    shown.add(next);
    depth += 1;
  }
  return lines;
};

const DEEPEST = 6;

/** An event on one line, from which one can go to it. */
export const eventLine = (id: string, first: string, { why, page }: Pick<Tree, 'why' | 'page'>): Line => {
  const event = why.events[id];
  if (event === undefined) return { spans: [{ text: first, tone: 'dim' }, { text: `${id}, which is not in the log` }] };
  const actor = event.actor === null ? '' : `${event.actor}: `;
  const tail =
    page.width < NARROW ? ` ${clock(event.at).slice(0, 5)}` : `  ${clock(event.at)} ${fitTo(event.id.slice(0, 6), 6)}`;
  const type = cutTo(event.type, Math.max(4, page.width - columns(first) - columns(tail) - 4));
  const room = Math.max(0, page.width - columns(first) - columns(type) - columns(tail) - 1);
  const { spans } = line(
    { text: first, tone: 'dim' },
    { text: `${type} `, tone: 'accent' },
    fitTo(`${actor}${event.summary}`, room),
    { text: tail, tone: 'dim' },
  );
  return { spans, jump: event.id };
};

const NARROW = 56;
