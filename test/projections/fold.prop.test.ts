import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type Fold, foldStream, type LogState, startFold } from '../../src/projections/fold.ts';
import { makeSnapshot, snapshotParts } from '../../src/projections/make-snapshot.ts';
import { mayBeEvicted, parseSnapshot, type Snapshot, storedStates } from '../../src/projections/snapshot.ts';
import { bundleInto } from '../hammer/bundle.ts';
import { cleanEnv } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { eventSequences } from './generated.ts';
import { completed, happened, prompted, requested, ruled, testsFinished, testsStarted, wrote } from './given.ts';

const foldAll = (events: readonly Envelope[]): Fold => {
  const fold = startFold();
  for (const event of events) fold.apply(event);
  return fold;
};

/** The fold that goes on from snapshots taken behind some of the events, each written and read again. */
const foldOverSnapshots = (events: readonly Envelope[], cuts: readonly number[], onRecall = () => {}): Fold => {
  let fold = startFold();
  let snapshot: Snapshot | null = null;
  events.forEach((event, index) => {
    if (cuts.includes(index)) {
      snapshot = throughFile(made(fold.state(), snapshot, index));
      fold = resume(snapshot, events.slice(0, index), onRecall);
    }
    fold.apply(event);
  });
  return fold;
};

const made = (state: LogState, before: Snapshot | null = null, offset = 0): Snapshot => {
  const snapshot = makeSnapshot(state, { segment: 1, offset }, '', before);
  if (snapshot === null) throw new Error('a snapshot that can be read was not gone on from');
  return snapshot;
};

const throughFile = (snapshot: Snapshot): Snapshot => {
  const parts = snapshotParts(snapshot);
  const read = parseSnapshot((index) => parts[index] ?? null);
  if (read === null) throw new Error('a snapshot that was just made is not recognised');
  return read;
};

const resume = (snapshot: Snapshot, before: readonly Envelope[], onRecall: () => void): Fold =>
  startFold({
    from: snapshot.shared,
    recall: (stream) => {
      const stored = storedStates(snapshot, stream);
      if (stored) return stored;
      if (!mayBeEvicted(snapshot, stream)) return undefined;
      onRecall();
      return foldStream(before.filter((event) => event.stream === stream).map((event) => ({ event })));
    },
  });

/** What gates can see of a fold: every session, every worktree, the project. */
const seen = (fold: Fold, events: readonly Envelope[]) =>
  [...new Set(events.map(({ stream }) => stream)), 'never seen'].map((stream) =>
    ['/w/1', '/w/2', null].map((worktree) => fold.view(stream, worktree)),
  );

const deepFreeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
};

const cuts = fc.array(fc.nat(40), { minLength: 1, maxLength: 3 });

