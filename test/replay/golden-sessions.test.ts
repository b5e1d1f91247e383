import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkRulings } from '../../src/replay/check.ts';
import { verdictsIn } from '../../src/replay/summary.ts';
import { SESSIONS } from '../goldens/sessions.ts';
import { expectSchema } from '../kit/scenario.ts';
import { GOLDENS, goldens } from './goldens.ts';

describe('the recorded sessions of fixtures/transcripts', () => {
  const recorded = goldens();

  it('are those that `npm run goldens` plays', () => {
    expect(recorded.map(({ name }) => name).sort()).toEqual(Object.keys(SESSIONS).sort());
  });

  it.each(recorded)("$name: today's gates decide what was decided, to the byte", ({ session, lines }) => {
    const [checked, other] = checkRulings(lines, { isWanted: (stream) => stream === session, most: 3 });
    expect(other).toBeUndefined();
    expect(checked).toMatchObject({ differ: 0, redacted: 0, unreplayable: {}, unknown: 0, divergences: [] });
    expect(checked?.same).toBe(checked?.rulings);
    expect(checked?.rulings).toBeGreaterThan(1);
    for (const { event } of lines) expectSchema(event);
  });

  it.each(recorded)('$name: says nothing of the machine it was recorded on', ({ name }) => {
    expect(readFileSync(join(GOLDENS, `${name}.ndjson`), 'utf8')).not.toMatch(/\/tmp\/docket|\/root|-tmp-docket/);
  });

  it('show each kind of decision, and gates of each kind', () => {
    const rulings = recorded.flatMap(({ lines }) =>
      lines.flatMap(({ event }) => (event.type === 'GatesRuled' ? event : [])),
    );
    const decisions = new Set(rulings.map(({ data }) => data['decision']));
    expect([...decisions].sort()).toEqual(['advise', 'allow', 'ask', 'deny', 'none', 'rewrite']);
    const fired = new Set(
      rulings.flatMap(({ data }) => verdictsIn(data).flatMap((v) => (v.decision === 'pass' ? [] : (v.gate ?? [])))),
    );
    const expected = [
      'guard',
      'self-protection',
      'test-gate',
      'stop-guard',
      'workflow',
      'auto-review',
      'check-planner',
    ];
    expect([...fired]).toEqual(expect.arrayContaining([...expected, 'compact-preserve', 'question-preference']));
  });
});
