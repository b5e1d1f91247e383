import { describe, expect, it } from 'vitest';
import { readCases, tryCase } from './gate-cases.ts';

/** What guard alone comes to: the strongest of its verdicts. */
const ORDER = ['deny', 'ask', 'rewrite', 'allow', 'advise', 'pass'];

/** Cases that are answered otherwise, and why. */
const OTHERWISE: Readonly<Record<string, { readonly decision: string; readonly why: string }>> = {
  'tp-rm-var-command': {
    decision: 'deny',
    why: 'a name that stands in a variable must not weaken what `rm -rf .` gets',
  },
};

describe('public bug reports of guards', () => {
  const cases = readCases('guard').map((one) => {
    const otherwise = OTHERWISE[one.id];
    const name = otherwise === undefined ? one.id : `${one.id}: ${otherwise.decision}, since ${otherwise.why}`;
    return [name, one] as const;
  });

  it.each(cases)('%s', async (_name, one) => {
    const { ruled, answer } = await tryCase(one, 'strict');
    const decisions = ruled.verdicts.filter(({ gate }) => gate !== 'auto-review').map(({ decision }) => decision);
    const decision = ORDER.find((candidate) => decisions.includes(candidate as 'deny')) ?? 'pass';
    // Advice about the command itself is auto-review's.
    const isSilent = one.expect.decision === 'none' || one.expect.decision === 'advise';
    const expected = OTHERWISE[one.id]?.decision ?? (isSilent ? 'pass' : one.expect.decision);
    expect(decision, one.command).toBe(expected);
    if (one.expect.updatedInput === undefined) return;
    const { hookSpecificOutput } = JSON.parse(answer.stdout) as { hookSpecificOutput: { updatedInput: unknown } };
    expect(hookSpecificOutput.updatedInput).toEqual(one.expect.updatedInput);
  });
});