describe('a fold', () => {
  it('of everything is that of a snapshot and the rest, wherever it was cut', () => {
    fc.assert(
      fc.property(eventSequences(3, 60, 20), cuts, (events, at) => {
        expect(seen(foldOverSnapshots(events, at), events)).toEqual(seen(foldAll(events), events));
      }),
      { numRuns: 300 },
    );
  });

  it('is that at every single cut of a long sequence', () => {
    for (const events of fc.sample(eventSequences(2, 80, 80), { numRuns: 6, seed: 3 })) {
      const all = seen(foldAll(events), events);
      for (let cut = 0; cut <= events.length; cut += 1) {
        expect(seen(foldOverSnapshots(events, [cut]), events), `cut at ${cut}`).toEqual(all);
      }
    }
  });

  it('is shown so for every projection: the sequences move each, before a cut and behind it', () => {
    const names = Object.keys(startFold().view('s', null));
    const changedBefore = new Set<string>();
    const changedAfter = new Set<string>();
    for (const events of fc.sample(eventSequences(2, 80, 80), { numRuns: 600, seed: 3 })) {
      const half = foldAll(events.slice(0, 40)).view('s0', '/w/1');
      const end = foldAll(events).view('s0', '/w/1');
      const none = startFold().view('s0', '/w/1');
      for (const name of names as (keyof typeof end)[]) {
        if (JSON.stringify(half[name]) !== JSON.stringify(none[name])) changedBefore.add(name);
        if (JSON.stringify(end[name]) !== JSON.stringify(half[name])) changedAfter.add(name);
      }
    }
    // A projection that these events do not move would pass unseen: add what moves it to generated.ts.
    expect([...changedBefore].sort()).toEqual([...names].sort());
    expect([...changedAfter].sort()).toEqual([...names].sort());
  });

  it('is that also over sessions that a snapshot had no room for', () => {
    let recalled = 0;
    const late = fc.array(fc.integer({ min: 80, max: 150 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(eventSequences(50, 150, 120), late, (events, at) => {
        const fold = foldOverSnapshots(events, at, () => {
          recalled += 1;
        });
        expect(seen(fold, events)).toEqual(seen(foldAll(events), events));
      }),
      { numRuns: 40 },
    );
    expect(recalled).toBeGreaterThan(40);
    const many = Array.from({ length: 40 }, (_, i) => prompted({ stream: `s${i}` }));
    const snapshot = made(foldAll(many).state());
    expect(snapshot.names).toEqual(Array.from({ length: 32 }, (_, i) => `s${39 - i}`));
    expect(many.map(({ stream }) => stream).filter((stream) => mayBeEvicted(snapshot, stream))).toHaveLength(8);
    expect(mayBeEvicted(snapshot, 'never seen')).toBe(false);
  });

  it('is that also when so many sessions were left out that they are not remembered one by one', () => {
    const states = foldAll([prompted()]).state().streams[0]?.[1];
    const streams = Array.from({ length: 5000 }, (_, i) => [`s${i}`, states] as const) as LogState['streams'];
    const snapshot = made({ ...foldAll([]).state(), streams });
    expect(snapshot.overflowed).toBe(true);
    expect(mayBeEvicted(snapshot, 's0')).toBe(true);
    expect(made(foldAll([]).state(), snapshot).overflowed).toBe(true);
    expect(snapshot.part(32)?.length).toBeLessThan(64 * 1024);
  });

  it('changes neither the states nor the events it is given', () => {
    fc.assert(
      fc.property(eventSequences(3, 40), (events) => {
        const fold = startFold();
        for (const event of events) {
          deepFreeze(event);
          fold.apply(event);
          deepFreeze(fold.state());
        }
        expect(seen(fold, events)).toEqual(seen(foldAll(structuredClone(events) as Envelope[]), events));
      }),
      { numRuns: 100 },
    );
  });

  it('of a session alone is what the fold of the log knows of that session', () => {
    fc.assert(
      fc.property(eventSequences(3), (events) => {
        for (const [stream, states] of foldAll(events).state().streams) {
          const own = events.filter((event) => event.stream === stream);
          expect(foldStream(own.map((event) => ({ event })))).toEqual(states);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('learns nothing from an event of an unknown type, and from an unknown one of the host that the session is alive', () => {
    fc.assert(
      fc.property(eventSequences(3), eventSequences(3, 1), (events, [last]) => {
        fc.pre(last !== undefined);
        const { delivery: _none, ...unknown } = { ...(last as Envelope), type: 'SomethingLater', id: 'later' };
        const before = foldAll(events).view(unknown.stream, unknown.worktree);
        expect(foldAll([...events, unknown]).view(unknown.stream, unknown.worktree)).toEqual(before);

        const ofHost = { ...unknown, type: 'HostEventReceived' };
        const { session, ...rest } = foldAll([...events, ofHost]).view(unknown.stream, unknown.worktree);
        expect({ ...rest, session: before.session }).toEqual(before);
        const { startedAt, host, worktree: _worktree, permissionMode: _mode, ...kept } = session;
        expect({ startedAt, host }).toEqual({
          startedAt: before.session.startedAt ?? unknown.at,
          host: before.session.host ?? unknown.host,
        });
        expect(before.session).toMatchObject(kept);
      }),
      { numRuns: 100 },
    );
  });

  it('shows further events to one view alone, as if they had been applied', () => {
    fc.assert(
      fc.property(eventSequences(1), eventSequences(1, 5), (events, more) => {
        const further = more.map(({ delivery: _none, cause: _cause, ...event }) => ({
          ...event,
          id: `f${event.id}`,
          cause: null,
          worktree: '/w/1',
        }));
        const fold = foldAll(events);
        const before = fold.view('s0', '/w/1');
        const shown = fold.view('s0', '/w/1', further);
        expect(fold.view('s0', '/w/1')).toEqual(before);
        for (const event of further) fold.apply(event);
        expect(shown).toEqual(fold.view('s0', '/w/1'));
      }),
      { numRuns: 100 },
    );
  });
});

it('a state does not depend on time zone or language', async () => {
  const project = tempProject();
  const events = fc.sample(eventSequences(5, 200), { numRuns: 30, seed: 7 }).flat();
  const file = project.write('events.json', JSON.stringify(events));
  const entry = await bundleInto(project.path, join(import.meta.dirname, 'fold-entry.ts'));
  const [here, there] = [
    { TZ: 'UTC', LC_ALL: 'en_US.UTF-8' },
    { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8' },
  ].map((env) =>
    JSON.parse(spawnSync(process.execPath, [entry, file], { encoding: 'utf8', env: cleanEnv(env) }).stdout),
  );
  expect(there.surroundings).not.toBe(here.surroundings);
  expect(there.state).toEqual(here.state);
});

describe('a state stays small', () => {
  it('in a session that goes on for ever', () => {
    const fold = startFold();
    for (let i = 0; i < 1_500; i += 1) {
      const call = `call-${i}`;
      const delivery = { delivery: call };
      fold.apply(requested(call, i % 3 === 0 ? `mcp__x__insert_${i}` : 'Bash', delivery));
      fold.apply(testsStarted(call));
      fold.apply(ruled(i % 2 === 0 ? 'deny' : 'none', [], { call }));
      fold.apply(completed(call, 'Bash', delivery));
      fold.apply(testsFinished('pass', { call }));
      fold.apply(wrote(`/work/shop/src/file-${i}.ts`));
      fold.apply(happened('HookFailed', { stage: 'load', code: 'EIO', message: 'no log' }));
      if (i % 100 === 0) fold.apply(prompted());
    }
    // A thousand changed files, which are the most of it.
    expect(JSON.stringify(fold.state()).length).toBeLessThan(128 * 1024);
  });

  it('in a session whose calls never end', () => {
    const fold = startFold();
    for (let i = 0; i < 5_000; i += 1) fold.apply(requested(`call-${i}`));
    expect(JSON.stringify(fold.state()).length).toBeLessThan(128 * 1024);
    expect(fold.view('s1', null).calls.unknown).toBe(5_000 - 256);
  });

  it.each(['AnswerSent', 'GatesRuled', 'TestRunFinished'])(
    'over an event that lacks what its type promises: %s',
    (type) => {
      const fold = startFold();
      expect(() => fold.apply(happened(type, {}))).not.toThrow();
      fold.apply(prompted());
      expect(fold.view('s1', null).turn.prompts).toBe(1);
    },
  );

  it('over any number of worktrees', () => {
    const fold = startFold();
    for (let i = 0; i < 500; i += 1) fold.apply(testsFinished('pass', { worktree: `/w/${i}` }));
    expect(fold.state().worktrees.map(([path]) => path)).toEqual(Array.from({ length: 64 }, (_, i) => `/w/${i + 436}`));
  });

  it('in a snapshot over any number of sessions', () => {
    const events = Array.from({ length: 400 }, (_, i) =>
      Array.from({ length: 20 }, (_, k) => wrote(`/work/shop/src/file-${k}.ts`, { stream: `s${i}` })),
    ).flat();
    const snapshot = made(foldAll(events).state());
    expect(snapshotParts(snapshot).join().length).toBeLessThan(160 * 1024);
  });
});

describe('an event of docket without the data that its type promises', () => {
  const hollow = (type: string) => happened(type, {}, { call: 'a' });

  it.each([
    'TestRunFinished',
    'PolicyLoaded',
    'HostObserved',
    'GitObserved',
    'TestRunStarted',
    'GatesRuled',
    'HookFailed',
  ])('changes nothing: %s', (type) => {
    const before = [prompted(), requested('a'), testsFinished('fail')];
    const seenBefore = foldAll(before).view('s1', '/work/shop');
    const event = hollow(type);
    expect(foldAll([...before, event]).view('s1', '/work/shop')).toEqual(seenBefore);
    expect(foldAll(before).view('s1', '/work/shop', [event])).toEqual(seenBefore);
  });

  it('does not hide that the tests fail', () => {
    const fold = foldAll([testsFinished('fail'), hollow('TestRunFinished')]);
    expect(fold.view('s1', '/work/shop').tests.status).toBe('fail');
  });
});
