import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { type WorkSession, workingSession } from '../kit/work-session.ts';
import { widest } from './sessions.ts';

const A = 'export const a = 1;\n';
const B = 'export const a = 2;\n';

const env = (w: WorkSession) => ({ DOCKET_DIR: w.scenario.root, CLAUDE_PROJECT_DIR: w.path });

interface Review {
  readonly executed: boolean;
  readonly passed: boolean;
  readonly lastRun: string;
  readonly outcome: string;
  readonly basis: string;
  readonly undoneBy: string | null;
  readonly history: readonly { readonly outcome: string }[];
}

interface Status {
  readonly tests: Record<string, unknown>;
  readonly review: Readonly<Record<string, Review | null>>;
  readonly proof: Record<string, unknown> | null;
  readonly owed: Readonly<Record<'stop' | 'commit', readonly { readonly rule: string; readonly blocks: boolean }[]>>;
  readonly brokenReviewer: Record<string, unknown> | null;
}

const statusOf = (w: WorkSession, cwd = w.path): Status => {
  const { stdout, stderr, status } = runDocket(['status', '--json'], cwd, { env: env(w) });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout) as Status;
};

const textOf = (w: WorkSession): string => {
  const { stdout } = runDocket(['status'], w.path, { env: env(w) });
  expect(widest(stdout)).toBeLessThanOrEqual(80);
  return stdout.replace(/\n {10,}/g, ' ');
};

const reviewedWork = async (): Promise<WorkSession> => {
  const w = await workingSession();
  await w.edits('app/src/a.ts', A);
  await w.reviewed('code', 'fail');
  await w.reviewed('code');
  return w;
};

const proved = (w: WorkSession): Promise<void> =>
  w.observed().then(({ tree }) =>
    w.scenario.given({
      type: 'ProofRecorded',
      worktree: w.path,
      data: { note: 'the cart adds up', standing: 'evidence', tree },
    }),
  );

describe('docket status: reviews', () => {
  it('are executed and passed with when they ran last; nothing is known of those that never ran', async () => {
    const w = await reviewedWork();
    const { code, doc, precommit } = statusOf(w).review;
    expect(code).toMatchObject({ executed: true, passed: true, outcome: 'pass', basis: 'tree', undoneBy: null });
    expect(code?.lastRun).toMatch(/^2026-01-01T12:/);
    expect(code?.history.map(({ outcome }) => outcome)).toEqual(['fail']);
    expect([doc, precommit]).toEqual([null, null]);
    expect(textOf(w)).toMatch(/^review {4}code: passed \(reviewer at 12:\d\d:\d\d\); before: failed 12:/m);
  });

  it('are no pass after an edit, but were executed when they were, and say by what they were undone', async () => {
    const w = await reviewedWork();
    const before = statusOf(w).review['code'];
    await w.edits('app/src/a.ts', B);
    const write = w.scenario.events().findLast(({ type }) => type === 'ToolCompleted');
    const after = statusOf(w).review['code'];
    expect(after).toEqual({ ...before, passed: false, undoneBy: write?.id });
    expect(textOf(w)).toMatch(/code: passed \(reviewer at [\d:]+\), undone by Write src\/a\.ts at [\d:]+; before/);
  });

  it('are no pass after an edit that no hook saw, and one again where it is taken back', async () => {
    const w = await reviewedWork();
    w.write('app/src/a.ts', B);
    expect(statusOf(w).review['code']).toMatchObject({ executed: true, passed: false });
    expect(textOf(w)).toContain('undone by what there is now, which is other content');
    w.write('app/src/a.ts', A);
    expect(statusOf(w).review['code']).toMatchObject({ executed: true, passed: true });
  });

  it('of other kinds, which the policy names, are there as well', async () => {
    const w = await workingSession();
    await w.reviewed('security' as 'code');
    expect(Object.keys(statusOf(w).review)).toEqual(['code', 'doc', 'precommit', 'security']);
  });

  it('hold in another worktree with the same content', async () => {
    const w = await reviewedWork();
    w.git('app', 'commit', '--quiet', '-am', 'work');
    w.git('app', 'worktree', 'add', '--quiet', '../linked', '-b', 'linked');
    const cwd = join(w.outer, 'linked');
    await w.sends({ hook_event_name: 'UserPromptSubmit', prompt: 'go', session_id: 'there', cwd });
    expect(statusOf(w, cwd).review['code']).toMatchObject({ executed: true, passed: true });
  });

  it('go by the order of events where git cannot say, and the text says so', async () => {
    const w = await reviewedWork();
    w.breakGit();
    await w.reviewed('code');
    expect(statusOf(w).review['code']).toMatchObject({ passed: true, basis: 'order' });
    expect(textOf(w)).toContain('git cannot say what there is (it is no git repository), so the order of events');
  });
});

