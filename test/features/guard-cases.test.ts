import { describe, expect, it } from 'vitest';
import { readCases, tryCase } from './gate-cases.ts';

/** What guard alone comes to: the strongest of its verdicts. */
const ORDER = ['deny', 'ask', 'rewrite', 'allow', 'advise', 'pass'];

describe('public bug reports of guards', () => {
  it.each(readCases('guard').map((one) => [one.id, one] as const))('%s', async (_id, one) => {
    const { ruled, answer } = await tryCase(one, 'strict');
    const decisions = ruled.verdicts.filter(({ gate }) => gate !== 'auto-review').map(({ decision }) => decision);
    const decision = ORDER.find((candidate) => decisions.includes(candidate as 'deny')) ?? 'pass';
    // Advice about the command itself is auto-review's.
    const isSilent = one.expect.decision === 'none' || one.expect.decision === 'advise';
    expect(decision, one.command).toBe(isSilent ? 'pass' : one.expect.decision);
    if (one.expect.updatedInput === undefined) return;
    const { hookSpecificOutput } = JSON.parse(answer.stdout) as { hookSpecificOutput: { updatedInput: unknown } };
    expect(hookSpecificOutput.updatedInput).toEqual(one.expect.updatedInput);
  });
});
