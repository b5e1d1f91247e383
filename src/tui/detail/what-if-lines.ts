import { clock, cutTo, fitTo } from '../../cli/style.ts';
import { decisionMark, decisionTone } from '../look/decision.ts';
import { type Line, line, type Span } from '../look/line.ts';
import type { WhatIfOverlay } from '../model/model.ts';
import { choicesOf, flipsOf, type WhatIfChoice } from '../model/what-if-moves.ts';
import type { WhatIfFlip, WhatIfGate, WhatIfWord } from '../think/what-if.ts';
import { missingLines } from './missing-lines.ts';
import { wrapped } from './page.ts';

/** What can be set otherwise, a line each: its name, and its values with the one that is set between signs. */
export const choiceLines = (overlay: WhatIfOverlay, width: number): Line[] =>
  choicesOf(overlay).map((choice) => {
    const name = choice.kind === 'mute' ? 'this event' : (choice.gate ?? 'preset');
    const values = choice.values.flatMap((value) => valueSpans(value, choice));
    return { spans: [{ text: fitTo(name, Math.min(NAME, Math.floor(width / 2))) }, ...values] };
  });

const NAME = 20;

const valueSpans = (value: string, { now, was }: WhatIfChoice): Span[] => {
  if (value !== now) return [{ text: ` ${value} `, tone: 'dim' }];
  return [{ text: `[${value}]`, tone: now === was ? 'strong' : 'accent' }];
};

export interface FlipLine {
  readonly line: Line;
  /** Which of the flips it belongs to; null where to none. */
  readonly flip: number | null;
}

/** What would be answered otherwise: the event, and below it each rule before and after; first what of the log is not in it. */
export const flipLines = (overlay: WhatIfOverlay, width: number): FlipLine[] => {
  const { found } = overlay;
  const missing = found === null || 'failed' in found ? [] : missingLines(found, { width });
  return [...missing.map((each) => ({ line: each, flip: null })), ...foundLines(overlay, width)];
};

const foundLines = (overlay: WhatIfOverlay, width: number): FlipLine[] => {
  const { found, change } = overlay;
  const told = (text: string, tone: 'dim' | 'bad' | 'strong' | 'plain'): FlipLine[] =>
    wrapped(text, { width }, '', tone).map((each) => ({ line: each, flip: null }));
  if (found === null) return told('… judging the session again', 'dim');
  if ('failed' in found) return told(`That could not be tried: ${found.failed}`, 'bad');
  if (found.judged === 0) return told(NOTHING_JUDGED, 'strong');
  if (change === null) return told(WHAT_IT_IS, 'dim');
  const flips = flipsOf(overlay);
  const of = `of ${found.judged} that ${found.judged === 1 ? 'was' : 'were'} judged`;
  if (flips.length === 0) return told(`Nothing would have been said otherwise, ${of}.`, 'strong');
  const many = flips.length === 1 ? '1 event' : `${flips.length} events`;
  const head = `Something else would have been said of ${many}, ${of}:`;
  return [
    ...told(head, 'strong'),
    ...flips.flatMap((flip, index) => [
      { line: flipLine(flip, width), flip: index },
      ...flip.gates.map((gate) => ({ line: gateLine(gate), flip: null })),
    ]),
  ];
};

const NOTHING_JUDGED =
  'No gate judged anything in this session, so there is nothing to judge otherwise. Of each call Why (w) tells what the gates of today say.';
const WHAT_IT_IS =
  'h and l set the chosen line to something else, one line at a time, and this session is judged again with it: here stands then of which events something else would have been said. Nothing is written. enforce answers, monitor only logs, off says nothing.';

const flipLine = ({ at, summary }: WhatIfFlip, width: number): Line =>
  line({ text: `${clock(at)} `, tone: 'dim' }, cutTo(summary, width));

const gateLine = ({ gate, was, now, isKnockOn, unknown }: WhatIfGate): Line =>
  line(
    `  ${gate} `,
    ...wordSpans(was, now),
    { text: ' → ', tone: 'dim' },
    ...wordSpans(now, was),
    ...(isKnockOn ? [{ text: ', by what changed before', tone: 'dim' as const }] : []),
    ...(unknown.length === 0 ? [] : [{ text: `, a guess: ${unknown.join(', ')} unknown`, tone: 'warn' as const }]),
  );

/** `✗ deny tests-fail`; the rule only where the other word is another rule's. */
const wordSpans = ({ rule, decision, isWatched }: WhatIfWord, other: WhatIfWord): Span[] => {
  if (rule === null) return [{ text: 'nothing', tone: 'dim' }];
  const shown = decision === 'pass' || rule === other.rule ? '' : ` ${rule.slice(rule.indexOf('/') + 1)}`;
  const word = isWatched ? `would ${decision}, only watched` : decision;
  return [{ text: `${decisionMark(decision)} ${word}${shown}`, tone: isWatched ? 'dim' : decisionTone(decision) }];
};
