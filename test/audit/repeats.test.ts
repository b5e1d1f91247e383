import { describe, expect, it } from 'vitest';
import { csvFormat } from '../../src/audit/csv.ts';
import { otlpFormat } from '../../src/audit/otlp/otlp.ts';
import { sarifFormat } from '../../src/audit/sarif.ts';
import { selectLog } from '../../src/audit/selection.ts';
import { statsOf } from '../../src/audit/stats/stats.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { logFolder } from '../../src/events/segments.ts';
import { prompts, redRun, type Scenario, scenario, writes } from '../kit/scenario.ts';
import { exported } from './exported.ts';

/** A write that was warned about, told by the host so many times, as by two registrations. */
const warned = async (deliveries: number): Promise<Scenario> => {
  const s = scenario({ preset: 'strict' });
  await s.given(prompts('go on'), ...redRun('red'));
  await s.given(...Array.from({ length: deliveries }, () => writes('src/a.ts', { tool_use_id: 'w1' })));
  expect(s.events().filter(({ type, call }) => type === 'GatesRuled' && call === 'w1')).toHaveLength(deliveries);
  return s;
};

const fired = (s: Scenario): number | undefined =>
  statsOf(
    selectLog(logFolder(s.root, nodeLogFs), { sessions: null, matches: () => true, last: null, gate: null, words: [] }),
  ).rules.find(({ rule }) => rule === 'test-gate/tests-fail')?.fired;

const timesIn = (text: string, part: string): number => text.split(part).length - 1;

describe('an event that is delivered twice', () => {
  it('is one call and one verdict of each gate, in every table and count', async () => {
    const [once, twice] = [await warned(1), await warned(2)];
    for (const s of [once, twice]) {
      const csv = exported(s, csvFormat).split('\r\n');
      expect(csv.filter((row) => row.startsWith('call,') && row.includes(',w1,'))).toHaveLength(1);
      expect(csv.filter((row) => row.includes(',test-gate/tests-fail,'))).toHaveLength(1);
      expect(timesIn(exported(s, sarifFormat), '"ruleId":"test-gate/tests-fail"')).toBe(1);
      expect(timesIn(exported(s, otlpFormat), '"execute_tool Write"')).toBe(1);
      expect(timesIn(exported(s, otlpFormat), '"docket.verdict"')).toBe(
        timesIn(exported(once, otlpFormat), '"docket.verdict"'),
      );
      expect(fired(s)).toBe(1);
    }
  });
});
