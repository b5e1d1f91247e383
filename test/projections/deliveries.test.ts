import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { isoTime } from '../../src/events/iso-time.ts';
import { NO_DELIVERIES, noteDelivery, noteResult, remember, repeatOf } from '../../src/projections/deliveries.ts';
import { startFold } from '../../src/projections/fold.ts';
import { happened, testsFinished, testsStarted } from './given.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const at = (ms: number, more: Partial<Envelope> = {}) => ({ at: isoTime(NOON + ms), ...more });
const byCall = (ms: number, more: Partial<Envelope> = {}) =>
  happened('ToolRequested', { tool_name: 'Bash' }, at(ms, { call: 'c', delivery: 'c', ...more }));
const byContent = (ms: number, more: Partial<Envelope> = {}) =>
  happened('NotificationShown', { message: 'hello' }, at(ms, { delivery: 'digest', ...more }));

const seen = (...events: readonly Envelope[]) => {
  const memory = remember(NO_DELIVERIES);
  for (const event of events) noteDelivery(memory, event, repeatOf(memory, event) !== null);
  return memory;
};

describe('another delivery of a host event', () => {
  it('is recognised by the call, for a minute', () => {
    const first = byCall(0);
    expect(repeatOf(seen(first), byCall(60_000))).toBe(first.id);
    expect(repeatOf(seen(first), byCall(60_001))).toBeNull();
  });

  it('is recognised by its content, for two seconds', () => {
    const first = byContent(0);
    expect(repeatOf(seen(first), byContent(2_000))).toBe(first.id);
    expect(repeatOf(seen(first), byContent(2_001))).toBeNull();
  });

  it('is recognised although the clock of its process is behind', () => {
    const first = byContent(1_500);
    expect(repeatOf(seen(first), byContent(0))).toBe(first.id);
  });

  it('by call is recognised with other events between', () => {
    const first = byCall(0);
    expect(repeatOf(seen(first, byContent(1)), byCall(2))).toBe(first.id);
  });

  it('by content is another event when the same actor did something between; other actors do not matter', () => {
    const first = byContent(0);
    const other = happened('NotificationShown', {}, at(1, { delivery: 'other' }));
    expect(repeatOf(seen(first, other), byContent(2))).toBeNull();
    const ofSubagent = { ...other, actor: { id: 'agent-1' } };
    expect(repeatOf(seen(first, ofSubagent), byContent(2))).toBe(first.id);
  });

  it.each([
    ['the type', { type: 'ToolCompleted' }],
    ['the actor', { actor: { id: 'agent-1' } }],
    ['the delivery', { delivery: 'd' }],
  ])('is none when %s differs', (_what, other) => {
    expect(repeatOf(seen(byCall(0)), byCall(1, other))).toBeNull();
  });

  it('is counted and not kept, so that a third is one of the first, too', () => {
    const first = byCall(0);
    const state = seen(first, byCall(1), byCall(2));
    expect(state.repeats).toBe(2);
    expect(state.recent.map(({ id }) => id)).toEqual([first.id]);
    expect(repeatOf(state, byCall(3))).toBe(first.id);
  });

  it('is not recognised when its time is none', () => {
    expect(repeatOf(seen(byCall(0, { at: 'yesterday' })), byCall(1))).toBeNull();
  });

  it('is looked for among the last thirty-two', () => {
    const calls = Array.from({ length: 33 }, (_, i) => byCall(i, { call: `c${i}`, delivery: `c${i}` }));
    const state = seen(...calls);
    expect(state.recent).toHaveLength(32);
    expect(repeatOf(state, byCall(70, { call: 'c0', delivery: 'c0' }))).toBeNull();
    expect(repeatOf(state, byCall(70, { call: 'c1', delivery: 'c1' }))).toBe(calls[1]?.id);
  });
});

describe('results of one host event', () => {
  it('count once for each type', () => {
    const request = byCall(0);
    const memory = seen(request);
    expect(noteResult(memory, testsStarted('c', { cause: request.id }))).toBe(true);
    expect(memory.recent[0]?.results).toEqual(['TestRunStarted']);
    expect(noteResult(memory, testsStarted('c', { cause: request.id }))).toBe(false);
    expect(noteResult(memory, testsFinished('pass', { cause: request.id }))).toBe(true);
  });

  it.each([
    ['of an event that was not delivered', testsFinished('pass', { cause: 'elsewhere' })],
    ['without a cause', testsFinished('pass')],
    ['of another kind', happened('CommandUnderstood', {}, { cause: 'elsewhere' })],
  ])('are not followed %s', (_what, event) => {
    const memory = seen(byCall(0));
    expect(noteResult(memory, event)).toBe(true);
    expect(memory).toEqual(seen(byCall(0, { id: memory.recent[0]?.id as string })));
  });
});

describe('a fold', () => {
  it('changes nothing but the count by another delivery, and names the first', () => {
    const fold = startFold();
    const first = byCall(0);
    expect(fold.apply(first)).toBeNull();
    const before = fold.view('s1', '/work/shop');
    expect(fold.apply(byCall(1))).toBe(first.id);
    const { deliveries, ...states } = fold.view('s1', '/work/shop');
    expect({ ...states, deliveries: { ...deliveries, repeats: 0 } }).toEqual(before);
    expect(deliveries.repeats).toBe(1);
  });

  it('knows deliveries of each session apart', () => {
    const fold = startFold();
    fold.apply(byCall(0));
    expect(fold.apply(byCall(1, { stream: 's2' }))).toBeNull();
  });

  it("takes every run of docket's own into account, though several go back to one write", () => {
    const fold = startFold();
    const done = happened('ToolCompleted', { tool_name: 'Write' }, at(0, { call: 'c', delivery: 'c' }));
    fold.apply(done);
    const own = { cause: done.id, provenance: 'worker' as const };
    fold.apply(testsFinished('fail', own, { source: 'runner' }));
    fold.apply(testsFinished('pass', own, { source: 'runner' }));
    expect(fold.view('s1', '/work/shop').tests.status).toBe('pass');
  });

  it('takes a test result of one host event into account once', () => {
    const fold = startFold();
    const done = happened('ToolCompleted', { tool_name: 'Bash' }, at(0, { call: 'c', delivery: 'c' }));
    fold.apply(done);
    fold.apply(testsFinished('fail', { cause: done.id }));
    fold.apply(testsFinished('pass', { cause: done.id }));
    expect(fold.view('s1', '/work/shop').tests.status).toBe('fail');
  });
});
