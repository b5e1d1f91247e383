import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GitProject } from '../kit/git-project.ts';
import { greenRun, redRun, requests } from '../kit/scenario.ts';
import { agentEnds, agentProject, rulesOf } from '../kit/subagents.ts';

const GATE = 'check-guardian';
const NOW = Date.UTC(2026, 0, 1, 12);

const project = (gate: Readonly<Record<string, unknown>> = {}): GitProject =>
  agentProject({ [GATE]: { mode: 'enforce', ...gate } }, {}, { now: () => NOW });

const found = async (p: GitProject, text = 'Committed as 1234abc.', id = 'g1') =>
  rulesOf(await p.sends(agentEnds('guardian', text, id)), GATE);

/** The plan was changed so many seconds ago. */
const changedBefore = (p: GitProject, seconds: number): void => {
  const at = NOW / 1000 - seconds;
  utimesSync(join(p.path, 'MASTER_PLAN.md'), at, at);
};

let calls = 0;

/** The guardian ran a command, which worked. */
const ran = async (p: GitProject, command: string, id = 'g1'): Promise<void> => {
  const call = `g-${++calls}`;
  const actor = { agent_id: id, agent_type: 'guardian', tool_use_id: call };
  await p.sends({ ...requests('Bash', { command }), ...actor });
  await p.sends({
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_response: { stdout: '', stderr: '', interrupted: false },
    ...actor,
  });
};

const MERGED = 'Merged cart into main: phase 2 is complete.';

test('committed, clean, on a branch, with a fresh plan: nothing is found', async () => {
  const p = project();
  changedBefore(p, 10);
  expect(await found(p, MERGED)).toEqual([]);
});

describe('seed 001, check-guardian.sh (1): MASTER_PLAN.md freshness, for merges that complete a phase', () => {
  test.each([
    ['changed 300 seconds before', 300, MERGED, []],
    ['changed 301 seconds before', 301, MERGED, ['plan-not-updated']],
    ['changed just now', 0, MERGED, []],
    ['changed in what its clock calls the future', -60, MERGED, []],
    ['a merge that completes none', 9_000, 'Merged the fix of the cart into main.', []],
    ['a phase that is not complete', 9_000, 'Merged cart. Phase 2 is not complete.', []],
    ['a phase that will be complete', 9_000, 'Merged cart. Phase 2 will be complete after the next one.', []],
    ['no merge', 9_000, 'Committed the cart. Phase 2 is done.', []],
    [
      'in other words',
      9_000,
      'The merge of cart is through. It merged cleanly and completes phase 2.',
      ['plan-not-updated'],
    ],
  ] as const)('%s', async (_name, seconds, text, rules) => {
    const p = project();
    changedBefore(p, seconds);
    expect(await found(p, text)).toEqual(rules);
  });

  test('a merge is known by what ran, too', async () => {
    const p = project();
    changedBefore(p, 9_000);
    expect(await found(p, 'Phase 2 is complete.', 'g2')).toEqual([]);
    await ran(p, 'git merge --no-ff cart');
    expect(await found(p, 'Phase 2 is complete.')).toEqual(['plan-not-updated']);
    // What it did before its end was judged then.
    expect(await found(p, 'Phase 2 is complete, as I said.')).toEqual([]);
  });

  test('how long is an option', async () => {
    const p = project({ within: 60 });
    changedBefore(p, 61);
    expect(await found(p, MERGED)).toEqual(['plan-not-updated']);
  });

  test('without a plan there is none to update', async () => {
    const p = project();
    p.git('app', 'rm', '-q', 'MASTER_PLAN.md');
    p.git('app', 'commit', '-q', '-m', 'no plan');
    expect(await found(p, MERGED)).toEqual([]);
  });
});

describe('seed 001, check-guardian.sh (2): git status is clean', () => {
  test.each([
    ['changed', (p: GitProject) => p.write('app/src/a.ts', 'export const b = 1;\n')],
    ['new', (p: GitProject) => p.write('app/notes.txt', 'x')],
    [
      'staged',
      (p: GitProject) => {
        p.write('app/src/a.ts', 'export const b = 1;\n');
        p.git('app', 'add', '.');
      },
    ],
    ['deleted', (p: GitProject) => p.git('app', 'rm', '-q', 'src/a.ts')],
  ])('%s', async (_name, change) => {
    const p = project();
    change(p);
    expect(await found(p)).toEqual(['uncommitted']);
  });

  test('a file that is staged and changed again is one, and it is named', async () => {
    const p = project();
    p.write('app/src/a.ts', 'export const b = 1;\n');
    p.git('app', 'add', '.');
    p.write('app/src/a.ts', 'export const b = 2;\n');
    const { verdicts } = await p.sends(agentEnds('guardian', 'Committed.', 'g1'));
    expect(verdicts.map(({ reason }) => reason)).toContain('1 file is not committed: `src/a.ts`.');
  });

  test('what is ignored is no change', async () => {
    const p = project();
    p.write('app/.git/info/exclude', 'build/\n');
    p.write('app/build/out.js', 'x');
    expect(await found(p)).toEqual([]);
  });

  test('a linked worktree in the worktree is no change, another repository is', async () => {
    const p = project();
    p.git('app', 'worktree', 'add', '-q', '.worktrees/mine', '-b', 'mine');
    p.write('app/.worktrees/mine/src/a.ts', 'export const b = 1;\n');
    expect(await found(p)).toEqual([]);
    p.git('app', 'init', '-q', 'other');
    expect(await found(p, 'Committed again.')).toEqual(['uncommitted']);
  });

  test('where it committed, not where the session is', async () => {
    const p = project();
    p.git('app', 'worktree', 'add', '-q', '../wt', '-b', 'mine');
    p.write('app/src/a.ts', 'export const b = 1;\n');
    await ran(p, `git -C ${p.outer}/wt commit -m x`);
    expect(await found(p)).toEqual([]);
    p.write('wt/src/a.ts', 'export const c = 1;\n');
    expect(await found(p, 'Committed again.')).toEqual(['uncommitted']);
  });
});

