import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { waiversProjection } from '../../src/projections/waivers.ts';
import { longestWaiver } from '../../src/projections/waivers-steps.ts';
import { happened, recorded, stateAfter } from './given.ts';

const AT = '2026-03-01T12:00:00.000Z';
const later = (milliseconds: number): string => new Date(Date.parse(AT) + milliseconds).toISOString();
const HOUR = 3_600_000;

const granted = (data: Partial<EventData<'WaiverGranted'>> = {}, more: Partial<Envelope> = {}): Envelope =>
  recorded(
    'WaiverGranted',
    { rule: 'test-gate', reason: 'a spike', until: later(HOUR), session: null, ...data },
    { at: AT, provenance: 'person', ...more },
  );

const revoked = (waiver: string, provenance: Envelope['provenance'] = 'person'): Envelope =>
  happened('WaiverRevoked', { waiver }, { provenance });

const rulesAfter = (...events: readonly Envelope[]): string[] =>
  stateAfter(waiversProjection, ...events).granted.map(({ rule }) => rule);

describe('a waiver', () => {
  it.each(['person', 'prompt'] as const)('is what a person grants (%s)', (provenance) => {
    const event = granted({ session: 's1' }, { provenance });
    expect(stateAfter(waiversProjection, event).granted).toEqual([
      {
        event: event.id,
        rule: 'test-gate',
        reason: 'a spike',
        at: AT,
        until: later(HOUR),
        by: provenance,
        session: 's1',
      },
    ]);
  });

  it.each(['hook', 'agent', 'worker', 'import'] as const)(
    'is granted and revoked by nobody else (%s)',
    (provenance) => {
      expect(rulesAfter(granted({}, { provenance }))).toEqual([]);
      const event = granted();
      expect(rulesAfter(event, revoked(event.id, provenance))).toEqual(['test-gate']);
    },
  );

  it.each(['person', 'prompt'] as const)('is revoked by its event (%s), and no other with it', (provenance) => {
    const [one, two] = [granted(), granted({ rule: 'lint' })];
    expect(rulesAfter(one, two, revoked(one.id, provenance))).toEqual(['lint']);
    const before = stateAfter(waiversProjection, one);
    expect(waiversProjection.evolve(before, revoked('another'))).toBe(before);
  });

  it('holds for thirty days at most', () => {
    expect(longestWaiver()).toBe(30 * 24 * HOUR);
    expect(rulesAfter(granted({ until: later(30 * 24 * HOUR) }))).toEqual(['test-gate']);
    expect(rulesAfter(granted({ until: later(30 * 24 * HOUR + 1) }))).toEqual([]);
    expect(rulesAfter(granted({ until: 'for ever' }))).toEqual([]);
  });

  it('takes the place of the one before for the same rule and session alone', () => {
    const again = granted({ reason: 'still' });
    const own = granted({ session: 's1' });
    const other = granted({ rule: 'lint' });
    const { granted: kept } = stateAfter(waiversProjection, granted(), own, other, again);
    expect(kept.map(({ event }) => event)).toEqual([own.id, other.id, again.id]);
  });

  it('is forgotten once it ended, when another one is granted', () => {
    const next = (milliseconds: number) =>
      granted({ rule: 'lint', until: later(3 * HOUR) }, { at: later(milliseconds) });
    expect(rulesAfter(granted(), next(HOUR - 1))).toEqual(['test-gate', 'lint']);
    expect(rulesAfter(granted(), next(HOUR))).toEqual(['lint']);
  });

  it('keeps a bounded reason, and says so of one that is no text', () => {
    const reasonOf = (reason: unknown) =>
      stateAfter(waiversProjection, granted({ reason: reason as string })).granted[0]?.reason;
    expect(reasonOf(`${'r'.repeat(300)}s`)).toBe('r'.repeat(300));
    expect(reasonOf({ omitted: 5 })).toMatch(/length/);
  });

  it('is one of 64 at most, the newest', () => {
    const many = Array.from({ length: 66 }, (_, at) => granted({ rule: `rule-${at}` }));
    expect(rulesAfter(...many)).toEqual(Array.from({ length: 64 }, (_, at) => `rule-${at + 2}`));
  });
});
