import { describe, expect, it } from 'vitest';
import { understand } from '../../src/shell/understand.ts';
import { readCases, tryCase } from './gate-cases.ts';

/** Public bug reports of programs that allow commands by themselves (the ids are those of the cases). */
describe('public bug reports of auto-approval', () => {
  it.each(readCases('auto-review').map((one) => [one.id, one] as const))('%s', async (_id, one) => {
    const { ruled } = await tryCase(one, 'strict');
    const verdict = ruled.verdicts.find(({ gate }) => gate === 'auto-review');
    expect(verdict?.decision, one.command).toBe(one.expect.decision);
    expect(understand(one.command).review.tier, one.command).toBe(one.expect.tier);
  });
});

describe('harmless commands of other bug reports', () => {
  const harmless = readCases('guard').filter(({ expect: { decision } }) => decision === 'none');

  it.each(harmless.map((one) => [one.id, one] as const))('%s: auto-review stops nothing', async (_id, one) => {
    for (const preset of ['observe', 'standard', 'strict']) {
      const { ruled } = await tryCase(one, preset);
      const said = ruled.verdicts.filter(({ gate }) => gate === 'auto-review').map(({ decision }) => decision);
      for (const decision of said) expect(['allow', 'advise', 'pass'], one.command).toContain(decision);
      if (preset === 'standard' && !ruled.verdicts.some(({ decision }) => decision === 'ask')) {
        for (const decision of said) expect(decision, one.command).toBe('pass');
      }
    }
  });
});
