import { describe, expect, test } from 'vitest';
import { roleOf } from '../../src/gates/agent-roles.ts';

describe('the part a subagent plays', () => {
  test.each([
    ['implementer', 'implementer'],
    ['Implementer', 'implementer'],
    ['shop:implementer', 'implementer'],
    ['guardian', 'guardian'],
    ['planner', 'planner'],
    ['Plan', 'planner'],
    ['Explore', 'light'],
    ['Bash', 'light'],
    ['general-purpose', 'other'],
    ['implementer-of-doubt', 'other'],
    ['bashful', 'other'],
    ['planner:', 'other'],
    ['', 'other'],
    ['__proto__', 'other'],
  ])('%s: %s', (type, role) => {
    expect(roleOf(type, null)).toBe(role);
  });

  test.each([
    [['dev-*'], 'dev-web', 'implementer'],
    [['dev-*'], 'a:dev-web', 'implementer'],
    [['*-dev-*'], 'x-dev-y', 'implementer'],
    [['*dev'], 'dev', 'implementer'],
    [['shop:*'], 'shop:anybody', 'implementer'],
    [['shop:*'], 'anybody', 'other'],
    [['d*v*v'], 'dv', 'other'],
    [['a*a'], 'a', 'other'],
    [['dev'], 'implementer', 'other'],
    [[], 'implementer', 'other'],
    [['General-Purpose'], 'general-purpose', 'implementer'],
  ])('the policy names %j: %s is %s', (implementer, type, role) => {
    expect(roleOf(type, { agents: { implementer } })).toBe(role);
  });

  test('what a policy does not name stays as it is', () => {
    expect(roleOf('guardian', { agents: { implementer: ['dev'] } })).toBe('guardian');
  });
});
