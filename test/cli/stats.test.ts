import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { deniedSession, grow, widest } from './sessions.ts';

describe('docket stats', () => {
  it('prints what each rule did, and how long the hook took', async () => {
    const s = await deniedSession();
    const { stdout, status } = runDocket(['stats'], s.project);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^1 week, 2026-W01 \(UTC\); \d+ rulings\n/);
    expect(stdout).toMatch(/^test-gate\/tests-fail +2 +- +- +- +- +- {2}█$/m);
    expect(stdout).toMatch(/^all events +\d+/m);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it('draws with plain characters where asked to', async () => {
    const s = await deniedSession();
    const { stdout } = runDocket(['stats', '--ascii'], s.project);
    expect(stdout).toMatch(/^[\u0000-\u007f]*$/);
    expect(stdout).toMatch(/^test-gate\/tests-fail .* @$/m);
  });

  it('says the same as JSON, of the rulings that were chosen', async () => {
    const s = await deniedSession();
    grow(s, 3);
    const json = (...args: string[]) => JSON.parse(runDocket(['stats', '--json', ...args], s.project).stdout);
    expect(json().rules[0]).toMatchObject({ rule: 'test-gate/tests-fail', fired: 2 });
    expect(json('--gate', 'test-gate').rules).toHaveLength(1);
    expect(json('--since', '2027-01-01')).toMatchObject({ weeks: [], rules: [], latency: { all: null } });
  });

  it('says that nothing was ruled on, and refuses a gate that is none', async () => {
    const s = await deniedSession();
    expect(runDocket(['stats', '--session', 'nobody'], s.project).stdout).toBe(
      'Nothing was ruled on in what was chosen.\n',
    );
    const { status, stderr } = runDocket(['stats', '--gate', 'tst-gate'], s.project);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('Did you mean test-gate') });
    expect(runDocket(['stats'], tempProject().path).status).toBe(1);
  });
});
