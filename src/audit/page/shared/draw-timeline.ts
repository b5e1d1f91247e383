import { drawOutline, drawSign } from './draw-marks.ts';
import { type Element, el } from './element.ts';
import { MARK_WORDS, type TimelineData, type TimelineMark, type TimelineTurn } from './timeline-data.ts';

/** Pixels from top to bottom; from left to right all is in parts of the width, so that it fits any. */
const HEAD = 40;
const LANE = 54;
/** Into so many parts of the width activity and marks are gathered. */
const BINS = 180;
const MARK_BINS = 56;
/** A mark whose neighbours are so many parts away has room for a word. */
const WORD_BINS = 3;

/** Parts of the width that a turn's name and time take, at the least width that the drawing has. */
const NAME_WIDTH = 0.045;
const TIME_WIDTH = 0.055;

interface Scale {
  /** Where an entry stands, from 0 to 1. */
  readonly at: (entry: number) => number;
  readonly turns: readonly { readonly turn: TimelineTurn; readonly from: number; readonly to: number }[];
}

/**
 * Draws who did how much when and where gates fired: the whole session, or one turn of it. Turns with more entries are
 * wider, but not in proportion, so that short ones stay visible.
 */
export const drawTimeline = (data: TimelineData, zoom: number | null): Element => {
  const only = zoom === null ? undefined : data.turns[zoom];
  const scale = scaleOf(only === undefined ? data.turns : [only]);
  const [from, to] = only === undefined ? [0, data.laneOf.length] : [only.from, only.to];
  const used = only === undefined ? data.lanes.map((_, lane) => lane) : lanesBetween(data, from, to);
  const height = HEAD + used.length * LANE;
  const marks = data.marks.filter(({ entry }) => entry >= from && entry < to);
  return el(
    'svg',
    { class: 'timeline', role: 'group', 'aria-label': labelOf(only), width: '100%', height },
    ...scale.turns.map((span, place) => drawTurn(span, place, height)),
    el('g', { class: 'label', 'aria-hidden': 'true' }, ...drawTurnNames(scale.turns)),
    ...used.map((lane, row) =>
      el(
        'g',
        {},
        el('text', { class: 'lane', x: 6, y: HEAD + row * LANE + 13 }, data.lanes[lane] ?? ''),
        ...drawActivity(data, scale, lane, [from, to], HEAD + (row + 1) * LANE - 4),
        ...drawMarks(data, scale, lane, marks, HEAD + (row + 1) * LANE - 18),
      ),
    ),
  );
};

const labelOf = (only: TimelineTurn | undefined): string =>
  only === undefined ? 'Timeline of the session' : `Timeline of ${only.label}`;

const scaleOf = (turns: readonly TimelineTurn[]): Scale => {
  const weights = turns.map(({ from, to }) => Math.sqrt(Math.max(1, to - from)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let reached = 0;
  const spans = turns.map((turn, place) => {
    const from = reached;
    reached += (weights[place] ?? 0) / sum;
    return { turn, from, to: reached };
  });
  const at = (entry: number): number => {
    const span = spans.find(({ turn }) => entry < turn.to) ?? spans.at(-1);
    if (span === undefined) return 0;
    const { turn, from, to } = span;
    return from + ((entry - turn.from + 0.5) / Math.max(1, turn.to - turn.from)) * (to - from);
  };
  return { at, turns: spans };
};

const lanesBetween = ({ laneOf }: TimelineData, from: number, to: number): number[] =>
  [...new Set(laneOf.slice(from, to))].sort((a, b) => a - b);

/** What is only to be seen stands beside the link, whose name says it in words. */
const drawTurn = ({ turn, from, to }: Scale['turns'][number], place: number, height: number): Element =>
  el(
    'a',
    {
      class: place % 2 === 0 ? 'turn-cell even' : 'turn-cell',
      href: `#${turn.id}`,
      'data-turn': turn.name,
      'aria-label': turn.label,
    },
    el('title', {}, turn.label),
    el('rect', { x: percent(from), y: 0, width: percent(to - from), height }),
  );

/** Each name, and the time, where the one before leaves room for it. */
const drawTurnNames = (turns: Scale['turns']): Element[] => {
  let nameEnd = 0;
  let timeEnd = 0;
  return turns.map(({ turn, from }) => {
    const hasName = from >= nameEnd && from <= 1 - NAME_WIDTH / 2;
    const hasTime = hasName && from >= timeEnd;
    if (hasName) nameEnd = from + NAME_WIDTH;
    if (hasTime) timeEnd = from + TIME_WIDTH;
    return el(
      'svg',
      { x: percent(from) },
      hasName && el('text', { class: 'number', x: 6, y: 15 }, turn.name),
      hasTime && el('text', { x: 6, y: 31 }, turn.at),
    );
  });
};

const drawActivity = (
  { laneOf }: TimelineData,
  { at }: Scale,
  lane: number,
  [from, to]: readonly [number, number],
  bottom: number,
): Element[] => {
  const counts = new Map<number, number>();
  for (let entry = from; entry < to; entry += 1) {
    if (laneOf[entry] !== lane) continue;
    const bin = Math.min(BINS - 1, Math.floor(at(entry) * BINS));
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  return [
    el('line', { x1: '0%', x2: '100%', y1: bottom, y2: bottom, class: 'base' }),
    ...[...counts].map(([bin, count]) => {
      const high = Math.min(26, 5 + Math.round(5 * Math.log2(count)));
      return el('rect', {
        class: 'busy',
        x: percent(bin / BINS),
        width: percent(0.7 / BINS),
        y: bottom - high,
        height: high,
      });
    }),
  ];
};

/** Marks that would lie on each other are one, which leads to the gravest of them and says how many there are. */
const drawMarks = (
  { laneOf }: TimelineData,
  { at }: Scale,
  lane: number,
  marks: readonly TimelineMark[],
  middle: number,
): Element[] => {
  const gathered = new Map<number, TimelineMark[]>();
  for (const mark of marks) {
    if (laneOf[mark.entry] !== lane) continue;
    const bin = Math.min(MARK_BINS - 1, Math.floor(at(mark.entry) * MARK_BINS));
    gathered.set(bin, [...(gathered.get(bin) ?? []), mark]);
  }
  return [...gathered].map(([bin, together]) => {
    const [gravest = together[0] as TimelineMark] = together.toSorted((a, b) => gravity(a) - gravity(b));
    const more = together.length - 1;
    const label = more === 0 ? gravest.label : `${gravest.label}, and ${more} more here`;
    const hasRoom = [...gathered.keys()].every((other) => other === bin || Math.abs(other - bin) >= WORD_BINS);
    const words = hasRoom ? `${gravest.word}${more === 0 ? '' : ` +${more}`}` : '';
    const x = percent((bin + 0.5) / MARK_BINS);
    return el(
      'g',
      {},
      el(
        'a',
        { class: 'mark', href: `#${gravest.to}`, 'aria-label': label },
        el('title', {}, label),
        el('svg', { x, y: middle }, drawOutline(gravest.word, gravest.isQuiet)),
      ),
      el(
        'svg',
        { class: 'label', x, y: middle, 'aria-hidden': 'true' },
        drawSign(gravest.word, gravest.isQuiet),
        words !== '' && el('text', { class: 'word', 'text-anchor': 'middle', y: -13 }, words),
      ),
    );
  });
};

/** What stopped something is graver than what only would have. */
const gravity = ({ word, isQuiet }: TimelineMark): number =>
  MARK_WORDS.indexOf(word) + (isQuiet ? MARK_WORDS.length : 0);

const percent = (part: number): string => `${Number((part * 100).toFixed(3))}%`;
