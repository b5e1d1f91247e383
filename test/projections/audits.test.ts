import { describe, expect, it } from 'vitest';
import type { EventData } from '../../src/events/schemas.ts';
import { auditsProjection } from '../../src/projections/audits.ts';
import { untoldOf } from '../../src/projections/audits-steps.ts';
import { answered, happened, recorded, stateAfter } from './given.ts';

const audited = (more: Partial<EventData<'DecisionsAudited'>> = {}) =>
  recorded('DecisionsAudited', {
    ...{ worktree: '/work/shop', unplanned: [], unimplemented: [], missing: [], total: 0, sourceFilesChanged: 0 },
    ...{ unaddressedP0: [], noGo: [], problem: null },
    ...more,
  });
const wrote = (path: string) => happened('ToolCompleted', { tool_name: 'Write', tool_input: { file_path: path } });
const ran = (safe: boolean) =>
  happened('CommandUnderstood', {
    ...{ understood: true, problems: [], programs: ['x'], forcePushes: [], mentions: [] },
    review: { safe },
  });
const telling = (rule: string, ...tells: string[]) =>
  answered([{ gate: 'surface', rule, decision: 'advise', ...(tells.length === 0 ? {} : { tells }) }]);

describe('an audit is due', () => {
  it.each([
    ['code was written', wrote('/work/shop/src/a.ts'), true],
    ['a document was written, which may be the plan', wrote('/work/shop/MASTER_PLAN.md'), true],
    ['a command ran that nothing proves safe', ran(false), true],
    ['another server’s tool may have written', happened('ToolCompleted', { tool_name: 'mcp__x__insert' }), true],
    ['so it may where it failed', happened('ToolFailed', { tool_name: 'mcp__x__insert' }), true],
    ['what a command wrote is known', recorded('ChangesObserved', { by: 'sed', paths: [], planes: ['code'] }), true],
    ['a command only read', ran(true), false],
    ['a picture was written', wrote('/work/shop/a.png'), false],
    ['a file of another worktree was written', wrote('/work/other/src/a.ts'), false],
    [
      'a write failed',
      happened('ToolFailed', { tool_name: 'Write', tool_input: { file_path: '/work/shop/a.ts' } }),
      false,
    ],
    ['a file was read', happened('ToolCompleted', { tool_name: 'Read', tool_input: {} }), false],
  ])('once %s: %#', (_what, event, isDue) => {
    expect(stateAfter(auditsProjection, audited(), event).due).toBe(isDue ? event.id : null);
  });

  it('until it was made, and still after one that failed', () => {
    const write = wrote('/work/shop/src/a.ts');
    expect(stateAfter(auditsProjection, write, wrote('/work/shop/src/b.ts')).due).toBe(write.id);
    expect(stateAfter(auditsProjection, write, audited({ problem: 'late' })).due).toBe(write.id);
    expect(stateAfter(auditsProjection, write, audited()).due).toBeNull();
  });
});

describe('what an audit found', () => {
  const two = audited({ unplanned: ['DEC-A-001', 'DEC-A-002'], missing: ['src/a.ts'] });

  it('is told to the person and to the agent apart, each rule for itself', () => {
    const state = stateAfter(auditsProjection, two, telling('surface/unplanned'));
    expect(untoldOf(state, 'person', 'unplanned')).toEqual([]);
    expect(untoldOf(state, 'agent', 'unplanned')).toEqual(['DEC-A-001', 'DEC-A-002']);
    expect(untoldOf(state, 'person', 'missing-decisions')).toEqual(['src/a.ts']);
    const both = auditsProjection.evolve(state, telling('surface/unplanned', two.id));
    expect(untoldOf(both, 'agent', 'unplanned')).toEqual([]);
  });

  it('is told by no answer about another audit, of another gate, or of none', () => {
    const state = stateAfter(auditsProjection, two);
    const others = [
      telling('surface/unplanned', 'another'),
      answered([{ gate: 'lint', rule: 'surface/unplanned', decision: 'advise' }]),
      answered([]),
    ];
    for (const other of others) expect(auditsProjection.evolve(state, other)).toBe(state);
    expect(auditsProjection.evolve(auditsProjection.initialState, telling('surface/unplanned'))).toBe(
      auditsProjection.initialState,
    );
  });

  it('that is gone is forgotten, and that is new is told', () => {
    const told = stateAfter(auditsProjection, two, telling('surface/unplanned'));
    const next = auditsProjection.evolve(told, audited({ unplanned: ['DEC-A-002', 'DEC-A-003'] }));
    expect(untoldOf(next, 'person', 'unplanned')).toEqual(['DEC-A-003']);
    const back = auditsProjection.evolve(next, audited({ unplanned: ['DEC-A-001', 'DEC-A-002'] }));
    expect(untoldOf(back, 'person', 'unplanned')).toEqual(['DEC-A-001']);
  });

  it('is remembered up to a hundred of each', () => {
    const unplanned = Array.from({ length: 300 }, (_, at) => `DEC-A-${at}`);
    expect(stateAfter(auditsProjection, audited({ unplanned })).found['unplanned']).toHaveLength(100);
  });
});
