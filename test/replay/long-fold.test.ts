import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogLine } from '../../src/events/log-reader.ts';
import { startFold } from '../../src/projections/fold.ts';
import { type IsOver, startLongFold } from '../../src/replay/long-fold.ts';
import { eventSequences } from '../projections/generated.ts';

describe('a fold over a long log', () => {
  it('is every other fold for sessions that go on, however often it lets go of those that are over', () => {
    fc.assert(
      fc.property(eventSequences(6, 80, 1), fc.integer({ min: 1, max: 9 }), imports, (events, between, isImported) => {
        const lines = events.map(
          (event, index): LogLine => ({
            event: isImported(event.stream, index) ? { ...event, provenance: 'import' } : event,
            position: { segment: 1, offset: index * 10 },
          }),
        );
        const lastOf = new Map(lines.map(({ event, position }) => [event.stream, position.offset + 10]));
        const isOver: IsOver = (stream, at) => (lastOf.get(stream) ?? 0) <= at.offset + 9;
        const fold = startFold();
        let long = startLongFold(isOver, null, between);
        for (const [index, line] of lines.entries()) {
          expect(long.apply(line)).toBe(fold.apply(line.event));
          const { stream, worktree } = line.event;
          expect(JSON.stringify(long.view(stream, worktree))).toBe(JSON.stringify(fold.view(stream, worktree)));
          // Going on from a point is the same as having gone on.
          if (index % 7 === 6) long = startLongFold(isOver, long.point(), between);
        }
      }),
    );
  });

  it('holds no session behind its last event', () => {
    const long = startLongFold(() => true, null, 2);
    const event = (stream: string, index: number) => ({ ...base, id: `e${index}`, stream });
    for (let index = 0; index < 20; index += 1) {
      long.apply({ event: event(`s${index}`, index), position: { segment: 1, offset: index } });
    }
    expect(long.point().streams.size).toBe(0);
    expect(long.fold().state().streams.length).toBeLessThanOrEqual(2);
  });
});

/** Which events were imported: none, all, the first or the last ones of a session. */
const imports = fc
  .tuple(fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }), fc.integer({ min: 0, max: 80 }))
  .map(([kinds, at]) => (stream: string, index: number): boolean => {
    const kind = kinds[stream.charCodeAt(1) % kinds.length];
    return kind === 1 || (kind === 2 && index < at) || (kind === 3 && index >= at);
  });

const base = {
  v: 1,
  type: 'PromptSubmitted',
  at: '2026-01-01T00:00:00.000Z',
  actor: { id: 'main' },
  host: 'claude-code',
  turn: null,
  cause: null,
  call: null,
  worktree: '/w',
  provenance: 'prompt' as const,
  redacted: [],
  data: { prompt: 'go' },
};
