import { describe, expect, it } from 'vitest';
import { annotated, decisionProject, lines, planOf } from '../kit/decisions.ts';
import { prompts, requests } from '../kit/scenario.ts';

const PLAN = 'MASTER_PLAN.md';

/** A project whose plan is committed, so that nothing but drift speaks against it. */
const planned = async (decisions: readonly string[]) => {
  const p = decisionProject({}, { policy: { preset: 'strict', gates: OTHERS_OFF } });
  await p.sends(prompts('build the cart'));
  await p.writesFile(PLAN, planOf(decisions));
  p.git('app', 'commit', '--quiet', '-am', 'plan');
  const writes = () =>
    p.sends(requests('Write', { file_path: `${p.path}/src/next.ts`, content: annotated('DEC-CART-001') + lines(40) }));
  return { ...p, writes };
};

const off = { mode: 'off' };
const OTHERS_OFF = {
  ...{ 'stop-guard': off, 'code-review': off, 'branch-guard': off, 'doc-gate': off, 'plan-validate': off },
  ...{ 'test-gate': off, 'plan-check': { churn: { warn: 99, deny: 100 } } },
};

const IDS = ['DEC-CART-001', 'DEC-CART-002', 'DEC-CART-003', 'DEC-CART-004', 'DEC-CART-005'] as const;

describe('from an edit to the next denial', () => {
  it('drift that a turn left is told once and denies the next Write, until the plan or the code has caught up', async () => {
    const p = await planned([`${IDS[0]}: one`, `${IDS[1]}: two`]);
    expect((await p.writes()).decision).toBe('none');
    await p.writesFile('src/cart.ts', annotated('DEC-TAX-001') + annotated('DEC-TAX-002') + annotated('DEC-TAX-003'));
    // Nobody has compared them yet.
    expect((await p.writes()).decision).toBe('none');
    const end = await p.stop();
    expect(end.answer).toHaveProperty('systemMessage');
    expect(end.audit).toMatchObject({ unimplemented: IDS.slice(0, 2) });
    expect((await p.sends(prompts('go on'))).answer).toHaveProperty('hookSpecificOutput.additionalContext');
    expect((await p.sends(prompts('and then'))).answer).toBeNull();

    const denied = await p.writes();
    expect(denied.decision).toBe('deny');
    expect(denied.verdicts.find(({ decision }) => decision === 'deny')).toMatchObject({ gate: 'plan-check' });

    await p.writesFile(PLAN, planOf(['DEC-TAX-001: a', 'DEC-TAX-002: b', 'DEC-TAX-003: c', ...IDS.slice(0, 2)]));
    p.git('app', 'commit', '--quiet', '-am', 'the taxes are planned');
    expect((await p.writes()).decision).toBe('advise');
    await p.writesFile('src/total.ts', annotated(IDS[0]) + annotated(IDS[1]));
    expect((await p.stop()).audit).toMatchObject({ unplanned: [], unimplemented: [] });
    expect((await p.writes()).decision).toBe('none');
  });

  it.each([
    [1, 'none'],
    [2, 'advise'],
    [4, 'advise'],
    [5, 'deny'],
  ])('%d decisions in the plan and not in the code: %s', async (count, decision) => {
    const p = await planned(IDS.slice(0, count));
    await p.writesFile('src/cart.ts', 'export {};\n');
    expect((await p.stop()).audit?.unimplemented).toHaveLength(count);
    expect((await p.writes()).decision).toBe(decision);
  });

  it('another session, and another hook process, go by the same audit', async () => {
    const p = await planned(IDS);
    await p.writesFile('src/cart.ts', 'export {};\n');
    await p.stop();
    const content = lines(40);
    const later = await p.sends({
      ...requests('Write', { file_path: `${p.path}/src/next.ts`, content }),
      session_id: 'tomorrow',
    });
    expect(later.decision).toBe('deny');
  });
});
