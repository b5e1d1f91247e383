import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register, rulingOn } from './docket-command.ts';
import { createProject, type Project, removeProject } from './project.ts';
import { PERMITTED } from './red-tests.ts';
import { say, use } from './scripted-model.ts';
import { agentRequests, allText, newText } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const off = { mode: 'off' };

/** Tests that never end by themselves, and leave their process id. */
const SLOW_TESTS = "require('node:fs').writeFileSync('slow.pid', String(process.pid)); setInterval(() => {}, 1000);\n";

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describeWithClient('a turn that ends with "Done." while docket runs slow tests, under strict', (client) => {
  const seen: { project?: Project; outcome?: ClientOutcome } = {};
  const log = (): readonly Envelope[] => readLog(seen.project as Project);
  const pid = (): number => Number(readFileSync(join((seen.project as Project).folder, 'slow.pid'), 'utf8'));

  beforeAll(async () => {
    const project = createProject();
    seen.project = project;
    register(project, { scope: 'local' });
    writeFileSync(join(project.folder, 'slow.cjs'), SLOW_TESTS);
    const runner = { command: [process.execPath, 'slow.cjs'], debounce: 0.1, cooldown: 0 };
    const gates = {
      'test-runner': runner,
      'stop-guard': off,
      lint: off,
      'doc-gate': off,
      'plan-check': off,
      surface: off,
    };
    writeFileSync(join(project.folder, 'docket.config.json'), JSON.stringify({ preset: 'strict', gates }));
    const source = { file_path: join(project.folder, 'src', 'tax.js'), content: 'export const tax = 0.2;\n' };
    const wait = 'for i in $(seq 300); do test -s slow.pid && break; sleep 0.1; done';
    const turns = [
      [use('toolu_write', 'Write', source)],
      [use('toolu_wait', 'Bash', { command: wait, description: 'Wait' })],
      [say('The tax is in.\n\nDone.')],
      [say('Done. Shall I add a test for it?')],
    ];
    // The client that is driven here says that nobody attends it; a person at a terminal is what this is about.
    const env = { DOCKET_SESSION_KIND: 'interactive' };
    const scenario = { conversations: [{ turns }] };
    seen.outcome = await runClient(client, { project, scenario, prompt: 'Add a tax', args: PERMITTED, env });
  });
  afterAll(() => {
    if (seen.project === undefined) return;
    if (existsSync(join(seen.project.folder, 'slow.pid')) && isRunning(pid())) process.kill(pid(), 'SIGKILL');
    removeProject(seen.project);
  });

  it('is sent back once, with what to add', () => {
    const requests = agentRequests((seen.outcome as ClientOutcome).requests).map(newText);
    expect(requests).toHaveLength(4);
    expect(requests[3]).toContain('[docket forward-motion/bare-completion]');
    const ends = eventsOf(log(), 'TurnEnded');
    expect(ends.map(({ data }) => data['stop_hook_active'])).toEqual([false, true]);
    expect(rulingOn(log(), ends[0]).decision).toBe('deny');
    const answered = eventsOf(log(), 'AnswerSent').map(({ data }) => data['event']);
    expect(ends.map(({ id }) => answered.includes(id))).toEqual([true, false]);
    expect(seen.outcome?.result).toMatchObject({ is_error: false, result: 'Done. Shall I add a test for it?' });
  });

  it('is summed up for the person alone, with the tests that still run', () => {
    const [end] = eventsOf(log(), 'TurnEnded');
    const summary = rulingOn(log(), end).verdicts.find(({ gate }) => gate === 'session-summary');
    expect(summary).toMatchObject({
      decision: 'advise',
      conditions: [{ actual: { tests: 'running', next: 'await-tests' } }],
    });
    expect(allText((seen.outcome as ClientOutcome).requests)).not.toContain('session-summary');
  });

  it('is followed by a SessionEnd that docket finishes in time, and its run is gone', async () => {
    const [ended] = eventsOf(log(), 'SessionEnded');
    expect(eventsOf(log(), 'LogSealed').map(({ cause }) => cause)).toContain(ended?.id);
    expect(eventsOf(log(), 'HookFailed')).toEqual([]);
    for (let looks = 0; looks < 100 && isRunning(pid()); looks += 1) await delay(100);
    expect(isRunning(pid())).toBe(false);
    for (let looks = 0; looks < 50 && eventsOf(log(), 'TestRunFinished').length === 0; looks += 1) await delay(100);
    const reasons = eventsOf(log(), 'TestRunFinished').map(({ data }) => data['reason']);
    expect(reasons).toEqual(['the session ended']);
  });
});
