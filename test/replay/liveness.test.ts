import { expect, it } from 'vitest';
import { livenessOf } from '../../src/replay/liveness.ts';
import { greenRun, prompts, redRun, scenario, writes } from '../kit/scenario.ts';
import { eventsOf, folderOf } from './read-log.ts';

it('tells when a gate last ran, and when it last did more than pass', async () => {
  const s = scenario({ preset: 'strict' });
  await s.given(prompts('go'));
  expect(livenessOf(folderOf(s), 'test-gate', null)).toEqual({ ran: null, fired: null });
  await s.given(...redRun(), writes('src/a.ts', { tool_use_id: 'fired' }), ...greenRun());
  await s.given(writes('src/b.ts', { tool_use_id: 'passed' }), writes('src/c.ts', { tool_use_id: 'last' }));
  const request = (call: string) => eventsOf(s, 'ToolRequested').find((event) => event.call === call)?.id;
  const { ran, fired } = livenessOf(folderOf(s), 'test-gate', null);
  expect(ran).toMatchObject({ event: request('last'), decision: 'pass' });
  expect(fired).toMatchObject({ event: request('fired'), decision: 'advise', rule: 'test-gate/tests-fail' });
  expect(livenessOf(folderOf(s), 'test-gate', 'test-gate/tests-fail').fired).toEqual(fired);
  expect(livenessOf(folderOf(s), 'branch-guard', null)).toMatchObject({ ran: { event: request('last') }, fired: null });
});

it('counts no verdict that was only watched, and none of another delivery', async () => {
  const s = scenario({ preset: 'observe' });
  await s.given(prompts('go'), ...redRun(), writes('src/a.ts'));
  expect(livenessOf(folderOf(s), 'test-gate', null)).toMatchObject({ ran: { mode: 'monitor' }, fired: null });
  const t = scenario({ preset: 'strict' });
  const write = writes('src/a.ts');
  await t.given(prompts('go'), ...redRun(), write, write);
  const [first] = eventsOf(t, 'GatesRuled').slice(-2);
  expect(livenessOf(folderOf(t), 'test-gate', null).fired).toMatchObject({ ruling: first?.id });
});
