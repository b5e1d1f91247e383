import type { Tone } from './line.ts';
import { UNICODE_MARKS } from './marks.ts';

const TONES: Readonly<Record<string, Tone>> = {
  deny: 'bad',
  ask: 'warn',
  rewrite: 'accent',
  advise: 'warn',
  allow: 'good',
  pass: 'good',
};

export const decisionTone = (decision: string): Tone => TONES[decision] ?? 'plain';

/** The sign beside a decision's word; a terminal with only ASCII is drawn another one in its place. */
export const decisionMark = (decision: string): string =>
  decision in TONES ? UNICODE_MARKS[decision as keyof typeof UNICODE_MARKS] : UNICODE_MARKS.pass;
