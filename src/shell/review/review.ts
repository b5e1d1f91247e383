import type { ParsedCommand, SimpleCommand } from '../simple-command.ts';
import { type Finding, type Tier, worst } from './finding.ts';
import { reviewSimple } from './segment.ts';
import { isHarmlessVariable } from './variables.ts';

/** One program with its arguments, wherever it stands in a command line. */
export interface Segment {
  /** Its text, cut. */
  readonly shown: string;
  /** As the text names it; null when that only shows at run time, or when there is none. */
  readonly program: string | null;
  readonly tier: Tier;
  readonly safe: boolean;
  /** What it does, or might do, that is not safe; null when it is safe. */
  readonly reason: string | null;
}

/** Whether a command line only reads, as far as a table of programs says. */
export interface Review {
  /** Every part is known to be safe. */
  readonly safe: boolean;
  /** The highest of all parts. */
  readonly tier: Tier;
  /** In the order in which they run, those in substitutions before what holds them; cut, with the unsafe kept. */
  readonly segments: readonly Segment[];
}

// What is reviewed becomes part of one line of the log.
const MOST_SEGMENTS = 40;
const LONGEST_SHOWN = 200;
const LONGEST_REASON = 160;

/** What of a simple command is looked at. */
export type ReviewedCommand = Pick<SimpleCommand, 'words' | 'assignments' | 'redirects' | 'start' | 'end' | 'located'>;

type Reviewed = Pick<ParsedCommand, 'problems' | 'scopes'> & { readonly commands: readonly ReviewedCommand[] };

/** Reviews each simple command of a text: pipelines, lists, loops and substitutions of any depth are lists of those. */
export const reviewCommand = (source: string, parsed: Reviewed): Review => {
  const segments = [
    ...parsed.commands.filter(isSegment).map((command) => segmentOf(source, command)),
    ...wholeText(source, parsed),
  ];
  const { tier, reason } = worst(segments);
  const kept = segments.length <= MOST_SEGMENTS ? segments : mostTelling(segments);
  return { safe: reason === null, tier, segments: kept };
};

const isSegment = ({ words, assignments, redirects }: ReviewedCommand): boolean =>
  words.length + assignments.length + redirects.length > 0;

const segmentOf = (source: string, command: ReviewedCommand): Segment => {
  const { located, start, end, words } = command;
  const shown = located
    ? source.slice(start, Math.min(end, start + LONGEST_SHOWN))
    : words.map(({ text }) => text).join(' ');
  return segment(shown, words[0]?.value ?? null, reviewSimple(command));
};

const segment = (shown: string, program: string | null, { tier, reason }: Finding): Segment => ({
  shown: shown.slice(0, LONGEST_SHOWN),
  program: program === null ? null : program.slice(0, LONGEST_SHOWN),
  tier,
  safe: reason === null,
  reason: reason === null ? null : reason.slice(0, LONGEST_REASON),
});

/** What makes the whole text unsafe although each of its commands may be safe. */
const wholeText = (source: string, { problems, scopes }: Reviewed): Segment[] => {
  const reasons = [
    ...(problems.length > 0 ? [`cannot be read (${problems[0]})`] : []),
    ...(scopes.some(({ kind }) => kind === 'function') ? ['defines a function, which may replace a program'] : []),
    ...(scopes.some(({ loop }) => loop !== undefined && !isHarmlessVariable(loop.variable, null))
      ? ['sets a variable in a loop that programs may act on']
      : []),
    ...(hidesSubscript(source) ? ['may run what stands in the index of an array'] : []),
  ];
  return reasons.map((reason) => segment(source, null, { tier: 2, reason }));
};

/** `[ -v 'a[$(rm x)]' ]`: an index is worked out even where it is quoted. */
const hidesSubscript = (source: string): boolean => {
  if (!source.includes('$(') && !source.includes('`')) return false;
  let isOpen = false;
  for (let at = 0; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === '[') isOpen ||= isNameCharacter(source.charCodeAt(at - 1));
    else if (char === ']') isOpen = false;
    else if (isOpen && (char === '`' || (char === '$' && source.charAt(at + 1) === '('))) return true;
  }
  return false;
};

const isNameCharacter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f;

/** The unsafe ones first, in their order. */
const mostTelling = (segments: readonly Segment[]): Segment[] => {
  const unsafe = segments.filter(({ safe }) => !safe).slice(0, MOST_SEGMENTS);
  const kept = new Set(unsafe);
  for (const one of segments) {
    if (kept.size >= MOST_SEGMENTS) break;
    kept.add(one);
  }
  return segments.filter((one) => kept.has(one));
};
