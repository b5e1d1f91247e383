import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeptAnnotation } from '../../../../src/hooks/observers/decisions/kept-annotation.ts';
import { type Plan, type ReconcileOptions, reconcile } from '../../../../src/hooks/observers/decisions/reconcile.ts';

const annotation = (id: string | null, more: Partial<KeptAnnotation> = {}): KeptAnnotation => ({
  ...{ id, line: 1, status: 'accepted', addresses: [], lacks: [] },
  ...more,
});

const plan = (more: Partial<Plan> = {}): Plan => ({
  ...{ path: 'MASTER_PLAN.md', worktree: '/w', exists: true, digest: 'd', phases: [], requirements: [], decisions: [] },
  ...{
    bytes: 'b',
    malformed: [],
    intentKept: null,
    intent: null,
    sections: [],
    research: { exists: false, entries: 0 },
    since: null,
    problem: null,
  },
  ...more,
});

const decided = (id: string, status: string | null = null, addresses: string[] = []) => ({ id, status, addresses });
const phase = (status: string | null, ...decisions: string[]) => ({
  ...{ kind: 'phase' as const, number: 1, title: 'One', status, decisions, requirements: [], logged: false },
});

const found = (code: readonly KeptAnnotation[], of: Plan | null, options: ReconcileOptions = { plannedPhases: true }) =>
  reconcile(code, of, options);

describe('decisions in the code and in the plan', () => {
  // What each side says of one decision; undefined: it is not there.
  const TABLE: readonly [code: string | null | undefined, plan: string | null | undefined, says: string][] = [
    ['accepted', undefined, 'unplanned'],
    ['proposed', undefined, 'unplanned'],
    [null, undefined, 'unplanned'],
    ['deprecated', undefined, 'neither'],
    ['superseded', undefined, 'neither'],
    ['rejected', undefined, 'neither'],
    [undefined, 'accepted', 'unimplemented'],
    [undefined, 'proposed', 'unimplemented'],
    [undefined, null, 'unimplemented'],
    [undefined, 'deprecated', 'neither'],
    [undefined, 'superseded', 'neither'],
    [undefined, 'superseded by DEC-CART-002', 'neither'],
    [undefined, 'rejected', 'neither'],
    ['accepted', 'accepted', 'neither'],
    ['accepted', 'deprecated', 'neither'],
    ['deprecated', 'accepted', 'neither'],
    ['superseded', 'superseded', 'neither'],
    [null, null, 'neither'],
  ];
  it.each(TABLE)('%s in the code, %s in the plan: %s', (code, planned, says) => {
    const { unplanned, unimplemented } = found(
      code === undefined ? [] : [annotation('DEC-CART-001', { status: code })],
      plan({ decisions: planned === undefined ? [] : [decided('DEC-CART-001', planned)] }),
    );
    expect({ unplanned, unimplemented }).toEqual({
      unplanned: says === 'unplanned' ? ['DEC-CART-001'] : [],
      unimplemented: says === 'unimplemented' ? ['DEC-CART-001'] : [],
    });
  });

  it('is unplanned where one of its annotations still holds', () => {
    const code = [annotation('DEC-CART-001', { status: 'superseded' }), annotation('DEC-CART-001')];
    expect(found(code, plan()).unplanned).toEqual(['DEC-CART-001']);
  });

  it('has no unplanned ones without a plan', () => {
    const code = [annotation('DEC-CART-001'), annotation('DEC-CART-002')];
    for (const none of [null, plan({ exists: false })]) {
      expect(found(code, none)).toMatchObject({ unplanned: [], unimplemented: [], total: 2 });
    }
  });

  it('counts each decision once, and none that has no id', () => {
    expect(found([annotation('DEC-A-001'), annotation('DEC-A-001'), annotation(null)], plan()).total).toBe(1);
  });

  it('takes decisions of phases that are only planned for unimplemented, unless the policy says otherwise', () => {
    const ahead = plan({
      decisions: [decided('DEC-A-001'), decided('DEC-B-001'), decided('DEC-C-001')],
      phases: [phase('in-progress', 'DEC-A-001', 'DEC-C-001'), phase('planned', 'DEC-B-001', 'DEC-C-001')],
    });
    expect(found([], ahead)).toMatchObject({
      unimplemented: ['DEC-A-001', 'DEC-B-001', 'DEC-C-001'],
      ahead: ['DEC-B-001'],
    });
    expect(found([], ahead, { plannedPhases: false }).unimplemented).toEqual(['DEC-A-001', 'DEC-C-001']);
  });

  it('goes by the phases of an initiative, and by the initiative where none names a decision', () => {
    const initiative = { ...phase('active', 'DEC-A-001', 'DEC-B-001', 'DEC-C-001'), kind: 'initiative' as const };
    const ahead = plan({
      decisions: [decided('DEC-A-001'), decided('DEC-B-001'), decided('DEC-C-001')],
      phases: [initiative, phase('planned', 'DEC-A-001'), phase('in-progress', 'DEC-B-001')],
    });
    expect(found([], ahead).ahead).toEqual(['DEC-A-001']);
    const paused = { ...ahead, phases: [{ ...initiative, status: 'paused' }, ...ahead.phases.slice(1)] };
    expect(found([], paused).ahead).toEqual(['DEC-A-001', 'DEC-C-001']);
  });

  it('in a form that is none is in the plan all the same', () => {
    expect(found([annotation('DEC-CART-1')], plan({ malformed: ['dec-cart-1'] })).unplanned).toEqual([]);
  });

  it('says of a decision that it is in one of the two, never both, and of what both name nothing', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 30 }).map((n) => `DEC-A-${String(n).padStart(3, '0')}`));
    fc.assert(
      fc.property(ids, ids, (code, planned) => {
        const { unplanned, unimplemented } = found(
          code.map((id) => annotation(id)),
          plan({ decisions: planned.map((id) => decided(id)) }),
        );
        expect(new Set(unplanned)).toEqual(new Set(code.filter((id) => !planned.includes(id))));
        expect(new Set(unimplemented)).toEqual(new Set(planned.filter((id) => !code.includes(id))));
      }),
    );
  });
});

