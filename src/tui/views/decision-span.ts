import { decisionTone } from '../look/decision.ts';
import type { Span } from '../look/line.ts';
import type { Marks } from '../look/marks.ts';

/** A decision as its mark and its word. */
export const decisionSpan = (decision: string, marks: Marks, more = ''): Span => ({
  text: `${markOf(decision, marks)} ${decision}${more}`,
  tone: decisionTone(decision),
});

export const markOf = (decision: string, marks: Marks): string =>
  decision in marks ? marks[decision as keyof Marks] : marks.pass;
