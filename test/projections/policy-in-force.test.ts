import { expect, it } from 'vitest';
import type { Policy } from '../../src/events/schemas.ts';
import { policyProjection } from '../../src/projections/policy-in-force.ts';
import { recorded, stateAfter } from './given.ts';

const loaded = (fingerprint: string, preset: Policy['preset'], problems: string[] = []) =>
  recorded('PolicyLoaded', { fingerprint, sources: [], problems, policy: { preset, gates: {} } });

it('no policy is in force before one was loaded', () => {
  expect(stateAfter(policyProjection)).toEqual({ event: null, fingerprint: null, policy: null, problems: [] });
});

it('the policy in force is the one loaded last, with the event that loaded it and its problems', () => {
  const last = loaded('f2', 'strict', ['gates.x is no gate']);
  expect(stateAfter(policyProjection, loaded('f1', 'observe', ['unreadable']), last)).toEqual({
    event: last.id,
    fingerprint: 'f2',
    policy: { preset: 'strict', gates: {} },
    problems: ['gates.x is no gate'],
  });
});
