import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filterFrom } from '../../src/cli/filters.ts';
import { findRuling } from '../../src/cli/find-ruling.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { logFolder } from '../../src/events/segments.ts';
import { runDocket } from '../kit/hook-process.ts';
import { prompts, requests, scenario } from '../kit/scenario.ts';
import { deniedSession, lastOf, segmentOf } from './sessions.ts';

const hollow = { type: 'GatesRuled', data: {}, call: 'hollow' };

it('the last forceful ruling is found behind one without its data', async () => {
  const s = await deniedSession();
  const ruling = lastOf(s, 'GatesRuled');
  await s.given(hollow);
  const folder = logFolder(s.root, nodeLogFs);
  expect(findRuling(folder, {}, s.project).event.id).toBe(ruling.id);
  expect(() => findRuling(folder, { call: 'hollow' }, s.project)).toThrow('No gate judged call hollow.');
});

it.each(['GatesRuled', 'AnswerSent'])('%s without its data is of no gate', async (type) => {
  const s = await deniedSession();
  const event = lastOf(s, type);
  const filter = filterFrom({ gate: 'test-gate' }, 0);
  expect(filter.matches(event)).toBe(true);
  expect(filter.matches({ ...event, data: {} })).toBe(false);
});

it.each([[[null]], [[{ gate: 'test-gate', decision: 'deny', mode: 'enforce' }]]])(
  'a ruling is passed over when one of its verdicts is damaged: %j',
  async (verdicts) => {
    const s = await deniedSession();
    const ruling = lastOf(s, 'GatesRuled');
    const broken = { ...ruling, id: 'broken', data: { ...ruling.data, verdicts } };
    appendFileSync(segmentOf(s), `\n${JSON.stringify(broken)}\n`);
    const folder = logFolder(s.root, nodeLogFs);
    expect(findRuling(folder, {}, s.project).event.id).toBe(ruling.id);
    expect(() => findRuling(folder, { id: 'broken' }, s.project)).toThrow('No gate judged event broken.');
  },
);

it('a verdict is explained although a fact it came from was damaged since', async () => {
  const s = scenario({ preset: 'strict' });
  await s.given(
    prompts('push'),
    requests('Bash', { command: 'git push --force origin main' }, { tool_use_id: 'push' }),
  );
  const text = readFileSync(segmentOf(s), 'utf8');
  const damaged = text.replace(/"forcePushes":\[\{/, '"forcePushes":[null,{');
  expect(damaged).not.toBe(text);
  writeFileSync(segmentOf(s), damaged);
  const { stdout, stderr, status } = runDocket(['why', '--call', 'push', '--json'], s.project);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  expect(JSON.parse(stdout)).toMatchObject({ gate: 'guard', rule: 'guard/force-push-protected', decision: 'deny' });
});
