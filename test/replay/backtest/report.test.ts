import { describe, expect, it } from 'vitest';
import { GATES } from '../../../src/gates/gates.ts';
import type { Flip, RuleFlip } from '../../../src/replay/backtest/flip.ts';
import { reportOf } from '../../../src/replay/backtest/report.ts';
import type { Tally } from '../../../src/replay/backtest/tally.ts';
import { policyFrom } from './backtests.ts';

const UNDER = { policy: policyFrom({ preset: 'strict' }), gates: GATES };

const at = (offset: number) => ({ segment: 1, offset });

const RULE: RuleFlip = {
  ...{ gate: 'test-gate', rule: 'test-gate/tests-fail', was: 'pass', now: 'deny' },
  ...{ origin: 'policy', condition: 'tests-do-not-fail', unknown: [] },
};

const flip = (session: string, offset: number, more: Partial<Flip> = {}): Flip => ({
  ...{ event: `${session}-${offset}`, position: at(offset), at: '2026-01-01T12:00:00.000Z', session },
  ...{ worktree: '/w', type: 'ToolRequested', call: 'c', tool: 'Write', summary: 'Write a', was: 'none', now: 'deny' },
  ...{ rules: [RULE], because: [] },
  ...more,
});

const tally = (more: Partial<Tally>): Tally => ({
  ...{ sessions: [], imported: [], judged: 0, unruled: 0, flips: [], breaks: [], runs: [], rules: [], unknown: [] },
  ...{ signals: [], evidence: [] },
  ...more,
});

const broken = (session: string, offset: number) => ({
  ...{ session, event: `${session}-${offset}`, position: at(offset), at: '2026-01-01T12:00:00.000Z' },
  kind: 'prevented' as const,
});

const log = (...tallies: readonly Tally[]) => ({ log: null, tallies });

const sinceOf = (...tallies: readonly Tally[]) =>
  Object.fromEntries(reportOf([log(...tallies)], UNDER).flips.map(({ event, since }) => [event, since]));

describe('since when a flip is uncertain', () => {
  it('is from the first break of its session on, the flip that makes it not included', () => {
    const flips = [flip('a', 10), flip('a', 20), flip('a', 30)];
    expect(sinceOf(tally({ flips, breaks: [broken('a', 30), broken('a', 20)] }))).toEqual({
      'a-10': null,
      'a-20': null,
      'a-30': 'a-20',
    });
  });

  it('is so in another session where it rests on evidence that was made behind the break', () => {
    const b = tally({ flips: [flip('b', 90, { because: ['red', 'x'] }), flip('b', 95, { because: ['early'] })] });
    const evidence = [
      ['red', { session: 'a', position: at(50) }],
      ['early', { session: 'a', position: at(5) }],
    ] as const;
    const a = tally({ flips: [flip('a', 20)], breaks: [broken('a', 20)] });
    expect(sinceOf(a, { ...b, evidence })).toEqual({ 'a-20': null, 'b-90': 'a-20', 'b-95': null });
  });

  it('is so of what tests decide, once docket would have run them itself', () => {
    const other = flip('a', 40, { rules: [{ ...RULE, gate: 'guard', rule: 'guard/reset-hard', condition: 'x' }] });
    const runs = [['a', { session: 'a', position: at(15), event: 'write' }]] as const;
    expect(sinceOf(tally({ flips: [flip('a', 10), flip('a', 20), other], runs }))).toEqual({
      'a-10': null,
      'a-20': 'write',
      'a-40': null,
    });
  });

  it('is nothing that another log knows of', () => {
    const logs = [log(tally({ breaks: [broken('a', 1)] })), log(tally({ flips: [flip('a', 20)] }))];
    expect(reportOf(logs, UNDER).flips.map(({ certainty }) => certainty)).toEqual(['certain']);
  });
});

describe('the counts', () => {
  it('keep apart what rests on facts that nobody recorded, and what today judges otherwise anyway', () => {
    const guess = flip('a', 10, { rules: [{ ...RULE, unknown: ['file'] }] });
    const drift = flip('a', 20, { rules: [{ ...RULE, origin: 'gates' }] });
    const knock = flip('a', 30, { rules: [{ ...RULE, origin: 'state' }] });
    const { counts, sessionsToLookAt } = reportOf([log(tally({ flips: [knock, drift, guess] }))], UNDER);
    expect(counts).toEqual({ flips: 1, direct: 0, knockOn: 1, certain: 1, uncertain: 0, unknown: 1, gates: 1 });
    expect(sessionsToLookAt).toEqual([
      { log: null, session: 'a', flips: 1, certain: 1, uncertain: 0, unknown: 1, knockOn: 1, since: null },
    ]);
  });

  it('put the sessions with most flips first, and flips in the order of the log', () => {
    const flips = [flip('b', 40), flip('a', 30), flip('b', 20)];
    const report = reportOf([log(tally({ flips: flips.slice(0, 1) }), tally({ flips: flips.slice(1) }))], UNDER);
    expect(report.flips.map(({ event }) => event)).toEqual(['b-20', 'a-30', 'b-40']);
    expect(report.sessionsToLookAt.map(({ session }) => session)).toEqual(['b', 'a']);
  });

  it('do not say of a rule that it never fires where only a guess has it fire', () => {
    const word = { verdicts: 1, fired: 1, rules: ['guard/rm-root'], facts: ['paths'] } as const;
    expect(reportOf([log(tally({}))], UNDER).neverFire).toContain('guard/rm-root');
    expect(reportOf([log(tally({ unknown: [['guard', word]] }))], UNDER).neverFire).not.toContain('guard/rm-root');
  });

  it('take sessions of two logs for two, though they are called the same', () => {
    const one = {
      log: 'one',
      tallies: [tally({ sessions: ['a'], flips: [flip('a', 10)], breaks: [broken('a', 10)] })],
    };
    const other = { log: 'other', tallies: [tally({ sessions: ['a'], flips: [flip('a', 5)] })] };
    const report = reportOf([one, other], UNDER);
    expect(report.sessions).toBe(2);
    expect(report.sessionsToLookAt.map(({ log: of, flips, since }) => [of, flips, since?.event ?? null])).toEqual([
      ['one', 1, 'a-10'],
      ['other', 1, null],
    ]);
  });
});
