import { placeFinder } from '../model/matcher.ts';
import type { Line, Span } from './line.ts';

/** A line with the places marked where it says a text. */
export const highlight = (line: Line, text: string | null): Line => {
  if (text === null || text === '') return line;
  const placeIn = placeFinder(text);
  if (line.spans.every((span) => placeIn(span.text, 0) < 0)) return line;
  return { ...line, spans: line.spans.flatMap((span) => marked(span, text.length, placeIn)) };
};

const marked = (span: Span, length: number, placeIn: ReturnType<typeof placeFinder>): Span[] => {
  const spans: Span[] = [];
  let from = 0;
  for (let place = placeIn(span.text, 0); place >= 0; place = placeIn(span.text, from)) {
    if (place > from) spans.push({ ...span, text: span.text.slice(from, place) });
    from = place + length;
    spans.push({ text: span.text.slice(place, from), tone: 'match' });
  }
  if (from < span.text.length) spans.push({ ...span, text: span.text.slice(from) });
  return spans;
};
