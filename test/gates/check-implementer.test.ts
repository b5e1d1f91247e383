import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { GitProject } from '../kit/git-project.ts';
import { linesOf } from '../kit/plans.ts';
import { completes, greenRun, prompts, redRun, requests } from '../kit/scenario.ts';
import { agentEnds, agentProject, rulesOf } from '../kit/subagents.ts';

const GATE = 'check-implementer';

/** On a branch of its own, with the work seen by a person, so that only what a test changes is found. */
const project = async (gate: Readonly<Record<string, unknown>> = {}): Promise<GitProject> => {
  const p = agentProject({ [GATE]: { mode: 'enforce', ...gate } });
  p.git('app', 'switch', '-q', '-c', 'cart');
  return p;
};

const seen = prompts('docket prove: I saw the cart add up');

const found = async (p: GitProject, text = 'The cart is done.', id = 'a1') =>
  rulesOf(await p.sends(agentEnds('implementer', text, id)), GATE);

let calls = 0;

/** A subagent wrote a file, which is on the disk. */
const wrote = async (p: GitProject, path: string, content: string, id = 'a1'): Promise<void> => {
  p.write(path, content);
  const input = { file_path: join(p.outer, path), content };
  const call = `w-${++calls}`;
  const actor = { agent_id: id, agent_type: 'implementer', tool_use_id: call };
  await p.sends({ ...requests('Write', input), ...actor });
  await p.sends(completes('Write', input, { type: 'create' }, actor));
};

const sends = async (p: GitProject, ...payloads: readonly Record<string, unknown>[]): Promise<void> => {
  for (const payload of payloads) await p.sends(payload);
};

test('on a branch of its own, tested, and seen to work: nothing is found', async () => {
  const p = await project();
  await wrote(p, 'app/src/cart.ts', linesOf(10));
  await sends(p, ...greenRun(), seen);
  expect(await found(p)).toEqual([]);
});

describe('seed 001, check-implementer.sh (1): the branch is not main or master', () => {
  test.each(['main', 'master'])('%s', async (branch) => {
    const p = await project();
    p.git('app', 'switch', '-q', '-C', branch);
    await sends(p, seen);
    expect(await found(p)).toEqual(['on-main']);
  });

  test('in a worktree that the subagent made for itself, whatever the folder of the session is', async () => {
    const p = await project();
    p.git('app', 'switch', '-q', 'main');
    p.git('app', 'worktree', 'add', '-q', '../wt', '-b', 'mine');
    await wrote(p, 'wt/src/new.ts', 'export {};\n');
    await sends(p, ...greenRun());
    const outcome = await p.sends(agentEnds('implementer', 'Done.', 'a1'));
    expect(rulesOf(outcome, GATE)).not.toContain('on-main');
    expect(outcome.verdicts.find(({ gate }) => gate === GATE)?.decision).toBe('advise');
    // Another one that wrote nothing there.
    expect(await found(p, 'Done.', 'a2')).toContain('on-main');
  });

  test('where the host runs it in a worktree', async () => {
    const p = await project();
    p.git('app', 'switch', '-q', 'main');
    p.git('app', 'worktree', 'add', '-q', '../wt', '-b', 'mine');
    const outcome = await p.sends(agentEnds('implementer', 'Done.', 'a1', { cwd: join(p.outer, 'wt') }));
    expect(rulesOf(outcome, GATE)).not.toContain('on-main');
  });

  test('branches by the policy, and no branch at all', async () => {
    const p = await project({ branches: ['cart'] });
    await sends(p, seen);
    expect(await found(p)).toEqual(['on-main']);
    p.git('app', 'checkout', '-q', '--detach');
    expect(await found(p, 'Done.', 'a2')).toEqual([]);
  });
});

describe('seed 001, check-implementer.sh (2): @decision coverage on source files of 50 lines and more, changed this session', () => {
  const decided = (lines: number): string =>
    `// @decision DEC-CART-001\n// @title cents\n// @status accepted\n// @rationale sums\n${linesOf(lines - 4)}`;

  test.each([
    ['50 lines without', 'app/src/cart.ts', linesOf(50), ['no-decisions']],
    ['50 lines without a last newline', 'app/src/cart.ts', linesOf(50).trimEnd(), ['no-decisions']],
    ['50 lines with', 'app/src/cart.ts', decided(50), []],
    [
      'one in a string',
      'app/src/cart.ts',
      `${linesOf(50)}export const d = '@decision DEC-CART-001';\n`,
      ['no-decisions'],
    ],
    ['49 lines without', 'app/src/cart.ts', linesOf(49), []],
    ['a test', 'app/test/cart.test.ts', linesOf(80), []],
    ['a document', 'app/docs/cart.md', 'text\n'.repeat(80), []],
    ['configuration', 'app/cart.json', '{}\n'.repeat(80), []],
  ])('%s', async (_name, path, content, rules) => {
    const p = await project();
    await wrote(p, path, content);
    await sends(p, ...greenRun(), seen);
    expect(await found(p)).toEqual(rules);
  });

  test('a long file that nobody changed is none; one that a command wrote is', async () => {
    const p = await project();
    p.write('app/src/old.ts', linesOf(80));
    p.git('app', 'add', '.');
    p.git('app', 'commit', '-q', '-m', 'old');
    await sends(p, seen);
    expect(await found(p)).toEqual([]);
    p.write('app/src/made.ts', linesOf(80));
    await sends(p, ...greenRun());
    expect(await found(p, 'Done.', 'a2')).toEqual(['no-decisions', 'unproven']);
  });

  test('the lines are an option, and the files are named', async () => {
    const p = await project({ lines: 5 });
    await wrote(p, 'app/src/cart.ts', linesOf(5));
    const { verdicts } = await p.sends(agentEnds('implementer', 'Done.', 'a1'));
    expect(verdicts.map(({ reason }) => reason)).toContain(
      '1 changed file has 5 or more lines and no @decision: `src/cart.ts`.',
    );
  });
});

