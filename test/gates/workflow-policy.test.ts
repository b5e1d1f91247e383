import { describe, expect, it } from 'vitest';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
import { workflowsIn } from '../../src/projections/workflow-definition.ts';

const resolved = (...files: unknown[]) => {
  const sources = files.map((workflows, at) => ({
    path: `${at}.json`,
    text: JSON.stringify({ preset: 'strict', workflows }),
  }));
  const { policy, problems, broken } = resolvePolicy(sources);
  return { workflows: workflowsIn(policy.gates['workflow']?.options), problems, broken };
};

const phasesOf = (...files: unknown[]) => resolved(...files).workflows?.['feature']?.phases ?? [];

describe('the workflows of a policy', () => {
  it('are none where no file declares any', () => {
    expect(resolvePolicy([]).policy.gates['workflow']).toEqual({
      mode: 'monitor',
      rules: {},
      failClosed: false,
      options: {},
    });
  });

  it.each([[{ feature: {} }], [{ feature: true }]])(
    'have the shipped phases where they say nothing: %j',
    (declared) => {
      const phases = phasesOf(declared);
      expect(phases.map(({ name }) => name)).toEqual(['analysis', 'planning', 'approval', 'execution', 'verification']);
      expect(phases.map(({ requires }) => requires.length)).toEqual([0, 1, 2, 3, 4]);
      expect(phases.at(-1)).toMatchObject({ returnsTo: 'execution', marker: 'audit-passed' });
      expect(phases[1]?.marker).toBeNull();
    },
  );

  it('are those of the strongest file, name by name; false takes one away', () => {
    const own = { phases: [{ name: 'one', agents: 'a' }] };
    expect(phasesOf({ feature: {} }, { feature: own }).map(({ name }) => name)).toEqual(['one']);
    expect(Object.keys(resolved({ feature: {}, bug: {} }, { feature: false }).workflows ?? {})).toEqual(['bug']);
    expect(resolved({ feature: {} }, { feature: false }).workflows).toBeNull();
  });

  it('leave nothing to default once they are read', () => {
    expect(
      phasesOf({
        feature: {
          phases: [
            { name: 'one', agents: 'a' },
            { name: 'two', done: [{ tool: 'T', input: { n: 1 } }] },
          ],
        },
      }),
    ).toEqual([
      {
        name: 'one',
        requires: [],
        agents: ['a'],
        tools: [],
        done: [{ agent: ['a'] }],
        failed: [],
        returnsTo: 'one',
        keeps: [],
        marker: 'one-done',
      },
      {
        name: 'two',
        requires: ['one'],
        agents: [],
        tools: [],
        done: [{ tool: ['T'], input: { n: '1' } }],
        failed: [],
        returnsTo: 'one',
        keeps: ['one'],
        marker: 'two-done',
      },
    ]);
  });

  it.each([
    [
      [
        { name: 'one', agents: 'a', requires: ['two'] },
        { name: 'two', agents: 'b' },
      ],
      'phase "one" of workflow "feature" names "two", which is no phase before it',
    ],
    [
      [
        { name: 'one', agents: 'a' },
        { name: 'two', agents: 'b', returnsTo: 'three' },
      ],
      'phase "two" of workflow "feature" names "three"',
    ],
    [
      [
        { name: 'one', agents: 'a' },
        { name: 'one', agents: 'b' },
      ],
      'stands there twice',
    ],
    [[{ name: 'one' }], 'is completed by nothing'],
  ])('are told what is wrong: %#', (phases, problem) => {
    const { problems, broken } = resolved({ feature: { phases } });
    expect(broken).toBe(false);
    expect(problems.join()).toContain(problem);
  });

  it.each([
    { 'a b': {} },
    { feature: { phases: [] } },
    { feature: { phases: [{ name: 'complete', agents: 'a' }] } },
    { feature: { phases: [{ name: 'one', done: [{ approval: false }] }] } },
    { feature: { phases: [{ name: 'one', done: [{ agent: 'a', tool: 'b' }] }] } },
    { feature: { phase: [] } },
    { feature: 'yes' },
  ])('are not accepted as %j', (declared) => {
    expect(resolved(declared).broken).toBe(true);
  });
});