describe('seed 001, check-guardian.sh (3): branch info for context', () => {
  test('the branch stands beside what is found', async () => {
    const p = project();
    p.git('app', 'switch', '-q', '-c', 'cart');
    p.write('app/src/a.ts', 'export const b = 1;\n');
    const { events } = await p.sends(agentEnds('guardian', 'Committed.', 'g1'));
    expect(events.find(({ type }) => type === 'FindingsRecorded')?.data).toMatchObject({ branch: 'cart' });
  });

  test('no branch is checked out', async () => {
    const p = project();
    p.git('app', 'checkout', '-q', '--detach');
    expect(await found(p)).toEqual(['no-branch']);
  });
});

describe('seed 001, check-guardian.sh (4): approval-loop detection', () => {
  test.each([
    ['a question', 'The diff is above. Shall I commit it?', ['approval-loop']],
    ['waiting', 'Ready to merge. Waiting for your approval.', ['approval-loop']],
    ['a question behind the commit', 'Committed as 1234abc. Shall I push?', []],
    ['a question behind a merge that followed the tests', 'Merged after the tests passed. Delete the branch?', []],
    ['a question behind a commit by its id', 'Commit 1234abc created. Push it?', []],
    ['nothing was committed', 'Nothing is committed yet. Shall I commit?', ['approval-loop']],
    ['the work is done, the merge is not', 'The work is done on the branch. Shall I merge it?', ['approval-loop']],
    ['waiting for nobody in particular', 'Awaiting approval to merge.', ['approval-loop']],
    ['a statement', 'Nothing to commit.', []],
  ])('%s', async (_name, text, rules) => {
    expect(await found(project(), text)).toEqual(rules);
  });
});

describe('seed 001, check-guardian.sh (5): test status for git operations', () => {
  const reasonOf = async (p: GitProject, text: string): Promise<string | undefined> => {
    const { verdicts } = await p.sends(agentEnds('guardian', text, 'g1'));
    return verdicts.find(({ rule, decision }) => rule === `${GATE}/tests-fail` && decision === 'advise')?.reason;
  };
  const red = async (): Promise<GitProject> => {
    const p = project();
    for (const payload of redRun()) await p.sends(payload);
    return p;
  };

  test.each(['Merged cart into main.', 'Committed as 1234abc.', 'Pushed.'])(
    'CRITICAL where the tests fail and its words say so: %s',
    async (text) => {
      expect(await reasonOf(await red(), text)).toMatch(/^CRITICAL: the tests fail \(1 failure, /);
    },
  );

  test('CRITICAL where a commit was made, whatever its words say', async () => {
    const p = await red();
    await ran(p, 'git commit -m x');
    expect(await reasonOf(p, 'Done.')).toMatch(/^CRITICAL: /);
  });

  test('a commit that failed was none', async () => {
    const p = await red();
    const command = 'git commit -m x';
    const actor = { agent_id: 'g1', agent_type: 'guardian', tool_use_id: 'failed' };
    await p.sends({ ...requests('Bash', { command }), ...actor });
    const failed = { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: { command } };
    await p.sends({ ...failed, error: 'Exit code 1', ...actor });
    expect(await reasonOf(p, 'Done.')).toMatch(/^The tests fail/);
  });

  test.each([
    'I did not commit it.',
    'The merge is blocked.',
    'The last commit breaks the build.',
    'I would improve the commit message.',
    'Merge conflict in src/a.ts.',
  ])('failing without any of that: %s', async (text) => {
    expect(await reasonOf(await red(), text)).toMatch(/^The tests fail/);
  });

  test('passing', async () => {
    const p = project();
    for (const payload of greenRun()) await p.sends(payload);
    expect(await reasonOf(p, 'Merged.')).toBeUndefined();
  });
});
