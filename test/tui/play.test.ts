import { describe, expect, it } from 'vitest';
import type { Model, SessionModel } from '../../src/tui/model/model.ts';
import { withRows, withSession } from '../../src/tui/model/moves.ts';
import { playOn, playWait } from '../../src/tui/model/play.ts';
import { press } from '../../src/tui/model/press.ts';
import { startModel, startSession } from '../../src/tui/model/start.ts';
import { ENTRY, manyRows } from './kit/many-rows.ts';

const begun = (count: number): Model => {
  const model = startModel({ columns: 100, rows: 30 }, [ENTRY], 0);
  return withRows({ ...model, session: startSession(ENTRY) }, manyRows(count), true);
};

const pressed = (model: Model, ...keys: readonly string[]): Model =>
  keys.reduce((before, key) => press(before, key).model, model);

const sessionOf = ({ session }: Model): SessionModel => {
  if (session === null) throw new Error('A session is open.');
  return session;
};

const waitAt = (model: Model, cursor: number): number | null => playWait(sessionOf(withSession(model, { cursor })));

describe('playing', () => {
  it('waits as long as it took, at most two seconds, and not at all on what is not played', () => {
    const playing = pressed(begun(40), 'space');
    // Row n was 100 n² ms after the first one.
    expect([0, 2, 5, 20].map((cursor) => waitAt(playing, cursor))).toEqual([100, 500, 1100, 2000]);
    expect(waitAt(begun(40), 2)).toBeNull();
  });

  it('goes faster and slower, within bounds', () => {
    const playing = pressed(begun(40), 'space');
    expect(waitAt(pressed(playing, '>'), 5)).toBe(550);
    expect(waitAt(pressed(playing, '<'), 5)).toBe(2200);
    expect(sessionOf(pressed(playing, ...Array.from({ length: 20 }, () => '>'))).play.speed).toBe(64);
    expect(sessionOf(pressed(playing, ...Array.from({ length: 20 }, () => '<'))).play.speed).toBe(0.25);
  });

  it('shows each row for a moment, whatever the clock said', () => {
    const rows = manyRows(3).map((row, index) => ({ ...row, at: ['2026-01-02', '2026-01-01', 'never'][index] ?? '' }));
    const playing = pressed(withRows(begun(0), rows, true), 'space');
    expect([waitAt(playing, 0), waitAt(playing, 1)]).toEqual([30, 30]);
  });

  it('goes row by row and stops at the end', () => {
    const playing = pressed(begun(3), 'space');
    const second = playOn(playing);
    expect([sessionOf(second).cursor, sessionOf(second).play.isOn]).toEqual([1, true]);
    const third = playOn(second);
    expect([sessionOf(third).cursor, sessionOf(third).play.isOn]).toEqual([2, false]);
    expect(sessionOf(pressed(third, 'space')).play.isOn).toBe(false);
    expect(pressed(third, 'space').notice).toContain('end');
  });

  it('is paused by the key that began it', () => {
    const paused = pressed(begun(9), 'space', 'space');
    expect(sessionOf(playOn(paused)).cursor).toBe(0);
  });
});

describe('following', () => {
  it('stays at the newest row', () => {
    const followed = pressed(begun(10), 'F');
    expect(sessionOf(followed).cursor).toBe(9);
    expect(sessionOf(withRows(followed, manyRows(15), true)).cursor).toBe(14);
  });

  it('is paused by any move up, counts what is new, and goes on by its key', () => {
    for (const key of ['k', 'page-up', '[', '{']) {
      const paused = pressed(begun(60), 'F', key);
      const more = withRows(paused, manyRows(72), true);
      expect(sessionOf(more).follow).toEqual({ isPaused: true, from: 60 });
      expect(sessionOf(more).cursor).toBe(sessionOf(paused).cursor);
      const again = sessionOf(pressed(more, 'F'));
      expect([again.cursor, again.follow?.isPaused]).toEqual([71, false]);
    }
  });

  it('ends by its key', () => {
    expect(sessionOf(pressed(begun(10), 'F', 'F')).follow).toBeNull();
  });
});
