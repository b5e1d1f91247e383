import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logFolder } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { observeTree } from '../../src/hooks/observers/tree/tree.ts';
import { TESTS } from '../../src/projections/evidence-kinds.ts';
import { standingOf } from '../../src/projections/standing.ts';
import { cleanEnv } from '../kit/hook-process.ts';
import { completes, type Payload, prompts, requests, type Scenario, scenario, writes } from '../kit/scenario.ts';

const GREEN = '# tests 3\n# pass 3\n# fail 0';
const RED = 'Exit code 1\n# tests 3\n# pass 2\n# fail 1';

let calls = 0;

/** A project that git knows, with a commit of `src/a.ts`. */
const withGit = (): Scenario => {
  const s = scenario({ preset: 'strict', env: { PATH: process.env['PATH'] ?? '' } });
  rmSync(join(s.project, '.git'), { recursive: true });
  const env = cleanEnv({ HOME: s.project, GIT_CONFIG_NOSYSTEM: '1' });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: s.project, env, stdio: 'ignore' });
  s.write('src/a.ts', 'export const a = 1;\n');
  git('init', '--quiet', '--initial-branch=feature');
  git('add', 'src');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'start');
  return s;
};

/** A test run with something that happens before it ends. */
const runs = async (
  s: Scenario,
  command: string,
  isGreen: boolean,
  during: () => unknown = () => null,
  more: Payload = {},
) => {
  const call = `run-${++calls}`;
  const input = { command };
  await s.given(requests('Bash', input, { tool_use_id: call, ...more }));
  await during();
  const result = isGreen
    ? completes('Bash', input, { stdout: GREEN, stderr: '', interrupted: false }, { tool_use_id: call, ...more })
    : {
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Bash',
        tool_input: input,
        tool_use_id: call,
        error: RED,
        ...more,
      };
  const { events } = await s.when(result);
  return events.find(({ type }) => type === 'TestRunFinished')?.data;
};

const standing = async (s: Scenario, stream = 's1') => {
  const { fold } = loadState(logFolder(s.root, s.deps.fs), s.root, null);
  const timeLeft = () => Number.POSITIVE_INFINITY;
  const { tree } = await observeTree(s.project, 'now', { env: s.deps.env, timeLeft });
  return standingOf(fold.view(stream, s.project), TESTS, { event: 'now', tree }, stream);
};

describe('a pass', () => {
  it('is one of the content that it began and ended with', async () => {
    const s = withGit();
    const data = await runs(s, 'npm test', true);
    expect(data).toMatchObject({ status: 'pass', passed: 3, tree: { code: expect.stringMatching(/^[0-9a-f]{20,}$/) } });
    expect(await standing(s)).toMatchObject({ status: 'pass', basis: 'tree' });
  });

  it.each([
    ['outside the hooks', (s: Scenario) => s.write('src/a.ts', 'export const a = 2;\n')],
    ['in a new file', (s: Scenario) => s.write('src/b.ts', 'export const b = 1;\n')],
    ['in what decides how it is tested', (s: Scenario) => s.write('package.json', '{}')],
  ])('of code that was changed meanwhile is unknown, and recorded so: %s', async (_where, change) => {
    const s = withGit();
    const data = await runs(s, 'npm run format && npm test', true, () => change(s));
    expect(data).toMatchObject({
      status: 'unknown',
      passed: 3,
      reason: expect.stringContaining('run the tests alone'),
    });
    expect((await standing(s)).status).toBe('unknown');
  });

  it('of code that an edit of the session changed meanwhile is unknown, also when it is what it was', async () => {
    const s = withGit();
    const edit = completes('Edit', { file_path: join(s.project, 'src/a.ts') }, {}, { tool_use_id: 'edit' });
    const data = await runs(s, 'npm test', true, () => s.given(edit));
    expect(data).toMatchObject({ status: 'unknown', reason: expect.stringContaining('code was written while') });
  });

  it('does not mind documents and outputs that are written meanwhile', async () => {
    const s = withGit();
    const data = await runs(s, 'npm test', true, () => [s.write('README.md', '# a'), s.write('coverage/a.json', '{}')]);
    expect(data).toMatchObject({ status: 'pass' });
  });

  it('is stale once the code is another one, and holds again for the code it was about', async () => {
    const s = withGit();
    await runs(s, 'npm test', true);
    s.write('src/a.ts', 'export const a = 2;\n');
    expect(await standing(s)).toMatchObject({ status: 'stale', basis: 'tree' });
    s.write('src/a.ts', 'export const a = 1;\n');
    expect((await standing(s)).status).toBe('pass');
  });

  it('of another session holds by the content alone', async () => {
    const s = withGit();
    await runs(s, 'npm test', true);
    expect((await standing(s, 'other')).status).toBe('pass');
  });
});

