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
  const writes = (lead = '') =>
    p.sends(requests('Write', { file_path: `${p.path}/src/next.ts`, content: lead + lines(40) }));
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
    // Once for each prompt of a person.
    expect((await p.writes()).decision).toBe('none');
    await p.sends(prompts('carry them out'));
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

  const inPhase = (status: string) => planOf(IDS.map((id) => `${id}: x`)).replace('in-progress', status);

  it.each(['planned', 'paused'])(
    'a phase that is %s is no drift: what it decides can be carried out',
    async (status) => {
      const p = await planned([]);
      await p.writesFile(PLAN, inPhase(status));
      const { audit, answer } = await p.stop();
      expect(audit).toMatchObject({ unimplemented: IDS, ahead: IDS });
      expect(answer?.['systemMessage']).toContain(
        '5 decisions are in the plan and not in the code, where nobody has begun',
      );
      expect((await p.writes()).decision).toBe('none');
      // Once it has begun, they are awaited.
      await p.writesFile(PLAN, inPhase('completed'));
      expect((await p.writes()).decision).toBe('deny');
    },
  );

  it('in a phase that has begun, what is marked as still to come is none either', async () => {
    const p = await planned(IDS.map((id, at) => (at < 4 ? `${id}: x (planned)` : `${id}: x`)));
    expect((await p.stop()).answer?.['systemMessage']).toContain('of which nobody has begun with 4');
    expect((await p.writes()).decision).toBe('none');
  });

  it('a file that says which decision of the plan it carries out is let through, and no other', async () => {
    const p = await planned([...IDS, 'DEC-OLD-001: x (deprecated)']);
    await p.stop();
    for (const lead of ['', annotated('DEC-TAX-001'), annotated('DEC-OLD-001'), `// see ${IDS[2]}\n`]) {
      const denied = await p.writes(lead);
      expect(denied.decision, lead).toBe('deny');
      expect(JSON.stringify(denied.answer)).toContain('which decision of the plan it carries out');
    }
    expect((await p.writes(annotated(IDS[2]))).decision).toBe('none');
    // What the code decided by itself belongs into the plan all the same.
    await p.writesFile('src/tax.ts', IDS.map((id) => annotated(id.replace('CART', 'TAX'))).join(''));
    await p.stop();
    expect((await p.writes(annotated(IDS[2]))).decision).toBe('deny');
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
