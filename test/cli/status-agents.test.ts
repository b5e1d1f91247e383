import { expect, it } from 'vitest';
import { runStatus } from '../../src/cli/status.ts';
import { prompts } from '../kit/scenario.ts';
import { agentEnds, agentProject, agentStarts } from '../kit/subagents.ts';

const told = async () => {
  const p = agentProject({ 'check-planner': { mode: 'enforce' } });
  await p.sends(prompts('hello'));
  await p.sends(agentStarts('Explore', 'e1'));
  await p.sends(agentStarts('planner', 'p1'));
  await p.sends(agentEnds('planner', 'Shall I?', 'p1'));
  await p.sends(agentEnds('', '<summary>compact summary</summary>', 'helper'));
  const printed: string[] = [];
  const env = { ...process.env, HOME: p.outer, CLAUDE_PROJECT_DIR: p.path, DOCKET_DIR: p.scenario.root };
  const io = {
    ...{ env, cwd: p.path, width: 200, isTTY: false, color: false },
    stdout: (text: string) => void printed.push(text),
    stderr: () => undefined,
  };
  return { printed, io: io as unknown as Parameters<typeof runStatus>[1] };
};

it('status --json lists the subagents of the session', async () => {
  const { printed, io } = await told();
  await runStatus({ json: true }, io);
  const at = expect.stringMatching(/^2026-01-01T/);
  expect(JSON.parse(printed.join('')).agents).toEqual([
    { id: 'e1', type: 'Explore', status: 'running', startedAt: at, endedAt: null, findings: 0, undelivered: false },
    { id: 'p1', type: 'planner', status: 'ended', startedAt: at, endedAt: at, findings: 4, undelivered: true },
  ]);
});

it('and status says it in lines', async () => {
  const { printed, io } = await told();
  await runStatus({}, io);
  const text = printed.join('');
  expect(text).toMatch(/agents +Explore e1: running since /);
  expect(text).toMatch(/planner p1: ended .*, 4 findings/);
  expect(text).toContain('findings about 1 subagent wait for the next prompt');
});
