import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type Fold, type FoldOptions, startFold, type View } from '../../src/projections/fold.ts';
import { startLateFold } from '../../src/projections/late-fold.ts';
import { eventSequences } from './generated.ts';
import { happened } from './given.ts';

const NAMES = Object.keys(startFold().view('s', null)) as (keyof View)[];

/** What a fold goes on from after some events. */
const optionsAfter = (events: readonly Envelope[]): FoldOptions => {
  const fold = startFold();
  for (const event of events) fold.apply(event);
  const { streams, ...from } = fold.state();
  return { from, recall: (stream) => streams.find(([name]) => name === stream)?.[1] };
};

interface Parts {
  readonly before: readonly Envelope[];
  readonly tail: readonly Envelope[];
  readonly further: readonly Envelope[];
}

const parts = (maxLength: number): fc.Arbitrary<Parts> =>
  fc.tuple(eventSequences(3, maxLength, 10), fc.nat(), fc.nat()).map(([events, one, other]) => {
    const [first = 0, second = 0] = [one % events.length, other % events.length].sort((a, b) => a - b);
    return { before: events.slice(0, first), tail: events.slice(first, second), further: events.slice(second) };
  });

/** The states in an order of reading, each from a view of its own where `isAlone`. */
const read = (fold: Fold, { further, names, isAlone }: Parts & { names: readonly (keyof View)[]; isAlone: boolean }) =>
  ['s0', 's1', 'never seen'].flatMap((stream) =>
    ['/w/1', '/w/2', null].flatMap((worktree) => {
      const view = fold.view(stream, worktree, further);
      return names.map((name) => (isAlone ? fold.view(stream, worktree, further) : view)[name]);
    }),
  );

describe('a fold that works states out when they are read', () => {
  it('gives the states of a fold that works them out at once, in any order of reading', () => {
    const names = fc.shuffledSubarray(NAMES, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(parts(60), names, fc.boolean(), (given, chosen, isAlone) => {
        const [late, atOnce] = [startLateFold(optionsAfter(given.before)), startFold(optionsAfter(given.before))];
        for (const event of given.tail) expect(late.apply(event)).toBe(atOnce.apply(event));
        const how = { ...given, names: chosen, isAlone };
        expect(read(late, how)).toEqual(read(atOnce, how));
      }),
      { numRuns: 400 },
    );
  });

  it('goes on after it was read, and comes to the same in the end', () => {
    fc.assert(
      fc.property(parts(60), fc.constantFrom(...NAMES), ({ before, tail, further }, name) => {
        const [late, atOnce] = [startLateFold(optionsAfter(before)), startFold(optionsAfter(before))];
        for (const event of tail) late.apply(event);
        void late.view('s0', '/w/1')[name];
        for (const event of further) late.apply(event);
        for (const event of [...tail, ...further]) atOnce.apply(event);
        expect({ ...late.view('s1', '/w/2') }).toEqual({ ...atOnce.view('s1', '/w/2') });
        expect(late.state()).toEqual(atOnce.state());
      }),
      { numRuns: 200 },
    );
  });

  it('forgets the worktrees that were active longest ago, as any fold does', () => {
    const events = Array.from({ length: 70 }, (_, index) =>
      happened(
        'TestRunFinished',
        { runner: 'npm test', status: 'fail', failures: 1, passed: 0, reason: 'exit 1', source: 'agent' },
        { worktree: `/w/${index}` },
      ),
    );
    const [late, atOnce] = [startLateFold(), startFold()];
    for (const event of events) {
      late.apply(event);
      atOnce.apply(event);
    }
    for (const worktree of ['/w/0', '/w/69']) {
      expect(late.view('s1', worktree).tests).toEqual(atOnce.view('s1', worktree).tests);
    }
    expect(late.view('s1', '/w/0').tests.status).toBe(null);
    expect(late.view('s1', '/w/69').tests.status).toBe('fail');
  });

  it('keeps no long log in memory', () => {
    for (const events of fc.sample(eventSequences(3, 700, 600), { numRuns: 3, seed: 5 })) {
      const [late, atOnce] = [startLateFold(), startFold()];
      for (const event of events) expect(late.apply(event)).toBe(atOnce.apply(event));
      expect(late.state()).toEqual(atOnce.state());
    }
  });
});
