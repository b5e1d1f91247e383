import type { Log, Result } from 'sarif';
import { describe, expect, it } from 'vitest';
import { sarifFormat } from '../../src/audit/sarif.ts';
import { deniedSession } from '../cli/sessions.ts';
import { prompts, redRun, type Scenario, scenario, writes } from '../kit/scenario.ts';
import { exported } from './exported.ts';

const runOf = (s: Scenario) => {
  const log = JSON.parse(exported(s, sarifFormat)) as Log;
  expect(log.version).toBe('2.1.0');
  expect(log.runs).toHaveLength(1);
  return log.runs[0] as Log['runs'][number];
};

const resultsOf = (s: Scenario): readonly Result[] => runOf(s).results ?? [];

const placeOf = (result: Result | undefined) => result?.locations?.[0]?.physicalLocation?.artifactLocation;

describe('an export as SARIF', () => {
  it('has a result for each verdict on a file that is no pass', async () => {
    const s = await deniedSession();
    expect(resultsOf(s).map(({ ruleId, level }) => ({ ruleId, level }))).toEqual([
      { ruleId: 'test-gate/tests-fail', level: 'warning' },
      { ruleId: 'test-gate/tests-fail', level: 'error' },
    ]);
    expect(resultsOf(s).map(placeOf)).toEqual([
      { uri: 'src/a.ts', uriBaseId: '%SRCROOT%' },
      { uri: 'src/b.ts', uriBaseId: '%SRCROOT%' },
    ]);
  });

  it('describes each rule that a result names, and no other', async () => {
    const s = await deniedSession();
    const { driver } = runOf(s).tool;
    expect(driver).toMatchObject({ name: 'docket', version: '1.2.3' });
    expect(driver.rules?.map(({ id }) => id)).toEqual(['test-gate/tests-fail']);
    expect(driver.rules?.[0]?.shortDescription?.text).toContain('tests');
  });

  it('makes what was only watched a note', async () => {
    const s = scenario({ policy: { preset: 'strict', gates: { 'test-gate': { mode: 'monitor' } } } });
    await s.given(prompts('go on'), ...redRun(), writes('src/a.ts'), writes('src/b.ts'));
    const levels = resultsOf(s)
      .filter(({ ruleId }) => ruleId === 'test-gate/tests-fail')
      .map(({ level }) => level);
    expect(levels).toEqual(['note', 'note']);
  });

  it('shows what a waiver let through as suppressed, with the reason', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go on'), ...redRun(), writes('src/a.ts'));
    await s.given(prompts('docket waive test-gate/tests-fail: the runner is broken'), writes('src/b.ts'));
    const waived = resultsOf(s).find(
      (result) => placeOf(result)?.uri === 'src/b.ts' && result.ruleId === 'test-gate/tests-fail',
    );
    expect(waived?.level).toBe('error');
    expect(waived?.suppressions).toEqual([
      { kind: 'external', status: 'accepted', justification: 'prompt: the runner is broken' },
    ]);
  });

  it.each([
    ['src/a b#c?.ts', 'src/a%20b%23c%3F.ts'],
    ['src/ü.ts', 'src/%C3%BC.ts'],
  ])('names %s by a URI', async (path, uri) => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go on'), ...redRun(), writes(path));
    expect(placeOf(resultsOf(s)[0])).toEqual({ uri, uriBaseId: '%SRCROOT%' });
  });

  it('has no results where nothing was written', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go on'));
    expect(resultsOf(s)).toEqual([]);
  });
});
