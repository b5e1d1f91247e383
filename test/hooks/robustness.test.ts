import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shortDigest } from '../../src/events/digest.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { logFolder } from '../../src/events/segments.ts';
import { GATES } from '../../src/gates/gates.ts';
import { POLICY_VERSION } from '../../src/gates/policy-version.ts';
import { PRESETS } from '../../src/gates/presets.ts';
import { DEFAULT_PHASES } from '../../src/gates/workflow-defaults.ts';
import { LoadTimeoutError, loadState } from '../../src/hooks/load-state.ts';
import { readPolicyFiles } from '../../src/hooks/observers/policy.ts';
import { bytesOfParts } from '../kit/cache-bytes.ts';
import { completes, greenRun, prompts, redRun, requests, scenario, stateIn, stops, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

describe('a log that takes too long to fold', () => {
  it('is gone on with by the next call: what was folded is saved', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(
      ...redRun(),
      ...Array.from({ length: 60 }, (_, i) => ({
        hook_event_name: 'Notification',
        message: `${i} ${'x'.repeat(2_000)}`,
      })),
    );
    const folder = logFolder(s.root, s.deps.fs);
    rmSync(join(s.root, 'snapshots'), { recursive: true, force: true });
    expect(() => loadState(folder, s.root, null, { isTimeUp: () => true })).toThrow(LoadTimeoutError);
    const truth = loadState(folder, s.root, null, { candidate: null }).fold.view('s1', s.project);
    let tries = 0;
    for (let isDone = false; !isDone; tries += 1) {
      try {
        expect(loadState(folder, s.root, null, { isTimeUp: () => true }).fold.view('s1', s.project)).toEqual(truth);
        isDone = true;
      } catch (error) {
        if (!(error instanceof LoadTimeoutError) || tries > 50) throw error;
      }
    }
    expect(tries).toBeGreaterThan(0);
  });

  it('lets gates judge without history, says so, and denies where the policy fails closed', async () => {
    const policy = { preset: 'strict', gates: { 'branch-guard': { failClosed: true } } };
    const s = scenario({ policy });
    await s.given(...redRun());
    rmSync(join(s.root, 'snapshots'), { recursive: true, force: true });
    const result = await s.when(writes('src/a.ts'), { isTimeUp: () => true });
    expect(result.events.find(({ type }) => type === 'HookFailed')?.data).toMatchObject({
      stage: 'load',
      code: 'TIMEOUT',
    });
    expect(result.verdicts.map(({ rule }) => rule)).toContain('branch-guard/fail-closed');
  });
});

describe('a policy file that is there and cannot be read', () => {
  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['too large', (path: string) => writeFileSync(path, `{"preset":"strict"}${' '.repeat(1_100_000)}`)],
  ])('leaves the policy in force: %s', async (_what, put) => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    await s.given(writes('src/a.ts'));
    rmSync(join(s.project, 'docket.config.json'));
    put(join(s.project, 'docket.config.json'));
    expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
    expect(stateIn(s).policy.problems.join()).toContain('cannot be read');
  });

  it.skipIf(process.getuid?.() === 0)('leaves the policy in force: another user’s', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    await s.given(writes('src/a.ts'));
    chmodSync(join(s.project, 'docket.config.json'), 0);
    expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
  });
});

it('loads the policy anew when a new version brings gates or presets: they are part of the fingerprint', () => {
  const { path } = tempProject();
  expect(POLICY_VERSION).toBe(shortDigest(JSON.stringify([GATES.map(({ name }) => name), PRESETS, DEFAULT_PHASES])));
  expect(readPolicyFiles(path, { HOME: path }).fingerprint).toBe(shortDigest(JSON.stringify([POLICY_VERSION, []])));
});

