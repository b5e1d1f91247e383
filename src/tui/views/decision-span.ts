import type { Span, Tone } from '../look/line.ts';
import type { Marks } from '../look/marks.ts';

/** A decision as its mark and its word. */
export const decisionSpan = (decision: string, marks: Marks, more = ''): Span => ({
  text: `${markOf(decision, marks)} ${decision}${more}`,
  tone: TONES[decision] ?? 'plain',
});

export const markOf = (decision: string, marks: Marks): string =>
  decision in marks ? marks[decision as keyof Marks] : marks.pass;

const TONES: Readonly<Record<string, Tone>> = {
  deny: 'bad',
  ask: 'warn',
  rewrite: 'accent',
  advise: 'warn',
  allow: 'good',
};