describe('a failure', () => {
  it('counts although the code was changed meanwhile', async () => {
    const s = withGit();
    const data = await runs(s, 'npm test', false, () => s.write('src/a.ts', 'export const a = 2;\n'));
    expect(data).toMatchObject({ status: 'fail', failures: 1 });
  });

  it('of another session counts for exactly this content, and for no other one', async () => {
    const s = withGit();
    await s.given(prompts('go', { session_id: 'other' }));
    await runs(s, 'npm test', false);
    expect((await standing(s, 'other')).status).toBe('fail');
    s.write('src/a.ts', 'export const a = 2;\n');
    expect((await standing(s, 'other')).status).toBe('missing');
    expect((await standing(s)).status).toBe('fail');
  });

  it('of another session is no reason for test-gate', async () => {
    const s = withGit();
    await runs(s, 'npm test', false);
    expect((await s.when(writes('src/b.ts', { session_id: 'other' }))).decision).toBe('none');
  });

  it('of one package is not taken back by the pass of another one, of the same content', async () => {
    const s = withGit();
    for (const name of ['api', 'web']) s.write(`packages/${name}/package.json`, '{}');
    const at = (name: string) => ({ cwd: join(s.project, 'packages', name) });
    expect(await runs(s, 'npm test', false, () => null, at('api'))).toMatchObject({ folder: 'packages/api' });
    await runs(s, 'npm test', true, () => null, at('web'));
    expect((await standing(s)).status).toBe('fail');
    await runs(s, 'npm test', true);
    expect((await standing(s)).status).toBe('pass');
  });
});

describe('a pass of some tests', () => {
  const SOME = 'npx vitest run src/a.test.ts';

  it('is no pass of the whole', async () => {
    const s = withGit();
    expect(await runs(s, SOME, true)).toMatchObject({ status: 'pass', partial: true });
    expect(await standing(s)).toMatchObject({ status: 'unknown', partial: true, reason: 'only some of the tests ran' });
    await runs(s, 'npm test', true);
    expect((await standing(s)).status).toBe('pass');
  });

  it('does not take back a failure of all, also once that was mended', async () => {
    const s = withGit();
    await runs(s, 'npm test', false);
    s.write('src/a.ts', 'export const a = 2;\n');
    await runs(s, SOME, false);
    await runs(s, SOME, true);
    expect((await standing(s)).status).toBe('fail');
    expect((await s.when(writes('src/b.ts'))).decision).toBe('advise');
  });

  it('takes back a failure of some for test-gate, where nobody knows of others', async () => {
    const s = withGit();
    await runs(s, SOME, false);
    await runs(s, SOME, true);
    expect((await s.when(writes('src/b.ts'))).decision).toBe('none');
  });

  it('does not take the place of a pass of all', async () => {
    const s = withGit();
    await runs(s, 'npm test', true);
    await runs(s, SOME, true);
    expect((await standing(s)).status).toBe('pass');
  });

  it('is known for one by what the runner says', async () => {
    const s = withGit();
    const input = { command: 'npm run test -- cart' };
    await s.given(requests('Bash', input, { tool_use_id: 'named' }));
    const stdout =
      'Test Suites: 1 passed, 1 total\nTests:       2 passed, 2 total\nRan all test suites matching cart.\n';
    const { events } = await s.when(completes('Bash', input, { stdout, stderr: '' }, { tool_use_id: 'named' }));
    expect(events.find(({ type }) => type === 'TestRunFinished')?.data).toMatchObject({ partial: true });
  });
});

describe('a run that did not come to its end', () => {
  const ends = async (response: unknown, error?: string) => {
    const s = scenario({ preset: 'strict' });
    const input = { command: 'npm test' };
    const more = { tool_use_id: 'run' };
    await s.given(requests('Bash', input, more));
    const event =
      error === undefined
        ? completes('Bash', input, response, more)
        : { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: input, error, ...more };
    const { events } = await s.when(event);
    return events.find(({ type }) => type === 'TestRunFinished')?.data;
  };

  it.each([
    [
      'in the background',
      { stdout: '', stderr: '', backgroundTaskId: 'b1' },
      undefined,
      'it went on in the background',
    ],
    [
      'in the background, told in words',
      'Command running in background with ID: b1',
      undefined,
      'it went on in the background',
    ],
    ['cut short', { stdout: GREEN, stderr: '', interrupted: true }, undefined, 'it was interrupted'],
    ['out of time', null, `Exit code 143\nCommand timed out after 2m 0.0s\n${GREEN}`, 'it ran out of time'],
    ['ended by timeout(1)', null, `Exit code 124\n${GREEN}`, 'it ran out of time (exit code 124)'],
    ['killed', null, `Exit code 137\n${GREEN}`, 'it was killed (exit code 137)'],
  ])('says nothing: %s', async (_how, response, error, reason) => {
    expect(await ends(response, error)).toMatchObject({ status: 'unknown', reason });
  });

  it('is a failure where it crashed', async () => {
    expect(await ends(null, 'Exit code 139\nSegmentation fault')).toMatchObject({ status: 'fail' });
  });
});
