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

/** Real bug reports of test gates as inputs (the ids are those of the cases), through the hook. */

const testsIn = (s: Scenario) => loadState(logFolder(s.root, s.deps.fs), s.root, null).fold.view('s1', s.project).tests;

const bash = (command: string, response: unknown): Payload => completes('Bash', { command }, response);

describe('what a test run says', () => {
  it.each([
    [
      'tg-or-true: a failure behind a masked exit',
      bash('npm test || true', { stdout: 'FAIL src/a.test.ts', stderr: '', interrupted: false }),
      'fail',
    ],
    [
      'tg-pipe-no-evidence: the status of a pager, no summary',
      bash('npm test 2>&1 | tail -1; echo EXIT=$?', { stdout: '\nEXIT=0', stderr: '', interrupted: false }),
      'unknown',
    ],
    ['tg-interrupted: cut short', bash('npm test', { stdout: 'ok 12', stderr: '', interrupted: true }), 'unknown'],
  ] as const)('%s', async (_id, event, status) => {
    const s = scenario({ preset: 'strict' });
    await s.given(event);
    expect(testsIn(s).status).toBe(status);
  });

  it('tg-failure-event: a red run arrives as a failure event and replaces the pass', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...greenRun());
    await s.given({
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      error: 'exit 1',
    });
    expect(testsIn(s).status).toBe('fail');
  });

  it('tg-stale-pass-load-error: a load error replaces the pass', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...greenRun(), requests('Bash', { command: 'bundle exec rspec' }, { tool_use_id: 'run2' }));
    await s.given({
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: 'bundle exec rspec' },
      tool_use_id: 'run2',
      error: 'Exit code 1\nLoadError: cannot load such file -- ./missing',
    });
    expect(testsIn(s).status).toBe('fail');
  });

  it('tg-edit-during-run: a pass of bytes that are gone is unknown', async () => {
    const s = scenario({ preset: 'strict' });
    const run = { command: 'npm test' };
    await s.given(
      requests('Bash', run, { tool_use_id: 'run' }),
      completes('Edit', { file_path: 'src/a.ts' }, {}, { tool_use_id: 'edit' }),
    );
    await s.given(completes('Bash', run, { stdout: '# pass 3\n# fail 0', stderr: '' }, { tool_use_id: 'run' }));
    expect(testsIn(s).status).toBe('unknown');
  });

  it('a pass of a call that nobody requested satisfies nothing, a failure counts', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun());
    await s.given(
      completes('Bash', { command: 'npm test' }, { stdout: '# pass 3\n# fail 0' }, { tool_use_id: 'made-up' }),
    );
    expect(testsIn(s).status).toBe('fail');
    expect((await s.when(writes('src/a.ts'))).decision).toBe('advise');
  });
});

describe('what the gate makes of it', () => {
  it('tg-no-reporter: no result is no failure', async () => {
    const s = scenario({ preset: 'strict' });
    expect((await s.when(requests('Edit', { file_path: 'src/a.ts' }))).decision).toBe('none');
  });

  it('tg-non-code: documents are not gated and cost no strike', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun(), writes('src/a.ts'));
    expect((await s.when(writes('README.md'))).decision).toBe('none');
    expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
  });

  it('tg-monorepo-cwd: one package’s red result warns in another one of the same worktree', async () => {
    const s = scenario({ preset: 'strict' });
    s.write('packages/web/package.json', '{}');
    s.write('packages/api/package.json', '{}');
    await s.given(...redRun().map((payload) => ({ ...payload, cwd: `${s.project}/packages/api` })));
    const edit = requests('Edit', { file_path: 'src/a.tsx' }, { cwd: `${s.project}/packages/web` });
    expect((await s.when(edit)).decision).toBe('advise');
  });
});
