import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { type HookSession, hookSession } from '../kit/hook-session.ts';
import { cart, POLICY } from './races/policy.ts';

// Seed 000, acceptance: a session from the first edit to its end, each call a process of the built hook.

interface Why {
  readonly gate: string;
  readonly rule: string;
  readonly conditions: readonly {
    name: string;
    holds: boolean;
    because: readonly string[];
    undone?: { since: string; by: string };
  }[];
}

const why = (s: HookSession): Why => JSON.parse(runDocket(['why', '--json'], s.path).stdout) as Why;

const eventsOf = (s: HookSession): readonly { id: string; type: string; data: Record<string, unknown> }[] =>
  runDocket(['log', '--json'], s.path)
    .stdout.split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Edit, red run, fix, green run, review, precommit: everything there is to do, with what each Stop on the way says. */
const work = async (s: HookSession): Promise<void> => {
  await s.prompt('Add the quantity to the total');
  expect((await s.edit('src/cart.js', cart(2))).decision).not.toBe('deny');
  const unreviewed = await s.stop();
  expect(unreviewed.decision).toBe('block');
  expect(unreviewed.said).toMatch(/code review/);
  expect(unreviewed.said).toMatch(/precommit/);
  expect(unreviewed.said).not.toMatch(/tests fail/i);

  await s.redRun();
  const red = await s.stop({ stop_hook_active: true });
  expect(red.decision).toBe('block');
  expect(red.said).toMatch(/tests fail/i);
  expect(red.said).toMatch(/code review/);
  expect(red.said).toMatch(/precommit/);

  await s.prompt('Fix it');
  await s.edit('src/cart.js', cart(3));
  await s.greenRun();
  await s.review('Looked at the diff.\n\n## Gate: ✅ Ready');
  const noPrecommit = await s.stop();
  expect(noPrecommit.said).toMatch(/precommit/);
  expect(noPrecommit.said).not.toMatch(/code review/);
  await s.precommit();
  expect((await s.stop()).decision).toBe('none');
};

describe('a session in a repository', () => {
  it('ends once its code is tested, reviewed and passed precommit, and is held up again by an edit after that', async () => {
    const s = hookSession({ policy: POLICY });
    await work(s);
    await s.prompt('One more thing');
    await s.edit('src/cart.js', cart(4));
    const blocked = await s.stop();
    expect(blocked.decision).toBe('block');
    expect(blocked.said).toMatch(/code review/);

    const answer = why(s);
    expect(answer).toMatchObject({ gate: 'stop-guard', rule: 'stop-guard/code-unreviewed' });
    const undone = answer.conditions.find(({ holds }) => !holds)?.undone;
    const events = eventsOf(s);
    const review = events.findLast(({ type, data }) => type === 'ReviewRecorded' && data['kind'] === 'code');
    const edit = events.findLast(({ type, data }) => type === 'ToolCompleted' && data['tool_name'] === 'Write');
    expect(undone).toMatchObject({ since: review?.id, by: edit?.id });
  });

  it('owes nothing while the work is stashed, and nothing again when reviewed work comes back', async () => {
    const s = hookSession({ policy: POLICY });
    await work(s);
    await s.prompt('Put it aside');
    await s.bash('git stash');
    expect(s.git('status', '--porcelain', 'src')).toBe('');
    expect((await s.stop()).decision).toBe('none');
    await s.prompt('And take it out again');
    await s.bash('git stash pop');
    expect(s.git('status', '--porcelain', 'src')).toContain('src/cart.js');
    expect((await s.stop()).decision).toBe('none');
  });

  it('owes the review again when what comes back was never reviewed', async () => {
    const s = hookSession({ policy: POLICY });
    await work(s);
    await s.prompt('One more thing');
    await s.edit('src/cart.js', cart(4));
    await s.bash('git stash');
    expect((await s.stop()).decision).toBe('none');
    await s.prompt('And take it out again');
    await s.bash('git stash pop');
    expect((await s.stop()).said).toMatch(/code review/);
  });

  it('owes the review of documents for an edit of one, and of nothing else', async () => {
    const s = hookSession({ policy: POLICY });
    await work(s);
    await s.prompt('Say so in the README');
    await s.edit('README.md', '# Shop\n\nQuantities count.\n');
    const blocked = await s.stop();
    expect(blocked.said).toMatch(/document review/);
    expect(blocked.said).not.toMatch(/code review|precommit/);
    await s.review('✅ Mergeable');
    expect((await s.stop()).decision).toBe('none');
  });

  it('commits what passed its tests, and nothing else', async () => {
    const s = hookSession({ policy: POLICY });
    await s.prompt('Add the quantity to the total');
    await s.edit('src/cart.js', cart(2));
    const untested = await s.bash('git commit --quiet -am "Count quantities"');
    expect(untested.decision).toBe('deny');
    expect(untested.said).toMatch(/commit-untested/);
    expect(s.git('log', '--oneline').trim().split('\n')).toHaveLength(1);
    await s.greenRun();
    s.put('src/cart.js', cart(5));
    expect((await s.bash('git commit --quiet -am "Count quantities"')).decision).toBe('deny');
    s.put('src/cart.js', cart(2));
    expect((await s.bash('git commit --quiet -am "Count quantities"')).decision).not.toBe('deny');
    expect(s.git('log', '--oneline').trim().split('\n')).toHaveLength(2);
  });

  it('still owes the review of what it committed', async () => {
    const s = hookSession({ policy: POLICY });
    await s.prompt('Add the quantity to the total');
    await s.edit('src/cart.js', cart(2));
    await s.greenRun();
    await s.bash('git commit --quiet -am "Count quantities"');
    expect(s.git('status', '--porcelain', 'src')).toBe('');
    expect((await s.stop()).said).toMatch(/code review/);
    await s.review('✅ Ready');
    await s.precommit();
    expect((await s.stop()).decision).toBe('none');
  });
});

const noGit = (): Record<string, string> => {
  // Nothing is on it; the hook's own Node is started by its path.
  const folder = join(hookSession({ isRepository: false }).path, 'no-programs');
  mkdirSync(folder);
  return { PATH: folder };
};

describe.each([
  ['without a repository', () => hookSession({ policy: POLICY, isRepository: false })],
  ['in a repository, with no git to ask', () => hookSession({ policy: POLICY, env: noGit() })],
])('a session %s', (_name, start) => {
  it('goes by the order of its events, and says so', async () => {
    const s = start();
    await work(s);
    await s.prompt('One more thing');
    await s.edit('src/cart.js', cart(4));
    const blocked = await s.stop();
    expect(blocked.decision).toBe('block');
    expect(blocked.said).toMatch(/code review/);
    const open = why(s).conditions.find(({ holds }) => !holds);
    expect(open).toMatchObject({ actual: { basis: 'order', status: 'stale' } });
    const edit = eventsOf(s).findLast(({ type, data }) => type === 'ToolCompleted' && data['tool_name'] === 'Write');
    expect(open?.undone?.by).toBe(edit?.id);
    await s.review('✅ Ready');
    await s.precommit();
    expect((await s.stop()).decision).toBe('none');
  });

  it('is never held up where it changed nothing', async () => {
    const s = start();
    await s.prompt('What does the cart do?');
    await s.bash('cat src/cart.js');
    expect((await s.stop()).decision).toBe('none');
  });
});
