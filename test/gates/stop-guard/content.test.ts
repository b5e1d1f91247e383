import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completes, prompts, requests } from '../../kit/scenario.ts';
import { starts, type WorkSession, workingSession, workSession } from '../../kit/work-session.ts';

// A review is of some content, wherever that is.

const CODE = ['code-unreviewed', 'precommit-missing'];
const A = 'export const a = 1;\n';
const B = 'export const a = 2;\n';

const reviewed = async (w: WorkSession, folder?: string): Promise<void> => {
  await w.reviewed('code', 'pass', folder);
  await w.reviewed('precommit', 'pass', folder);
};

const reviewedWork = async (): Promise<WorkSession> => {
  const w = await workingSession();
  await w.edits('app/src/a.ts', A);
  await reviewed(w);
  return w;
};

const undoneOf = async (w: WorkSession) => {
  const { owed, verdicts } = await w.stop();
  expect(owed).toEqual(CODE);
  return verdicts[0]?.conditions[0]?.undone;
};

const lastOf = (w: WorkSession, type: string) => w.scenario.events().findLast((event) => event.type === type);

describe('after a review', () => {
  it('an edit closes the gate again, and the verdict names both events', async () => {
    const w = await reviewedWork();
    const review = w.scenario.events().find(({ data }) => data['kind'] === 'code');
    await w.edits('app/src/a.ts', B);
    const write = lastOf(w, 'ToolCompleted');
    expect(await undoneOf(w)).toEqual({ was: 'pass', since: review?.id, by: write?.id });
  });

  it('an edit outside the hooks closes it as well: what was seen at the end is named', async () => {
    const w = await reviewedWork();
    w.write('app/src/a.ts', B);
    const undone = await undoneOf(w);
    expect(undone?.by).toBe(lastOf(w, 'TreeObserved')?.id);
  });

  it('a formatter run closes it where it changed something, and not where it did not', async () => {
    const w = await reviewedWork();
    await w.ran('make format', () => w.write('app/src/a.ts', A));
    expect((await w.stop()).owed).toEqual([]);
    await w.ran('make format', () => w.write('app/src/a.ts', `\n${A}`));
    expect((await w.stop()).owed).toEqual(CODE);
  });

  it('going back to what was reviewed opens it again', async () => {
    const w = await reviewedWork();
    await w.edits('app/src/a.ts', B);
    expect((await w.stop()).owed).toEqual(CODE);
    await w.edits('app/src/a.ts', A);
    expect((await w.stop()).owed).toEqual([]);
  });

  it('an edit of documents leaves the code review standing', async () => {
    const w = await reviewedWork();
    await w.edits('app/docs/a.md', '# B\n');
    expect((await w.stop()).owed).toEqual(['docs-unreviewed']);
  });

  it('a stash does not leave the gate open: nothing is owed while the work is away, and what comes back is what was reviewed', async () => {
    const w = await reviewedWork();
    await w.ran('git stash', () => w.git('app', 'stash', '--quiet'));
    expect((await w.stop()).owed).toEqual([]);
    await w.edits('app/src/b.ts', B);
    expect((await w.stop()).owed).toEqual(CODE);
    await w.ran('rm src/b.ts; git stash pop', () => {
      w.git('app', 'clean', '-fdq', 'src');
      w.git('app', 'stash', 'pop', '--quiet');
    });
    expect((await w.stop()).owed).toEqual([]);
  });

  it('unreviewed work that was stashed is owed again when it comes back', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.ran('git stash', () => w.git('app', 'stash', '--quiet'));
    expect((await w.stop()).owed).toEqual([]);
    await w.ran('git stash pop', () => w.git('app', 'stash', 'pop', '--quiet'));
    expect((await w.stop()).owed).toEqual(CODE);
  });

  it('another branch with other code is not what was reviewed', async () => {
    const w = await reviewedWork();
    await w.ran('git add -A && git commit -qm work', () => {
      w.git('app', 'add', '-A');
      w.git('app', 'commit', '--quiet', '-m', 'work');
    });
    expect((await w.stop()).owed).toEqual([]);
    await w.ran('git switch -c other && echo > src/b.ts && git add -A && git commit -qm b', () => {
      w.git('app', 'switch', '--quiet', '-c', 'other');
      w.write('app/src/b.ts', B);
      w.git('app', 'add', '-A');
      w.git('app', 'commit', '--quiet', '-m', 'b');
    });
    expect((await w.stop()).owed).toEqual(CODE);
    await w.ran('git switch work', () => w.git('app', 'switch', '--quiet', 'work'));
    expect((await w.stop()).owed).toEqual([]);
  });
});

const RED = 'Exit code 1\nnot ok 1 - total\n# tests 3\n# pass 1\n# fail 2';
const GREEN = 'ok 1 - total\n# tests 1\n# pass 1\n# fail 0';

/** The agent runs the tests of what is there. */
const tested = async (w: WorkSession, result: 'green' | 'red', id: string): Promise<void> => {
  const input = { command: 'npm test' };
  const call = { tool_use_id: id };
  await w.sends(requests('Bash', input, call));
  await w.sends(
    result === 'green'
      ? completes('Bash', input, { stdout: GREEN, stderr: '', interrupted: false }, call)
      : { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: input, error: RED, ...call },
  );
};

