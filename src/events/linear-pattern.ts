import { type CharacterSet, holdsCode } from './character-set.ts';
import { type Node, PatternError, parsePattern } from './pattern-syntax.ts';
import type { Span } from './redaction-spans.ts';

// Patterns that others write run in every hook call, over texts that anybody writes. The regular expressions of JavaScript
// go back and try again, and one careless pattern then takes for ever; these follow all ways at once, so a text costs at
// most its length times the size of the pattern, whatever either says.

/** A compiled pattern: finds its matches in a text, the leftmost first and of those the longest, none in another. */
export type LinearPattern = (text: string) => readonly Span[];

/** Steps of the machine that a pattern becomes. */
type Step =
  | { readonly is: 'take'; readonly set: CharacterSet; readonly next: number }
  | { readonly is: 'fork'; readonly next: readonly number[] }
  | { readonly is: 'check'; readonly what: Check; readonly next: number }
  | { readonly is: 'found' };

type Check = Extract<Node, { is: 'check' }>['what'];

/** Repetitions are written out, so this bounds `{…}` as well as the length of the pattern. */
const MOST_STEPS = 1000;

/**
 * Compiles a pattern in the syntax of JavaScript's regular expressions, without look-around and references to groups, which
 * cannot be matched in linear time. `^` and `$` are the ends of a line. Throws `PatternError`, with a reason that says what to change.
 */
export const compilePattern = (source: string, ignoresCase: boolean): LinearPattern => {
  const steps: Step[] = [{ is: 'found' }];
  const start = build(parsePattern(source, ignoresCase), 0, steps);
  const first = new Set<number>();
  follow(steps, start, () => true, first);
  if (first.has(0)) throw new PatternError('it matches a text of no length: let it ask for at least one character');
  const sets = [...first].flatMap((at) => (steps[at]?.is === 'take' ? [(steps[at] as { set: CharacterSet }).set] : []));
  const canBegin = Uint8Array.from({ length: 128 }, (_, code) => (sets.some((set) => holdsCode(set, code)) ? 1 : 0));
  return (text) => matches(text, steps, start, canBegin);
};

/** Adds the steps of a node before the step `next`; returns the first of them. */
const build = (node: Node, next: number, steps: Step[]): number => {
  const add = (step: Step): number => {
    if (steps.length >= MOST_STEPS)
      throw new PatternError('it is too large: use a shorter one, or smaller numbers in {…}');
    return steps.push(step) - 1;
  };
  switch (node.is) {
    case 'set':
      return add({ is: 'take', set: node.set, next });
    case 'check':
      return add({ is: 'check', what: node.what, next });
    case 'sequence':
      return node.parts.reduceRight((at, part) => build(part, at, steps), next);
    case 'choice':
      return add({ is: 'fork', next: node.parts.map((part) => build(part, next, steps)) });
    case 'repeat': {
      let at = next;
      if (node.most === Number.POSITIVE_INFINITY) {
        const targets: number[] = [];
        const loop = add({ is: 'fork', next: targets });
        targets.push(build(node.part, loop, steps), next);
        at = loop;
      } else {
        for (let i = node.least; i < node.most; i += 1)
          at = add({ is: 'fork', next: [build(node.part, at, steps), next] });
      }
      for (let i = 0; i < node.least; i += 1) at = build(node.part, at, steps);
      return at;
    }
  }
};

/** Adds to `reached` every step that takes a character or ends the pattern and is reached from a step without taking any. */
const follow = (steps: readonly Step[], from: number, holds: (check: Check) => boolean, reached: Set<number>): void => {
  const seen = new Set<number>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const step = steps[at] as Step;
    if (step.is === 'fork') open.push(...step.next);
    else if (step.is === 'check') {
      if (holds(step.what)) open.push(step.next);
    } else reached.add(at);
  }
};

const matches = (text: string, steps: readonly Step[], start: number, canBegin: Uint8Array): readonly Span[] => {
  const spans: Span[] = [];
  for (let at = 0; at < text.length; ) {
    const span = nextMatch(text, at, steps, start, canBegin);
    if (span === null) break;
    spans.push(span);
    at = span.end;
  }
  return spans;
};

const nextMatch = (
  text: string,
  from: number,
  steps: readonly Step[],
  start: number,
  canBegin: Uint8Array,
): Span | null => {
  // The steps that wait for a character, each with where its way began; ways that began earlier stand first.
  let waiting: number[] = [];
  let began: number[] = [];
  const seen = new Int32Array(steps.length).fill(-1);
  let found: Span | null = null;
  for (let at = from; at <= text.length; at += 1) {
    if (waiting.length === 0) {
      if (found !== null) return found;
      while (at < text.length && text.charCodeAt(at) < 128 && canBegin[text.charCodeAt(at)] === 0) at += 1;
    }
    const code = text.charCodeAt(at - 1);
    const ways: number[] = [];
    const starts: number[] = [];
    const enter = (first: number, since: number): void => {
      const open = [first];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (seen[next] === at) continue;
        seen[next] = at;
        const step = steps[next] as Step;
        if (step.is === 'fork') for (const way of step.next) open.push(way);
        else if (step.is === 'check') {
          if (holdsAt(step.what, text, at)) open.push(step.next);
        } else if (step.is === 'found') {
          if (found === null || since <= found.start) found = { start: since, end: at };
        } else {
          ways.push(next);
          starts.push(since);
        }
      }
    };
    for (let i = 0; i < waiting.length; i += 1) {
      const since = began[i] as number;
      if (found !== null && since > (found as Span).start) break;
      const step = steps[waiting[i] as number] as Extract<Step, { is: 'take' }>;
      if (holdsCode(step.set, code)) enter(step.next, since);
    }
    if (found === null) enter(start, at);
    waiting = ways;
    began = starts;
  }
  return found;
};

const holdsAt = (check: Check, text: string, at: number): boolean => {
  if (check === 'line start') return at === 0 || isBreak(text, at - 1);
  if (check === 'line end') return at === text.length || isBreak(text, at);
  return (isWord(text, at - 1) !== isWord(text, at)) === (check === 'word edge');
};

const isBreak = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';
const isWord = (text: string, at: number): boolean => /\w/.test(text[at] ?? '');
