import { columns, cutTo, fitTo } from '../../cli/style.ts';
import type { Line, Span } from './line.ts';

/** The spans of a line in exactly `width` columns: cut with `…`, or filled up. What could steer a terminal is made visible. */
export const fitLine = ({ spans }: Line, width: number): readonly Span[] => {
  const fitted: Span[] = [];
  let room = width;
  for (const [index, span] of spans.entries()) {
    if (room <= 0) break;
    const rest = spans.slice(index + 1).some(({ text }) => text !== '');
    const text = columns(span.text) < room || !rest ? cutTo(span.text, room) : cutTo(`${span.text}…`, room);
    fitted.push({ ...span, text });
    room -= columns(text);
  }
  return room > 0 ? [...fitted, { text: ' '.repeat(room) }] : fitted;
};

/** A text in exactly `width` columns, cut in its middle: the beginning and the end of a path say most. */
export const fitMiddle = (text: string, width: number): string => {
  if (columns(text) <= width || width < 5) return fitTo(text, width);
  const characters = [...text];
  const head = Math.ceil((width - 1) / 2);
  let front = '';
  for (const character of characters) {
    if (columns(front + character) > head) break;
    front += character;
  }
  let back = '';
  for (const character of characters.toReversed()) {
    if (columns(character + back) > width - 1 - columns(front)) break;
    back = character + back;
  }
  return fitTo(`${front}…${back}`, width);
};
