import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type RunnerProject, runnerProject, wroteFile } from '../../kit/runner-project.ts';
import { completes, requests } from '../../kit/scenario.ts';

const write = (p: RunnerProject, name: string) => p.hook(wroteFile(join(p.path, 'src', name)));

/** Each run begins when the one before is over. */
const expectOneAtATime = (p: RunnerProject): void => {
  const types = p.events().flatMap(({ type }) => (type.startsWith('TestRun') ? [type === 'TestRunStarted'] : []));
  expect(types).toEqual(types.map((_, index) => index % 2 === 0));
};

it('hooks at the same moment start one run', async () => {
  const p = runnerProject({ options: { debounce: 0.5 } });
  p.plan({ waits: true });
  await Promise.all(Array.from({ length: 8 }, (_, i) => write(p, `f${i}.ts`)));
  await p.until('TestRunStarted');
  p.go();
  await p.until('TestRunFinished');
  await p.idle();
  expect(p.events().filter(({ type }) => type === 'TestRunStarted')).toHaveLength(1);
});

it('no write is left untested, and no two runs overlap, whenever hooks and the end of a runner meet', async () => {
  const p = runnerProject({ options: { debounce: 0 } });
  // Between one run and the next a runner ends, or just does not: the pauses sweep over that.
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([write(p, 'a.ts'), delay(20 * round).then(() => write(p, 'b.ts'))]);
    await p.idle();
    const events = p.events();
    const lastWrite = events.findLastIndex(({ type }) => type === 'ToolCompleted');
    const lastStart = events.findLastIndex(({ type }) => type === 'TestRunStarted');
    expect(lastStart).toBeGreaterThan(lastWrite);
    expect(events.at(-1)?.type).toBe('TestRunFinished');
  }
  expectOneAtATime(p);
});

it('writes that follow each other are one run once they rest', async () => {
  const p = runnerProject({ options: { debounce: 1.5 } });
  for (let i = 0; i < 4; i += 1) await write(p, `f${i}.ts`);
  await p.until('TestRunFinished');
  await p.idle();
  const events = p.events();
  const starts = events.flatMap(({ type }, index) => (type === 'TestRunStarted' ? [index] : []));
  expect(starts).toHaveLength(1);
  expect(events.findLastIndex(({ type }) => type === 'ToolCompleted')).toBeLessThan(starts[0] ?? 0);
});

it('runs lie as far apart as the policy says, also those of two runners', async () => {
  const p = runnerProject({ options: { cooldown: 2 } });
  await write(p, 'a.ts');
  await p.until('TestRunFinished');
  await p.idle();
  await write(p, 'b.ts');
  const [, second] = await p.until('TestRunStarted', 2);
  const [first] = await p.until('TestRunFinished');
  expect(Date.parse(second?.at ?? '') - Date.parse(first?.at ?? '')).toBeGreaterThanOrEqual(2_000);
});

it("the agent's own test run is waited for, so that two do not get in each other's way", async () => {
  const p = runnerProject();
  const input = { command: 'npm test' };
  const call = { tool_use_id: 'own' };
  await p.hook(requests('Bash', input, call));
  await write(p, 'a.ts');
  for (let i = 0; i < 4; i += 1) await p.hook(completes('Read', {}, 'x', { tool_use_id: `read-${i}` }));
  await p.hook(completes('Bash', input, { stdout: '# pass 1', stderr: '' }, call));
  await p.until('TestRunFinished', 2);
  const events = p.events();
  const over = events.findIndex(({ type, call: of }) => type === 'ToolCompleted' && of === 'own');
  const began = events.findIndex(({ type, provenance }) => type === 'TestRunStarted' && provenance === 'worker');
  expect(over).toBeGreaterThan(0);
  expect(began).toBeGreaterThan(over);
});

it('a worktree that is removed meanwhile is tested no more', async () => {
  const p = runnerProject({ options: { debounce: 1.5 } });
  p.git('app', 'worktree', 'add', '--quiet', '../linked', '-b', 'linked');
  await p.hook(wroteFile(join(p.outer, 'linked/src/a.ts')));
  p.git('app', 'worktree', 'remove', '--force', '../linked');
  await p.idle();
  expect(p.events().some(({ type }) => type.startsWith('TestRun'))).toBe(false);
});
