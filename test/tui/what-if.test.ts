import { describe, expect, it } from 'vitest';
import type { LogFolder } from '../../src/events/segments.ts';
import { flipLines } from '../../src/tui/detail/what-if-lines.ts';
import type { Model, WhatIfOverlay } from '../../src/tui/model/model.ts';
import { press } from '../../src/tui/model/press.ts';
import { isWhatIf, whatIfFound } from '../../src/tui/model/what-if-moves.ts';
import { answerer } from '../../src/tui/think/answerer.ts';
import type { WhatIf, WhatIfChange } from '../../src/tui/think/what-if.ts';
import { whatIfQuestion } from '../../src/tui/views/use-known.ts';
import { demoLog } from './kit/demo-log.ts';
import { openSession } from './kit/opened-session.ts';
import { said } from './kit/said.ts';

interface Tried {
  readonly model: Model;
  readonly overlay: WhatIfOverlay;
  readonly press: (...keys: readonly string[]) => Tried;
  readonly said: string;
}

const overlayOf = ({ overlay }: Model): WhatIfOverlay => {
  if (!isWhatIf(overlay)) throw new Error('The overlay is open.');
  return overlay;
};

/** A model that learns at once what it asks. */
const trying = (folder: LogFolder, model: Model, opened: ReturnType<typeof openSession>): Tried => {
  const answer = answerer(folder);
  const step = (before: Model, key: string): Model => {
    const { model: next, effects } = press(before, key);
    return effects.reduce((known, effect) => {
      if (effect.kind !== 'what-if') return known;
      const question = whatIfQuestion(known, effect.change, opened.session);
      return question === null
        ? known
        : whatIfFound(known, effect.change, answer(question) ?? { kind: 'failed' as const, message: 'nobody waited' });
    }, next);
  };
  const after = (now: Model): Tried => ({
    model: now,
    get overlay() {
      return overlayOf(now);
    },
    press: (...keys) => after(keys.reduce(step, now)),
    get said() {
      return said(flipLines(overlayOf(now), 80).map(({ line }) => line));
    },
  });
  return after(model);
};

const onDenied = async (): Promise<Tried> => {
  const folder = await demoLog();
  const opened = openSession(folder);
  return trying(folder, opened.at('Write src/discount.js'), opened);
};

const choose = (tried: Tried, gate: string): Tried => {
  const place = 2 + tried.overlay.gates.indexOf(gate);
  return tried.press('g', ...Array.from({ length: place }, () => 'j'));
};

describe('what if', () => {
  it('knows the policy of then, and offers the gates that fired first', async () => {
    const { overlay } = (await onDenied()).press('x');
    expect(overlay.policy).toMatchObject({ preset: 'strict', modes: { 'test-gate': 'enforce' } });
    expect(overlay.gates.slice(0, 3)).toEqual(['guard', 'auto-review', 'test-gate']);
    expect(overlay.change).toBeNull();
  });

  it('shows what another mode of a gate changes', async () => {
    const watched = choose((await onDenied()).press('x'), 'test-gate').press('l');
    expect(watched.overlay.change).toEqual({ kind: 'mode', gate: 'test-gate', mode: 'monitor' });
    expect(watched.said).toContain('test-gate ✗ deny → ✗ would deny, only watched');
    const off = watched.press('l');
    expect(off.said).toContain('test-gate ✗ deny tests-fail → nothing');
    // Where a value is what it was, nothing is changed.
    expect(off.press('l').overlay.change).toBeNull();
    expect(off.press('h', 'h').overlay.change).toBeNull();
  });

  it('shows what another preset changes', async () => {
    const tried = (await onDenied()).press('x', 'j', 'h');
    expect(tried.overlay.change).toEqual({ kind: 'preset', preset: 'standard' });
    expect(tried.said).toMatch(/stop-guard ✗ deny .*→ nothing/);
  });

  it('shows what follows where the event had not happened', async () => {
    const folder = await demoLog();
    const opened = openSession(folder);
    const tried = trying(folder, opened.at('Bash npm test'), opened).press('x', 'l');
    // The tests never ran, so nothing says that they fail.
    expect(tried.said).toMatch(/Write src\/discount\.js\n {2}test-gate ✗ deny .*→ .*, by what changed before/);
    expect(tried.said).toMatch(/stop-guard ✗ deny/);
  });

  it('goes to what changes, and leaves the overlay behind', async () => {
    const tried = choose((await onDenied()).press('x'), 'stop-guard').press('l', 'tab');
    expect(tried.overlay.focus).toBe('flips');
    const { session, overlay } = tried.press('enter').model;
    expect(overlay).toBeNull();
    expect(session?.rows[session.cursor]?.text).toBe('The discount is in.');
    expect(session?.back).toHaveLength(1);
  });

  it('says where nothing changes', async () => {
    const tried = choose((await onDenied()).press('x'), 'lint').press('l');
    expect(tried.said).toMatch(/^Nothing would have been said otherwise, of \d+ that were judged\.$/);
    expect(tried.press('tab').model.notice).toContain('Nothing is said otherwise');
  });

  it('says where nothing was judged', async () => {
    const tried = (await onDenied()).press('x');
    const found: WhatIf = { preset: 'observe', modes: {}, judged: 0, flips: [] };
    const unjudged = whatIfFound(tried.model, null, { kind: 'what-if', ...found });
    expect(said(flipLines(overlayOf(unjudged), 80).map(({ line }) => line))).toMatch(
      /^No gate judged anything in this/,
    );
  });

  it('is left without a trace', async () => {
    const before = await onDenied();
    expect(before.press('x', 'j', 'l', 'escape').model).toEqual(before.model);
  });

  it('takes no notice of what comes too late', async () => {
    const tried = (await onDenied()).press('x', 'l');
    const found: WhatIf = { preset: 'observe', modes: {}, judged: 0, flips: [] };
    const other: WhatIfChange = { kind: 'preset', preset: 'observe' };
    expect(whatIfFound(tried.model, other, { kind: 'what-if', ...found })).toBe(tried.model);
    const failed = whatIfFound(tried.model, tried.overlay.change, { kind: 'failed', message: 'no log' });
    expect(said(flipLines(overlayOf(failed), 80).map(({ line }) => line))).toBe('That could not be tried: no log');
  });
});