describe('a stop that cannot be recorded', () => {
  it('is not blocked: nobody could count the blocks', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    const fs = {
      ...nodeLogFs,
      writeSync: (() => {
        throw Object.assign(new Error('EFBIG'), { code: 'EFBIG' });
      }) as typeof nodeLogFs.writeSync,
    };
    const result = await s.when(stops(), { fs });
    expect(result.answer).toBeNull();
    expect(result.stderr).toContain('EFBIG');
    expect((await s.when(stops())).decision).toBe('deny');
  });
});

it('ignores a snapshot whose states are missing', async () => {
  const s = scenario({ preset: 'strict', branch: 'main' });
  await s.given(
    ...Array.from({ length: 50 }, (_, i) => ({ hook_event_name: 'Notification', message: `${i}` })),
    stops(),
  );
  const file = join(s.root, 'snapshots', 'project.json');
  const [, , head = '', , states = ''] = nodeLogFs.readFileSync(file, 'utf8').split('\n');
  const snapshot = JSON.parse(head) as { shared: { project: object } };
  const broken = JSON.stringify({ ...snapshot, shared: { ...snapshot.shared, project: {} } });
  writeFileSync(file, bytesOfParts([broken, states, '']));
  expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
});

describe('a test run that a prompt overtakes', () => {
  it('counts when it ends', async () => {
    const s = scenario({ preset: 'strict' });
    const [start, end] = greenRun('slow');
    await s.given(
      ...redRun(),
      start as never,
      requests('Read', { file_path: 'a' }),
      prompts('are you there?'),
      end as never,
    );
    expect(stateIn(s).tests.status).toBe('pass');
    expect((await s.when(writes('src/a.ts'))).decision).toBe('none');
  });
});

it('closes a call whose outcome never came as unknown, at the next prompt and at the end of the session', async () => {
  const s = scenario();
  await s.given(requests('Bash', { command: 'sleep 9' }, { tool_use_id: 'a' }));
  expect(stateIn(s).calls).toMatchObject({ open: [{ call: 'a' }], unknown: 0 });
  await s.given(prompts('stop that'));
  expect(stateIn(s).calls).toMatchObject({ open: [], unknown: 1 });
  const ofAgent = { tool_use_id: 'b', agent_id: 'agent-1', agent_type: 'implementer' };
  await s.given(requests('Read', { file_path: 'x' }, ofAgent), prompts('and you?'));
  expect(stateIn(s).calls).toMatchObject({ open: [{ call: 'b' }], unknown: 1 });
  await s.given({ hook_event_name: 'SessionEnd', reason: 'exit' });
  expect(stateIn(s).calls).toMatchObject({ open: [], unknown: 2 });
});

it('takes a pass of a call that was never requested for a claim', async () => {
  const s = scenario({ preset: 'strict' });
  const made = { tool_use_id: 'made-up' };
  await s.given(...redRun(), completes('Bash', { command: 'npm test' }, { stdout: '# pass 1\n# fail 0' }, made));
  expect(stateIn(s).tests.status).toBe('fail');
});

it('looks again who could answer when a session is resumed', async () => {
  const s = scenario({ preset: 'strict', env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' } });
  await s.given({ hook_event_name: 'SessionStart', source: 'startup' });
  expect(stateIn(s).session.kind).toBe('headless');
  const env = { ...s.deps.env, CLAUDE_CODE_ENTRYPOINT: 'cli' };
  await s.when({ hook_event_name: 'SessionStart', source: 'resume' }, { env });
  expect(stateIn(s).session.kind).toBe('interactive');
});

it('keeps a field called __proto__, and redacts ids', async () => {
  const s = scenario();
  const secret = ['gh', 'p_', 'A1b2'.repeat(9)].join('');
  await s.when(`{"hook_event_name":"Notification","__proto__":{"kept":1},"session_id":"token=${secret}"}`);
  const [event] = s.events();
  expect(JSON.stringify(event)).toContain('"__proto__":{"kept":1}');
  expect(nodeLogFs.readFileSync(join(s.root, 'log', '000001.ndjson'), 'utf8')).not.toContain(secret);
  expect(event?.redacted.length).toBeGreaterThan(0);
});
