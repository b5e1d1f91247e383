import { describe, expect, it } from 'vitest';
import type { Policy, Verdict } from '../../src/events/schemas.ts';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
import { isWaivable, waivedVerdict, waivedWords, waiversInForce } from '../../src/gates/waived-verdict.ts';
import type { Waiver } from '../../src/projections/waivers.ts';
import { envelope } from '../kit/envelope.ts';
import { verdict } from '../projections/given.ts';

const NOW = '2026-01-01T12:00:00.000Z';
const SOON = '2026-01-01T12:00:00.001Z';

const waiver = (event: string, more: Partial<Waiver> = {}): Waiver => ({
  ...{ event, rule: 'lint/problems', reason: 'a spike', at: NOW, until: SOON, by: 'person', session: null },
  ...more,
});

const withPolicy = (...waivers: readonly { rule: string; reason: string; until?: string }[]): Policy =>
  resolvePolicy([{ path: 'p.json', text: JSON.stringify({ waivers }) }]).policy;

const inForce = (granted: readonly Waiver[], policy: Policy | null = null, session: string | null = 's1') =>
  waiversInForce(granted, policy, NOW, session).map(({ event, reason }) => event ?? reason);

describe('the waivers in force', () => {
  it('are those that have not ended: at its end one holds no more', () => {
    expect(inForce([waiver('a'), waiver('b', { until: NOW }), waiver('c', { until: 'never' })])).toEqual(['a']);
  });

  it('are those of the project and of the session; of every session where none is named', () => {
    const granted = [waiver('a'), waiver('b', { session: 's1' }), waiver('c', { session: 's2' })];
    expect(inForce(granted)).toEqual(['b', 'a']);
    expect(inForce(granted, null, null)).toEqual(['c', 'b', 'a']);
  });

  it('come newest first, those of the policy behind them, which may have no end', () => {
    const policy = withPolicy(
      { rule: 'lint', reason: 'always' },
      { rule: 'lint', reason: 'ended', until: NOW },
      { rule: 'lint', reason: 'not yet', until: SOON },
    );
    expect(inForce([waiver('a'), waiver('b')], policy)).toEqual(['b', 'a', 'always', 'not yet']);
    expect(waiversInForce([], policy, NOW, 's1')[0]).toEqual({
      ...{ rule: 'lint', reason: 'always', event: null, by: 'policy', until: null, session: null },
    });
  });
});

describe('a waived verdict', () => {
  const denied = (more: Partial<Verdict> = {}): Verdict =>
    verdict('lint', 'deny', { rule: 'lint/problems', reason: 'There are problems.', because: ['e1'], ...more });
  const judged = (one: Verdict, granted: readonly Waiver[], policy = withPolicy()) =>
    waivedVerdict(one, envelope('now', 'ToolRequested', { at: NOW, stream: 's1' }), granted, policy);

  it('is a pass that says who waived it, until when, why, and what it would have been', () => {
    expect(judged(denied(), [waiver('w')])).toStrictEqual({
      ...denied(),
      decision: 'pass',
      reason:
        'Waived by a person at a terminal until 2026-01-01 12:00:00 UTC: a spike. It would have been denied: There are problems.',
      because: ['e1', 'w'],
      waived: { event: 'w', by: 'person', would: 'deny', reason: 'a spike', until: SOON },
    });
  });

  it.each([
    ['deny', 'denied'],
    ['ask', 'asked about'],
    ['rewrite', 'rewritten'],
    ['allow', 'allowed'],
    ['advise', 'warned of'],
    ['pass', 'passed'],
  ] as const)('says what %s would have been', (decision, words) => {
    expect(judged(denied({ decision }), [waiver('w')])).toMatchObject({
      decision: 'pass',
      reason: expect.stringContaining(`It would have been ${words}: There`),
    });
  });

  it('names no event twice, and none where the policy says so', () => {
    expect(judged(denied({ because: ['w', 'e1'] }), [waiver('w')]).because).toEqual(['w', 'e1']);
    const byPolicy = judged(denied(), [], withPolicy({ rule: 'lint', reason: 'always' }));
    expect(byPolicy).toMatchObject({ because: ['e1'], waived: { event: null, by: 'policy', until: null } });
  });

  it('does nothing, counts nothing and tells nothing', () => {
    const doing = denied({
      ...{ edits: { field: 'command', edits: [] }, moved: [], answers: [], strikeEnds: ['TestRunFinished'] },
      ...{ tells: ['e2'], context: 'more' },
    });
    expect(Object.keys(judged(doing, [waiver('w')])).sort()).toEqual([...Object.keys(denied()), 'waived'].sort());
  });

  it('is by the newest waiver of the rule or of its gate', () => {
    const granted = [waiver('a'), waiver('b', { rule: 'lint' }), waiver('c', { rule: 'lint/other' })];
    expect(judged(denied(), granted).waived?.event).toBe('b');
  });

  it.each([
    ['another rule', denied(), [waiver('w', { rule: 'lint/other' })]],
    ['another session', denied(), [waiver('w', { session: 's2' })]],
    ['a time before', denied(), [waiver('w', { until: NOW })]],
    ['what nobody can waive', denied({ gate: 'guard', rule: 'guard/halt' }), [waiver('w', { rule: 'guard' })]],
    [
      'docket itself',
      denied({ gate: 'self-protection', rule: 'self-protection/log' }),
      [waiver('w', { rule: 'self-protection/log' })],
    ],
  ])('is not one where the waiver is of %s', (_what, one, granted) => {
    expect(judged(one, granted)).toBe(one);
  });

  it('is no longer than any verdict, whatever the person and the rule say', () => {
    const long = judged(denied({ reason: 'r'.repeat(2000) }), [waiver('w', { reason: 'w'.repeat(2000) })]);
    expect(long.reason).toHaveLength(1000);
    expect(long.waived?.reason).toHaveLength(300);
  });
});

it('nobody can waive what leaves nothing to decide, nor docket’s protection of itself', () => {
  const lost = ['rm-root', 'rm-project', 'rm-git', 'device', 'fork-bomb', 'permissions', 'halt', 'run-download'];
  for (const rule of [...lost, 'database-loss']) expect(isWaivable(`guard/${rule}`), rule).toBe(false);
  for (const rule of ['self-protection', 'self-protection/log']) expect(isWaivable(rule), rule).toBe(false);
  for (const rule of ['guard', 'guard/clean', 'lint', 'lint/self-protection'])
    expect(isWaivable(rule), rule).toBe(true);
});

describe('who waived a rule, in words', () => {
  it.each([
    ['person', SOON, 'a spike', 'Waived by a person at a terminal until 2026-01-01 12:00:00 UTC: a spike.'],
    ['prompt', SOON, ' why not? ', 'Waived by a person in a prompt until 2026-01-01 12:00:00 UTC: why not?'],
    ['policy', null, 'now!', 'Waived by the policy for as long as the policy says so: now!'],
    ['policy', null, 'a. b', 'Waived by the policy for as long as the policy says so: a. b.'],
  ] as const)('(%s)', (by, until, reason, words) => {
    expect(waivedWords({ event: 'w', by, until, reason })).toBe(words);
  });
});
