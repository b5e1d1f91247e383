import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/events/schemas.ts';
import { combine } from '../../src/gates/combine.ts';
import { type SessionState, sessionProjection } from '../../src/projections/session.ts';
import { verdict } from '../projections/given.ts';

const inSession = (session: Partial<SessionState>) => ({ session: { ...sessionProjection.initialState, ...session } });

const combined = (...verdicts: readonly Verdict[]) => combine(verdicts, inSession({ kind: 'interactive' }));

const STRENGTH: readonly Verdict['decision'][] = ['deny', 'ask', 'rewrite', 'allow', 'advise'];

describe('one decision out of all verdicts', () => {
  const pairs = STRENGTH.flatMap((stronger, at) => STRENGTH.slice(at + 1).map((weaker) => [stronger, weaker] as const));

  it.each(pairs)('%s comes before %s, in whichever order they are judged', (stronger, weaker) => {
    const [strong, weak] = [verdict('a', stronger), verdict('b', weaker)];
    expect(combined(weak, strong)).toEqual({ decision: stronger, nobodyCanAnswer: null, answered: [strong, weak] });
    expect(combined(strong, weak).decision).toBe(stronger);
  });

  it('keeps those of one strength in the order of their gates', () => {
    const [one, two, three] = [verdict('a', 'advise'), verdict('b', 'deny'), verdict('c', 'deny')];
    expect(combined(one, two, three).answered).toEqual([two, three, one]);
  });

  it('is none where nothing is said, nothing is against it, or it is only watched', () => {
    const none = { decision: 'none', nobodyCanAnswer: null, answered: [] };
    expect(combined()).toEqual(none);
    expect(combined(verdict('a', 'pass'))).toEqual(none);
    expect(combined(verdict('a', 'deny', { mode: 'monitor' }))).toEqual(none);
  });
});

describe('a question', () => {
  const asking = (session: Partial<SessionState>, decision: Verdict['decision'] = 'ask') =>
    combine([verdict('a', decision)], inSession(session));

  it.each([
    [{ kind: 'headless' }, 'the session is headless'],
    [{ kind: 'spawned' }, 'the session is spawned'],
    [{ kind: 'interactive', permissionMode: 'dontAsk' }, 'the permission mode is dontAsk'],
    [{ permissionMode: 'bypassPermissions' }, 'the permission mode is bypassPermissions'],
  ] as const)('that nobody would answer (%o) is a deny', (session, why) => {
    expect(asking(session)).toMatchObject({ decision: 'deny', nobodyCanAnswer: why });
    expect(asking(session, 'advise')).toMatchObject({ decision: 'advise', nobodyCanAnswer: null });
  });

  it.each([{}, { kind: 'interactive' }, { kind: 'interactive', permissionMode: 'default' }] as const)(
    'is asked otherwise (%o)',
    (session) => {
      expect(asking(session)).toMatchObject({ decision: 'ask', nobodyCanAnswer: null });
    },
  );
});

describe('rewrites', () => {
  const rewrites = (gate: string, field: string, ...places: readonly (readonly [number, number])[]): Verdict =>
    verdict(gate, 'rewrite', {
      edits: { field, edits: places.map(([start, end]) => ({ start, end, text: '' })) },
    });
  const first = rewrites('a', 'command', [10, 20]);
  const keptBeside = (other: Verdict): boolean => combined(first, other).answered.includes(other);

  it.each<readonly [number, number]>([
    [10, 20],
    [12, 14],
    [5, 11],
    [19, 25],
    [0, 30],
  ])('of the same text (%i to %i): the later rule’s is left out', (start, end) => {
    expect(keptBeside(rewrites('b', 'command', [start, end]))).toBe(false);
  });

  it.each<readonly [number, number]>([
    [0, 10],
    [20, 30],
  ])('side by side (%i to %i) are both made', (start, end) => {
    expect(keptBeside(rewrites('b', 'command', [start, end]))).toBe(true);
  });

  it('of another field are both made, and advice about the same call stays', () => {
    expect(keptBeside(rewrites('b', 'content', [10, 20]))).toBe(true);
    expect(keptBeside(verdict('b', 'advise'))).toBe(true);
    expect(combined(verdict('b', 'deny'), first).answered).toHaveLength(2);
  });

  it('are left out with all their changes, also where one alone clashes', () => {
    expect(keptBeside(rewrites('b', 'command', [0, 5], [15, 16], [40, 50]))).toBe(false);
    const two = rewrites('a', 'command', [40, 50], [10, 20]);
    expect(combined(two, rewrites('b', 'command', [12, 13])).answered).toEqual([two]);
  });
});