describe('tests that failed', () => {
  const stash = (w: WorkSession) => w.ran('git stash', () => w.git('app', 'stash', '--quiet'));

  it('hold nobody once the experiment is stashed and the code is what the session began with', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', B);
    await tested(w, 'red', 'r1');
    expect((await w.stop()).owed).toEqual(['tests-fail', ...CODE]);
    await stash(w);
    const { owed, verdicts } = await w.stop();
    expect(owed).toEqual([]);
    const verdict = verdicts.find(({ rule }) => rule === 'stop-guard/tests-fail');
    expect(verdict?.conditions[0]).toMatchObject({ name: 'tests-do-not-fail', holds: true, remedy: null });
    expect(verdict?.because).toContain(lastOf(w, 'TreeObserved')?.id);
    await w.ran('git stash pop', () => w.git('app', 'stash', 'pop', '--quiet'));
    expect((await w.stop()).owed).toEqual(['tests-fail', ...CODE]);
  });

  it('hold nobody once the code is back at what passed, by an edit or a stash of what came after', async () => {
    const w = await reviewedWork();
    await tested(w, 'green', 'g1');
    await w.edits('app/src/a.ts', B);
    await tested(w, 'red', 'r1');
    expect((await w.stop()).owed).toEqual(['tests-fail', ...CODE]);
    await w.edits('app/src/a.ts', A);
    expect((await w.stop()).owed).toEqual([]);
  });

  it('hold the turn where what came after them was never tested', async () => {
    const w = await reviewedWork();
    await w.edits('app/src/a.ts', B);
    await tested(w, 'red', 'r1');
    await w.edits('app/src/a.ts', `\n${B}`);
    expect((await w.stop()).owed).toContain('tests-fail');
  });

  it('hold the turn where they failed before anything was changed as well', async () => {
    const w = await workingSession();
    await tested(w, 'red', 'r1');
    await w.edits('app/src/a.ts', B);
    await tested(w, 'red', 'r2');
    await stash(w);
    expect((await w.stop()).owed).toEqual(['tests-fail']);
  });
});

describe('a session', () => {
  it.each(['resume', 'compact'])('that goes on after a %s keeps what it began with', async (source) => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.sends(starts(source));
    expect((await w.stop()).owed).toEqual(CODE);
    const about = w.scenario
      .events()
      .filter(({ type, data }) => type === 'TreeObserved' && data['about'] === 'session');
    expect(about).toHaveLength(1);
  });

  it('that was cleared is another one, and begins with what is there', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    const next = { session_id: 's2' };
    await w.sends(starts('clear', next));
    await w.sends(prompts('something else', next));
    expect((await w.stop(next)).owed).toEqual([]);
  });

  it('owes nothing for what another one does in the same worktree, but for its own', async () => {
    const w = await workingSession();
    const reader = { session_id: 'reader' };
    await w.sends(starts('startup', reader));
    await w.sends(prompts('explain the code', reader));
    await w.edits('app/src/a.ts', A);
    await w.ran('git log --oneline', () => {}, reader);
    expect((await w.stop(reader)).owed).toEqual([]);
    expect((await w.stop()).owed).toEqual(CODE);
    await reviewed(w);
    expect((await w.stop({ last_assistant_message: 'reviewed' })).owed).toEqual([]);
  });

  it('may rely on the review of another one, of the same content', async () => {
    const w = await workingSession();
    const other = { session_id: 'other' };
    await w.sends(starts('startup', other));
    await w.edits('app/src/a.ts', A, other);
    expect((await w.stop(other)).owed).toEqual(CODE);
    await reviewed(w);
    await w.ran('make', () => {}, other);
    expect((await w.stop(other)).owed).toEqual([]);
  });

  it('in a linked worktree is judged by what is there', async () => {
    const w = await workSession();
    w.git('app', 'worktree', 'add', '--quiet', '../linked', '-b', 'linked');
    const cwd = join(w.outer, 'linked');
    const there = { session_id: 'there', cwd };
    await w.sends(starts());
    await w.sends(starts('startup', there));
    await w.edits('linked/src/a.ts', A, there);
    expect((await w.stop()).owed).toEqual([]);
    expect((await w.stop(there)).owed).toEqual(CODE);
    await reviewed(w, cwd);
    await w.ran('make', () => {}, there);
    expect((await w.stop(there)).owed).toEqual([]);
    // The same content elsewhere needs no second review.
    await w.edits('app/src/a.ts', A);
    expect((await w.stop()).owed).toEqual([]);
  });

  it('that asks once as it begins asks nothing where the gate is off', async () => {
    const w = await workSession({
      policy: { preset: 'strict', gates: { 'stop-guard': { mode: 'off' }, 'session-summary': { mode: 'off' } } },
    });
    await w.sends(starts());
    await w.edits('app/src/a.ts', A);
    await w.stop();
    expect(w.scenario.events().filter(({ type }) => type === 'TreeObserved')).toEqual([]);
  });
});

describe('failing tests', () => {
  const RED = 'Exit code 1\nnot ok 1 - total\n# tests 1\n# pass 0\n# fail 1';

  const runs = async (w: WorkSession, output: string): Promise<void> => {
    const call = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: `t${output.length}` };
    await w.sends({ hook_event_name: 'PreToolUse', ...call });
    await w.sends(
      output === RED
        ? { hook_event_name: 'PostToolUseFailure', ...call, error: RED }
        : { hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: output, stderr: '' } },
    );
  };

  it('do not fail any more where the work went back to what passed', async () => {
    const w = await workingSession();
    await runs(w, '# tests 1\n# pass 1\n# fail 0');
    await w.edits('app/src/a.ts', A);
    await runs(w, RED);
    expect((await w.stop()).owed).toEqual(['tests-fail', ...CODE]);
    await w.ran('git checkout -- .', () => w.git('app', 'checkout', '--', '.'));
    expect((await w.stop()).owed).toEqual([]);
  });
});
