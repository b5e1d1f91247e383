import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register } from './docket-command.ts';
import { createProject, type Project, REPOSITORY, removeProject } from './project.ts';
import { PERMITTED } from './red-tests.ts';
import { say, use } from './scripted-model.ts';
import { newText, requestWithResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

/** Strict; without what would ask for a review at the end, and with next to no pause before a test run. */
const POLICY = {
  preset: 'strict',
  gates: {
    'test-runner': { debounce: 0.1, cooldown: 0 },
    'stop-guard': { mode: 'off' },
    'code-review': { mode: 'off' },
  },
};

/** Biome as it is installed for this repository. */
const withBiome = ({ folder }: Project): void => {
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules', '.bin', 'biome'), join(bin, 'biome'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ formatter: { enabled: false } }));
};

/** Waits, without docket's help, until the log has as many results of test runs. */
const waitFor = (id: string, results: number) =>
  use(id, 'Bash', {
    command: `for i in $(seq 300); do test $(cat .docket/log/*.ndjson | grep -c '"type":"TestRunFinished"') -ge ${results} && break; sleep 0.1; done`,
    description: 'Wait',
  });

describeWithClient('tests and linters that docket runs by itself, under strict', (client) => {
  const seen: { project?: Project; outcome?: ClientOutcome } = {};
  const told = (call: string): string => newText(requestWithResult((seen.outcome as ClientOutcome).requests, call));
  const log = (): readonly Envelope[] => readLog(seen.project as Project);

  beforeAll(async () => {
    const project = createProject();
    seen.project = project;
    withBiome(project);
    register(project, { scope: 'local' });
    writeFileSync(join(project.folder, 'docket.config.json'), JSON.stringify(POLICY));
    const [cart, tax] = ['cart.js', 'tax.js'].map((name) => join(project.folder, 'src', name)) as [string, string];
    const [none, sum, product] = ['item.price', 'item.price + item.quantity', 'item.price * item.quantity'];
    const turns = [
      [use('toolu_read', 'Read', { file_path: cart })],
      [use('toolu_wrong', 'Edit', { file_path: cart, old_string: none, new_string: sum })],
      [waitFor('toolu_wait', 1)],
      [use('toolu_look', 'Read', { file_path: cart })],
      [use('toolu_fix', 'Edit', { file_path: cart, old_string: sum, new_string: product })],
      [waitFor('toolu_wait_again', 2)],
      [use('toolu_debug', 'Write', { file_path: tax, content: 'export const tax = 0.2;\ndebugger;\n' })],
      [use('toolu_mend', 'Edit', { file_path: tax, old_string: 'debugger;\n', new_string: '' })],
      [say('All done.')],
    ];
    const scenario = { conversations: [{ turns }] };
    seen.outcome = await runClient(client, { project, scenario, prompt: 'Count quantities', args: PERMITTED });
  });
  afterAll(() => {
    if (seen.project !== undefined) removeProject(seen.project);
  });

  it('find what a write broke, and the model hears of it once', () => {
    const red = told('toolu_wait');
    expect(red).toContain('The tests fail, 1 failure (docket ran `npm test`');
    expect(red).toContain('Fix the failure; docket runs the tests again');
    expect(told('toolu_look')).not.toContain('[docket test-runner/result]');
  });

  it('find that it is fixed, and the model hears of that', () => {
    expect(told('toolu_wait_again')).toContain('The tests pass (docket ran `npm test`');
    expect(told('toolu_debug')).not.toContain('[docket test-runner/result]');
    const runs = eventsOf(log(), 'TestRunFinished').map(({ data }) => [data['source'], data['status']]);
    expect(runs.slice(0, 2)).toEqual([
      ['runner', 'fail'],
      ['runner', 'pass'],
    ]);
  });

  it('tell the model what they find in a written file, and nothing of a clean one', () => {
    expect(told('toolu_debug')).toMatch(/biome found 1 problem in src\/tax\.js:.*debugger.*\[docket lint\/problems\]/s);
    expect(told('toolu_mend')).not.toContain('[docket lint/problems]');
    const results = eventsOf(log(), 'LintFinished').map(({ call, data }) => [call, data['linter'], data['status']]);
    expect(results).toEqual([
      ['toolu_wrong', 'biome', 'clean'],
      ['toolu_fix', 'biome', 'clean'],
      ['toolu_debug', 'biome', 'problems'],
      ['toolu_mend', 'biome', 'clean'],
    ]);
  });

  it('let the session end, and no run outlives it', () => {
    expect(seen.outcome?.result).toMatchObject({ is_error: false, result: 'All done.' });
    const events = log();
    expect(eventsOf(events, 'HookFailed')).toEqual([]);
    const open = eventsOf(events, 'TestRunStarted').filter(
      ({ data }) => !events.some((other) => other.type !== 'TestRunStarted' && other.data['run'] === data['run']),
    );
    expect(open).toEqual([]);
  });
});
