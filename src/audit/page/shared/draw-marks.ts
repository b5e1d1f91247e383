import { type Element, el } from './element.ts';
import type { MarkWord } from './timeline-data.ts';

/** Outline and sign of each mark, around the middle of a square of 18: told apart by both, not by colour alone. */
const SHAPES: Readonly<Record<MarkWord, { readonly outline: string; readonly sign: string }>> = {
  deny: { outline: 'M-4-9h8l5 5v8l-5 5h-8l-5-5v-8z', sign: '×' },
  ask: { outline: 'M0-10 10 0 0 10-10 0z', sign: '?' },
  problem: { outline: 'M0-9 10 8h-20z', sign: '!' },
  rewrite: { outline: 'M-8-8H8V8H-8z', sign: '↻' },
  allow: { outline: 'M-8-1a8 8 0 1 1 0 2z', sign: '✓' },
  advise: { outline: 'M-6 0a6 6 0 1 1 12 0a6 6 0 1 1-12 0z', sign: 'i' },
  person: { outline: 'M-7 8V0a7 7 0 0 1 14 0v8z', sign: 'p' },
};

/** What a mark stands for, where it is explained. */
export const MARK_MEANINGS: Readonly<Record<MarkWord, string>> = {
  deny: 'denied',
  ask: 'asked a person',
  problem: 'problem in the record',
  rewrite: 'call changed',
  allow: 'answered for the person',
  advise: 'advice',
  person: 'a person stepped in',
};

/** The mark's outline, around the beginning of the coordinates it stands in. */
export const drawOutline = (word: MarkWord, isQuiet: boolean): Element =>
  el('path', { d: SHAPES[word].outline, class: isQuiet ? `m-${word} quiet` : `m-${word}` });

/** The mark's sign, to be drawn over its outline. */
export const drawSign = (word: MarkWord, isQuiet: boolean): Element =>
  el(
    'text',
    { class: isQuiet ? 'sign quiet' : 'sign', 'text-anchor': 'middle', y: word === 'problem' ? 6 : 4 },
    SHAPES[word].sign,
  );