describe('requirements', () => {
  const requirements = [
    { id: 'REQ-P0-001', priority: 'P0', noGo: false },
    { id: 'REQ-P0-002', priority: 'P0', noGo: false },
    { id: 'REQ-P1-001', priority: 'P1', noGo: false },
    { id: 'REQ-NOGO-001', priority: null, noGo: true },
  ];

  it('a P0 is addressed by a decision in the code or in the plan that says `Addresses:`', () => {
    const code = [annotation('DEC-A-001', { addresses: ['REQ-P0-001'] })];
    expect(found(code, plan({ requirements })).unaddressedP0).toEqual(['REQ-P0-002']);
    const decisions = [decided('DEC-A-001', null, ['REQ-P0-002'])];
    expect(found(code, plan({ requirements, decisions })).unaddressedP0).toEqual([]);
  });

  it('a decision that holds no longer addresses nothing', () => {
    const code = [annotation('DEC-A-001', { status: 'superseded', addresses: ['REQ-P0-001', 'REQ-P0-002'] })];
    const decisions = [decided('DEC-B-001', 'deprecated', ['REQ-P0-001'])];
    expect(found(code, plan({ requirements, decisions })).unaddressedP0).toEqual(['REQ-P0-001', 'REQ-P0-002']);
  });

  it('no-gos are listed and need no decision, whatever their priority', () => {
    const noGo = [...requirements, { id: 'REQ-NOGO-002', priority: 'P0', noGo: true }];
    const said = found([], plan({ requirements: noGo }));
    expect(said.noGo).toEqual(['REQ-NOGO-001', 'REQ-NOGO-002']);
    expect(said.unaddressedP0).not.toContain('REQ-NOGO-002');
  });
});
