import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { installPacked } from '../kit/packed-package.ts';
import { CLIENT_VERSION, type ClientOutcome, runClient, trust } from './client.ts';
import { eventsOf, readLog, rulingOn } from './docket-command.ts';
import { cleanEnv, createProject, type Project, removeProject } from './project.ts';
import { FIRST_WRITE, PERMITTED, redTestsThenTwoWrites, SECOND_WRITE, secondFile, TEST_RUN } from './red-tests.ts';
import { toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const settings = ({ folder }: Project): string => join(folder, '.claude', 'settings.local.json');

describeWithClient('a session whose hook comes with the plugin of the installed package', (client) => {
  let project: Project;
  let folder: string;
  let outcome: ClientOutcome;

  const claude = (...args: string[]): string =>
    execFileSync(client, args, { cwd: project.folder, env: cleanEnv(project), encoding: 'utf8', timeout: 60_000 });

  const installed = (...args: string[]): string =>
    execFileSync(process.execPath, [join(folder, 'dist', 'docket.cjs'), ...args], {
      cwd: project.folder,
      env: cleanEnv(project),
      encoding: 'utf8',
    });

  beforeAll(async () => {
    project = createProject();
    folder = join(installPacked(project.root, 'with spaces', cleanEnv(project)), 'node_modules', 'docket');
    trust(project);
    claude('plugin', 'marketplace', 'add', folder);
    claude('plugin', 'install', 'docket@docket');
    installed('init', '--yes', '--preset', 'strict', '--client-version', CLIENT_VERSION);
    const scenario = redTestsThenTwoWrites(project);
    outcome = await runClient(client, { project, scenario, prompt: 'Add a discount and a tax', args: PERMITTED });
  });
  afterAll(() => removeProject(project));

  it('passes the check of the client, also the strict one', () => {
    const { status, stdout } = spawnSync(client, ['plugin', 'validate', '--strict', folder], {
      env: cleanEnv(project),
      encoding: 'utf8',
    });
    expect(status, stdout).toBe(0);
  });

  it('in-plugin-duplicate: init wrote the policy and no second registration', () => {
    expect(existsSync(settings(project))).toBe(false);
    expect(readFileSync(join(project.folder, 'docket.config.json'), 'utf8')).toContain('strict');
  });

  it('is judged as one of a registration in settings: a warning, then a deny', () => {
    expect(existsSync(secondFile(project))).toBe(false);
    expect(toolResult(outcome.requests, SECOND_WRITE)).toMatchObject({ isError: true });
    const log = readLog(project);
    const [write] = eventsOf(log, 'ToolRequested', FIRST_WRITE);
    expect(rulingOn(log, write)).toMatchObject({ preset: 'strict', decision: 'advise' });
  });

  it('has each event in the log once', () => {
    const log = readLog(project);
    for (const [type, call] of [
      ['SessionStarted', undefined],
      ['PromptSubmitted', undefined],
      ['ToolRequested', TEST_RUN],
      ['ToolFailed', TEST_RUN],
      ['ToolCompleted', FIRST_WRITE],
      ['SessionEnded', undefined],
    ] as const) {
      expect(eventsOf(log, type, call), type).toHaveLength(1);
    }
    expect(eventsOf(log, 'HookFailed')).toEqual([]);
  });

  it('starts from the code cache that init made for this Node', () => {
    const caches = readdirSync(join(folder, 'dist', 'cache')).filter((name) => name.startsWith('hook-core.cjs-'));
    expect(caches).toEqual([expect.stringContaining(process.version)]);
  });

  it('is registered by init once the plugin is switched off', () => {
    claude('plugin', 'disable', 'docket@docket');
    installed('init', '--yes', '--client-version', CLIENT_VERSION);
    expect(readFileSync(settings(project), 'utf8')).toContain('--host');
  });
});
