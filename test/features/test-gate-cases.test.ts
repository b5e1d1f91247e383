import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { logFolder } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import {
  completes,
  greenRun,
  type Payload,
  redRun,
  requests,
  type Scenario,
  scenario,
  writes,
} from '../kit/scenario.ts';

/** Real bug reports of test gates as inputs, through the hook. */
interface Case {
  readonly id: string;
  readonly input: Payload & {
    readonly prior?: 'pass';
    readonly event?: Payload & { readonly cwd?: string };
    readonly run1?: 'pass';
    readonly run2?: string;
    readonly test_status?: 'fail' | null;
    readonly strikes?: number;
    readonly status_for?: string;
    readonly run_started?: number;
  };
  readonly expect: { readonly test_status?: string; readonly decision?: string };
}

const CASES = readFileSync('fixtures/cases/test-gate.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Case]));

/** Where the cases' project is. */
const ELSEWHERE = '/home/dev/mono';

const testsIn = (s: Scenario) => loadState(logFolder(s.root, s.deps.fs), s.root, null).fold.view('s1', s.project).tests;

/** What happened before, and the event that the case is about. */
const eventsOf = ({ input }: Case, s: Scenario): { before: Payload[]; event: Payload } => {
  if (input.run_started !== undefined) return editDuringRun();
  if (input.run2 !== undefined) return { before: [...greenRun(), asked('run')], event: failed('run', input.run2) };
  if (input.status_for !== undefined) {
    for (const name of ['api', 'web']) s.write(`packages/${name}/package.json`, '{}');
    const there = (folder: string): string => folder.replace(ELSEWHERE, s.project);
    const before = redRun().map((payload) => ({ ...payload, cwd: `${s.project}/${input.status_for}` }));
    const { cwd = ELSEWHERE, tool_input } = input.event as { cwd?: string; tool_input: { file_path: string } };
    const path = `${s.project}/${tool_input.file_path}`;
    return { before, event: requests('Edit', { file_path: path }, { cwd: there(cwd) }) };
  }
  const { event, prior, test_status, strikes = 0 } = input;
  if (event === undefined) return { before: [], event: input };
  const state = prior === 'pass' ? greenRun() : test_status === 'fail' ? redRun() : [];
  const warned = Array.from({ length: strikes }, () => writes('src/warned.ts'));
  return { before: [...state, ...warned], event: { hook_event_name: 'PreToolUse', tool_use_id: 'the-case', ...event } };
};

const asked = (call: string): Payload => requests('Bash', { command: 'bundle exec rspec' }, { tool_use_id: call });

const failed = (call: string, error: string): Payload => ({
  hook_event_name: 'PostToolUseFailure',
  tool_name: 'Bash',
  tool_input: { command: 'bundle exec rspec' },
  tool_use_id: call,
  error: `Exit code 1\n${error}`,
});

const editDuringRun = () => {
  const run = { command: 'npm test' };
  const edit = completes('Edit', { file_path: 'src/a.ts' }, {}, { tool_use_id: 'edit' });
  const green = { stdout: '# pass 3\n# fail 0', stderr: '' };
  return {
    before: [requests('Bash', run, { tool_use_id: 'run' }), edit],
    event: completes('Bash', run, green, { tool_use_id: 'run' }),
  };
};

describe('a case of a test gate', () => {
  it('is there', () => expect(CASES).toHaveLength(9));

  it.each(CASES.map((each) => [each.id, each] as const))('%s', async (_id, each) => {
    const s = scenario({ preset: 'strict' });
    const { before, event } = eventsOf(each, s);
    await s.given(...before);
    const { decision } = await s.when(event);
    if (each.expect.test_status !== undefined) expect(testsIn(s).status).toBe(each.expect.test_status);
    if (each.expect.decision !== undefined) expect(decision).toBe(each.expect.decision);
  });

  it('tg-non-code: nor does the document take the strike away', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun(), writes('src/a.ts'), writes('README.md'));
    expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
  });
});

describe('a pass of a call that nobody requested', () => {
  it('satisfies nothing, while a failure counts', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun());
    await s.given(
      completes('Bash', { command: 'npm test' }, { stdout: '# pass 3\n# fail 0' }, { tool_use_id: 'made-up' }),
    );
    expect(testsIn(s).status).toBe('fail');
    expect((await s.when(writes('src/a.ts'))).decision).toBe('advise');
  });
});

describe('a pass of a call without an id', () => {
  it.each(['claude-code', undefined])('counts, since no host could say whose it is: %s', async (host) => {
    const s = scenario({ preset: 'strict', deps: { host } });
    await s.given(...redRun());
    const { tool_use_id: _, ...result } = completes('Bash', { command: 'npm test' }, { stdout: '# pass 3\n# fail 0' });
    await s.when(result);
    expect(testsIn(s).status).toBe('pass');
  });
});

describe('a red result of one package', () => {
  const packages = async () => {
    const s = scenario({ preset: 'strict' });
    for (const name of ['api', 'web']) s.write(`packages/${name}/package.json`, '{}');
    const inside = (name: string, payloads: readonly Payload[]): Payload[] =>
      payloads.map((payload) => ({ ...payload, cwd: `${s.project}/packages/${name}` }));
    await s.given(...inside('api', redRun()));
    const edits = async (path: string) =>
      (await s.when(requests('Edit', { file_path: `${s.project}/${path}` }))).decision;
    return { s, inside, edits };
  };

  it('is told once in another one and never stops anything there', async () => {
    const { edits } = await packages();
    expect(await edits('packages/web/src/a.ts')).toBe('advise');
    expect(await edits('packages/web/src/b.ts')).toBe('none');
    expect(await edits('packages/api-client/src/b.ts')).toBe('none');
    expect(await edits('packages/api/src/a.ts')).toBe('deny');
  });

  it('stops what goes on in its own, also by a path that is relative to where the call works', async () => {
    const { s, inside, edits } = await packages();
    expect(await edits('packages/api/src/a.ts')).toBe('advise');
    const [relative] = inside('api', [writes('src/b.ts')]) as [Payload];
    expect((await s.when(relative)).decision).toBe('deny');
  });

  it('is taken back by a green run of it or of all, not by one of another package', async () => {
    const { s, inside } = await packages();
    await s.given(...inside('web', greenRun()));
    expect((await s.when(writes(`${s.project}/packages/api/src/a.ts`))).decision).toBe('advise');
    await s.given(...inside('api', greenRun()));
    expect((await s.when(writes(`${s.project}/packages/api/src/a.ts`))).decision).toBe('none');
    await s.given(...inside('api', redRun()), ...greenRun());
    expect((await s.when(writes(`${s.project}/packages/api/src/a.ts`))).decision).toBe('none');
  });

  it('in the folder of no package is one of all', async () => {
    const s = scenario({ preset: 'strict' });
    s.write('src/a.ts', '');
    await s.given(...redRun().map((payload) => ({ ...payload, cwd: `${s.project}/src` })), writes('lib/a.ts'));
    expect((await s.when(writes('lib/b.ts'))).decision).toBe('deny');
  });
});