describe('docket status: proof and tests', () => {
  it('proof is verified while the code is what was seen, pending after', async () => {
    const w = await workingSession();
    expect(statusOf(w).proof).toBeNull();
    await proved(w);
    expect(statusOf(w).proof).toMatchObject({ status: 'verified', at: expect.stringMatching(/^2026/) });
    w.write('app/src/a.ts', A);
    expect(statusOf(w).proof).toMatchObject({ status: 'pending', note: 'the cart adds up' });
    w.git('app', 'checkout', '--', '.');
    expect(statusOf(w).proof).toMatchObject({ status: 'verified' });
    await w.scenario.given({ type: 'ProofRevoked', worktree: w.path, data: { note: 'no' } });
    expect(statusOf(w).proof).toBeNull();
  });

  it('a pass is stale while the code is another one', async () => {
    const w = await workingSession();
    const call = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 't1' };
    await w.sends({ hook_event_name: 'PreToolUse', ...call });
    expect(statusOf(w).tests).toMatchObject({ status: null, running: ['npm test'] });
    await w.sends({ hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: '# pass 1\n# fail 0' } });
    expect(statusOf(w).tests).toMatchObject({ status: 'pass', failures: 0, stale: false, running: [] });
    w.write('app/src/a.ts', A);
    expect(statusOf(w).tests).toMatchObject({ status: 'pass', stale: true });
    w.git('app', 'checkout', '--', '.');
    expect(statusOf(w).tests).toMatchObject({ status: 'pass', stale: false });
  });
});

describe('docket status: what is owed', () => {
  it('is what the gates would say now, at the end of a turn and of a commit', async () => {
    const w = await workingSession();
    expect(statusOf(w).owed).toEqual({ stop: [], commit: [] });
    await w.edits('app/src/a.ts', A);
    await w.reviewed('precommit');
    const { owed } = statusOf(w);
    expect(owed.stop.map(({ rule }) => rule)).toEqual(['stop-guard/code-unreviewed']);
    expect(owed.commit.map(({ rule }) => rule)).toContain('guard/commit-untested');
    const text = textOf(w);
    expect(text).toMatch(/^to stop {3}Code changed \(`src\/a\.ts`\) and has no passing code review\./m);
    expect(text).toMatch(/^to commit /m);
  });

  it('before a commit is about all there is, as all the rest of the page', async () => {
    const w = await workingSession();
    w.write('app/src/new.ts', A);
    const tree = (await w.observed()).tree;
    const result = { runner: 'npm test', status: 'pass', failures: 0, passed: 3, reason: 'told' };
    await w.scenario.given({
      type: 'TestRunFinished',
      worktree: w.path,
      data: { ...result, source: 'recorded', tree },
    });
    expect(statusOf(w).tests).toMatchObject({ status: 'pass', source: 'recorded' });
    expect(statusOf(w).owed.commit.map(({ rule }) => rule)).toEqual(['guard/commit-unproven']);
    expect(textOf(w)).toMatch(/^tests {5}pass, 0 failures \(npm test, recorded at a terminal, 2026-/m);
  });

  it('is all that is missing, also where a reviewer does not work, and says that it holds nobody up', async () => {
    const w = await workingSession();
    const owed = () => statusOf(w).owed.stop.map(({ rule, blocks }) => [rule, blocks]);
    await w.edits('app/src/a.ts', A);
    await w.reviewed('code', 'broken');
    const code = (blocks: boolean) => ['stop-guard/code-unreviewed', blocks];
    expect(owed()).toEqual([code(false), ['stop-guard/precommit-missing', true]]);
    await w.reviewed('precommit', 'broken');
    expect(owed()).toEqual([code(false), ['stop-guard/precommit-missing', false]]);
    expect(textOf(w)).toMatch(
      /^to stop .*The turn may end without it, since its reviewer does not work\. \[stop-guard/m,
    );
    expect((await w.stop()).owed).toEqual([]);
    await w.edits('app/src/a.ts', B);
    expect(owed()).toEqual([code(true), ['stop-guard/precommit-missing', true]]);
  });

  it('shows a review tool that did not work, whichever review it was to be', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed(null as unknown as 'code', 'broken');
    expect(statusOf(w).brokenReviewer).toMatchObject({ by: 'reviewer' });
    expect(textOf(w)).toMatch(/precommit: never seen reviewer did not work \([\d:]+\)$/m);
  });

  it('stays shown after the turn was let go', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.stop();
    await w.stop();
    expect(textOf(w)).toMatch(/^to stop {3}Code changed/m);
  });

  it('is nothing under a policy that only watches', async () => {
    const w = await workingSession({ preset: 'observe' });
    await w.edits('app/src/a.ts', A);
    expect(statusOf(w).owed).toEqual({ stop: [], commit: [] });
  });
});