describe('seed 001, check-implementer.sh (3): approval-loop detection', () => {
  test.each([
    ['a question', 'I read the code. Should I write the cart?', ['approval-loop']],
    ['a question behind what was done', 'The cart is implemented. Shall I write more tests?', []],
    ['a question behind what was written', 'I added `discount()` to src/cart.ts. Should I commit it?', []],
    ['a question behind tests that pass', 'All 12 tests pass. Commit?', []],
    ['how it works today', 'The feature works by polling. Should I replace it?', ['approval-loop']],
    ['what was not changed', 'I changed nothing in src/cart.ts. May I?', ['approval-loop']],
    ['what was looked into', 'Code review finished. Should I fix the two bugs?', ['approval-loop']],
    ['waiting for a word', 'I can start when you confirm.', ['approval-loop']],
    ['a statement', 'I read the code.', []],
  ])('%s', async (_name, text, rules) => {
    const p = await project();
    await sends(p, seen);
    expect(await found(p, text)).toEqual(rules);
  });
});

describe('seed 001, check-implementer.sh (4): test status', () => {
  test('recent failures: the implementation is not complete', async () => {
    const p = await project();
    await wrote(p, 'app/src/cart.ts', linesOf(10));
    await sends(p, ...redRun(), seen);
    const { verdicts } = await p.sends(agentEnds('implementer', 'Done.', 'a1'));
    const said = verdicts.find(({ rule }) => rule === `${GATE}/tests`);
    expect(said?.reason).toMatch(/^The tests fail \(1 failure, .*\): the implementation is not complete\.$/);
  });

  test('passed, and changed since; not run at all', async () => {
    const p = await project();
    await wrote(p, 'app/src/cart.ts', linesOf(10));
    await sends(p, seen);
    expect(await found(p)).toEqual(['tests']);
    await sends(p, ...greenRun());
    expect(await found(p, 'Done.', 'a2')).toEqual([]);
    p.write('app/src/cart.ts', linesOf(11));
    expect(await found(p, 'Done.', 'a3')).toEqual(['tests', 'unproven']);
  });

  test('a document is nothing to test', async () => {
    const p = await project();
    await wrote(p, 'app/README.md', '# Shop\n');
    await sends(p, seen);
    expect(await found(p)).toEqual([]);
  });

  test('nothing was written, so there was nothing to test', async () => {
    const p = await project();
    await sends(p, seen);
    expect(await found(p)).toEqual([]);
  });
});

describe('seed 001, check-implementer.sh (5): proof-of-work status', () => {
  const reasonOf = async (p: GitProject, id: string): Promise<string | undefined> => {
    const { verdicts } = await p.sends(agentEnds('implementer', 'Done.', id));
    return verdicts.find(({ rule, decision }) => rule === `${GATE}/unproven` && decision === 'advise')?.reason;
  };

  test('missing, verified, pending', async () => {
    const p = await project();
    expect(await reasonOf(p, 'a1')).toBe('No person has seen it work (proof missing).');
    await sends(p, seen);
    expect(await reasonOf(p, 'a2')).toBeUndefined();
    p.write('app/src/a.ts', 'export const changed = 1;\n');
    expect(await reasonOf(p, 'a3')).toBe('What a person saw work has changed since (proof pending).');
  });
});

describe('check-implementer', () => {
  test('a subagent of another part is not looked at, nor the helper of a compaction', async () => {
    const p = await project();
    for (const type of ['planner', 'guardian', 'general-purpose', 'Explore', '']) {
      expect(rulesOf(await p.sends(agentEnds(type, 'Shall I?')), GATE), type).toEqual([]);
    }
  });

  test('hostile last words and many changed files stay bounded', async () => {
    const p = await project();
    for (let index = 0; index < 60; index += 1) p.write(`app/src/${'n'.repeat(80)}${index}.ts`, linesOf(60));
    await sends(p, ...greenRun());
    const outcome = await p.sends(agentEnds('implementer', `${'x '.repeat(32 * 1024)}\n\nShall I?`, 'a1'));
    expect(rulesOf(outcome, GATE)).toContain('approval-loop');
    const { verdicts, events } = outcome;
    expect(JSON.stringify(verdicts).length).toBeLessThan(20_000);
    const recorded = events.find(({ type }) => type === 'FindingsRecorded');
    expect(JSON.stringify(recorded).length).toBeLessThan(5_000);
  });
});
