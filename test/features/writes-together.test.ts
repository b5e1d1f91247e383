import { describe, expect, it } from 'vitest';
import { gitProject } from '../kit/git-project.ts';
import { greenRun, redRun, requests } from '../kit/scenario.ts';

const CODE = Array.from({ length: 60 }, (_, index) => `export const a${index} = ${index};\n`).join('');
const OPENING = '// Totals of a cart.\n// @decision DEC-CART-001\n// @title Totals in cents\n';

const writes = (file_path: string, content: string) => requests('Write', { file_path, content });

/** On `main` without a plan, after a red run and the warning of it. */
const withEverythingWrong = async () => {
  const p = gitProject();
  p.git('app', 'rm', '--quiet', 'MASTER_PLAN.md');
  for (const payload of redRun('red')) await p.sends(payload);
  await p.sends(requests('Edit', { file_path: 'src/a.ts', old_string: 'export {};', new_string: 'export { };' }));
  return p;
};

const reasonIn = (answer: unknown): string =>
  (answer as { hookSpecificOutput: { permissionDecisionReason: string } }).hookSpecificOutput.permissionDecisionReason;

const rulesIn = (reason: string): string[] =>
  [...reason.matchAll(/\[docket ([\w/-]+)\]/g)].map(([, rule = '']) => rule);

describe('a write that several gates stop', () => {
  it('gets one answer with all that is wrong, in the order of the gates and each with its way out', async () => {
    const p = await withEverythingWrong();
    const { decision, answer } = await p.sends(writes('src/new.ts', CODE));
    expect(decision).toBe('deny');
    const reason = reasonIn(answer);
    expect(rulesIn(reason)).toEqual([
      'branch-guard/protected-branch',
      'test-gate/tests-fail',
      'doc-gate/no-header',
      'doc-gate/no-decision',
      'plan-check/no-plan',
    ]);
    for (const wayOut of ['git switch -c', 'run the tests again', 'Begin it with', '@decision DEC-', '## Phase 1']) {
      expect(reason).toContain(wayOut);
    }
    expect(reason.length).toBeLessThan(2000);
  });

  it('names what stops it first and what is only advised behind that, which does not say that the call goes through', async () => {
    const p = await withEverythingWrong();
    p.write('app/src/long.ts', CODE);
    const change = { file_path: 'src/long.ts', old_string: 'export const a1 = 1;', new_string: 'export const a1 = 2;' };
    const { decision, answer } = await p.sends(requests('Edit', change));
    expect(decision).toBe('deny');
    expect(rulesIn(reasonIn(answer))).toEqual([
      'branch-guard/protected-branch',
      'test-gate/tests-fail',
      'doc-gate/no-header',
      'doc-gate/no-decision',
    ]);
    expect(reasonIn(answer)).not.toMatch(/goes through/);
  });

  it('stays short for a file whose path is as long as a path can be', async () => {
    const p = await withEverythingWrong();
    const { answer } = await p.sends(writes(`${'src/'.repeat(1000)}new.ts`, CODE));
    expect(rulesIn(reasonIn(answer))).toHaveLength(5);
    expect(reasonIn(answer).length).toBeLessThan(3000);
  });

  it('goes through in silence once every way out was taken', async () => {
    const p = await withEverythingWrong();
    p.git('app', 'switch', '--quiet', '-c', 'mine');
    p.write('app/MASTER_PLAN.md', '# Plan\n\n## Phase 1: totals\n**Status:** in-progress\n');
    for (const payload of greenRun('green')) await p.sends(payload);
    const { decision, answer } = await p.sends(writes('src/new.ts', OPENING + CODE));
    expect(decision).toBe('none');
    expect(answer).toBeNull();
  });
});
