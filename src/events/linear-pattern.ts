import { type CharacterSet, holdsCode } from './character-set.ts';
import { type Node, PatternError, parsePattern } from './pattern-syntax.ts';
import type { Span } from './redaction-spans.ts';

// Patterns that others write run in every hook call, over texts that anybody writes. The regular expressions of JavaScript
// go back and try again, and one careless pattern then takes for ever; these follow all ways at once, so a text costs at
// most its length times the size of the pattern, whatever either says.

/** A compiled pattern: finds all of a text that its matches cover, from left to right; matches that overlap are one. */
export type LinearPattern = (text: string) => readonly Span[];

/** Steps of the machine that a pattern becomes. */
type Step =
  | { readonly is: 'take'; readonly set: CharacterSet; readonly next: number }
  | { readonly is: 'fork'; readonly next: readonly number[] }
  | { readonly is: 'check'; readonly what: Check; readonly next: number }
  | { readonly is: 'found' };

type Take = Extract<Step, { is: 'take' }>;
type Check = Extract<Node, { is: 'check' }>['what'];

/** Repetitions are written out, so this bounds `{…}` as well as the length of the pattern. */
const MOST_STEPS = 500;

/**
 * Compiles a pattern in the syntax of JavaScript's regular expressions, without look-around and references to groups, which
 * cannot be matched in linear time. `^` and `$` are the ends of a line. Throws `PatternError`, with a reason that says what to change.
 */
export const compilePattern = (source: string, ignoresCase: boolean): LinearPattern => {
  const steps: Step[] = [{ is: 'found' }];
  const start = build(openEnded(parsePattern(source, ignoresCase)), 0, steps);
  const first = new Set<number>();
  follow(steps, start, () => true, first);
  if (first.has(0)) throw new PatternError('it matches a text of no length: let it ask for at least one character');
  const sets = [...first].flatMap((at) => (steps[at]?.is === 'take' ? [(steps[at] as { set: CharacterSet }).set] : []));
  const canBegin = Uint8Array.from({ length: 128 }, (_, code) => (sets.some((set) => holdsCode(set, code)) ? 1 : 0));
  return (text) => matches(text, steps, start, canBegin);
};

/** What a pattern ends with goes on as far as it can: a secret that is longer than expected is one to its end. */
const openEnded = (node: Node): Node => {
  if (node.is === 'repeat') return node.most > node.least ? { ...node, most: Number.POSITIVE_INFINITY } : node;
  if (node.is === 'choice') return { is: 'choice', parts: node.parts.map(openEnded) };
  if (node.is !== 'sequence') return node;
  return {
    is: 'sequence',
    parts: node.parts.map((part, at) => (at === node.parts.length - 1 ? openEnded(part) : part)),
  };
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
  const spans: { start: number; end: number }[] = [];
  const cover = (from: number, end: number): void => {
    let first = from;
    for (let last = spans.at(-1); last !== undefined && last.end > first; last = spans.at(-1)) {
      first = Math.min(first, last.start);
      spans.pop();
    }
    spans.push({ start: first, end });
  };
  const { takes, next, ascii } = flat(steps);
  // The steps that wait for a character, each with where its way began: of several ways to a step the one that began first.
  let waiting = new Int32Array(steps.length);
  let began = new Int32Array(steps.length);
  let ways = new Int32Array(steps.length);
  let starts = new Int32Array(steps.length);
  let count = 0;
  let waits = 0;
  const seen = new Int32Array(steps.length).fill(-1);
  const open: number[] = [];
  const enter = (first: number, since: number, at: number): void => {
    open.push(first);
    for (let way = open.pop(); way !== undefined; way = open.pop()) {
      if (seen[way] === at) continue;
      seen[way] = at;
      const step = steps[way] as Step;
      if (step.is === 'take') {
        ways[count] = way;
        starts[count] = since;
        count += 1;
      } else if (step.is === 'fork') open.push(...step.next);
      else if (step.is === 'found') cover(since, at);
      else if (holdsAt(step.what, text, at)) open.push(step.next);
    }
  };
  for (let at = 0; at <= text.length; at += 1) {
    if (waits === 0) {
      while (at < text.length && text.charCodeAt(at) < 128 && canBegin[text.charCodeAt(at)] === 0) at += 1;
    }
    const code = text.charCodeAt(at - 1);
    count = 0;
    for (let i = 0; i < waits; i += 1) {
      const way = waiting[i] as number;
      const fits = code < 128 ? ascii[way * 128 + code] === 1 : holdsCode((steps[way] as Take).set, code);
      if (!fits) continue;
      const to = next[way] as number;
      if (takes[to] === 0) enter(to, began[i] as number, at);
      else if (seen[to] !== at) {
        seen[to] = at;
        ways[count] = to;
        starts[count] = began[i] as number;
        count += 1;
      }
    }
    enter(start, at, at);
    [waiting, ways] = [ways, waiting];
    [began, starts] = [starts, began];
    waits = count;
  }
  return spans;
};

/** What the innermost loop asks of each step, where it is found fastest. */
const flat = (steps: readonly Step[]) => {
  const ascii = new Uint8Array(steps.length * 128);
  const next = new Int32Array(steps.length);
  const takes = new Uint8Array(steps.length);
  for (const [at, step] of steps.entries()) {
    if (step.is !== 'take') continue;
    takes[at] = 1;
    next[at] = step.next;
    ascii.set(step.set.ascii, at * 128);
  }
  return { ascii, next, takes };
};

const holdsAt = (check: Check, text: string, at: number): boolean => {
  if (check === 'line start') return at === 0 || isBreak(text, at - 1);
  if (check === 'line end') return at === text.length || isBreak(text, at);
  return (isWord(text, at - 1) !== isWord(text, at)) === (check === 'word edge');
};

const isBreak = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';
const isWord = (text: string, at: number): boolean => /\w/.test(text[at] ?? '');
