import { describe, expect, it } from 'vitest';
import { isUpdateCheckDue, updateProjection } from '../../src/projections/update.ts';
import { isNewer, releaseIn } from '../../src/workers/update-check/versions.ts';
import { answered, recorded, stateAfter } from './given.ts';

const HOUR = 3_600_000;
const AT = Date.UTC(2026, 0, 1, 12);

const checked = (outcome: 'available' | 'current' | 'failed', newest: string | null = '1.1.0') =>
  recorded(
    'UpdateChecked',
    { way: 'registry', current: '1.0.0', newest, outcome, reason: 'x' },
    { at: new Date(AT).toISOString() },
  );

describe('whether it is time to look for a newer docket', () => {
  it.each([
    ['available', 0, false],
    ['available', 24 * HOUR - 1, false],
    ['available', 24 * HOUR, true],
    ['current', 23 * HOUR, false],
    ['failed', HOUR - 1, false],
    ['failed', HOUR, true],
    ['current', -1, true],
  ] as const)('after %s, %d ms later: %s', (outcome, passed, isDue) => {
    expect(isUpdateCheckDue(stateAfter(updateProjection, checked(outcome)), AT + passed)).toBe(isDue);
  });

  it('where nobody ever did', () => {
    expect(isUpdateCheckDue(updateProjection.initialState, AT)).toBe(true);
  });
});

describe('a newer docket', () => {
  const told = (event: string) =>
    answered([{ gate: 'session-init', rule: 'session-init/context', decision: 'advise', tells: [event] }]);

  it('is told of once, whichever look found it', () => {
    const first = checked('available');
    const again = checked('available');
    expect(stateAfter(updateProjection, first, told('another')).told).toBeNull();
    const state = stateAfter(updateProjection, first, told(first.id), again);
    expect([state.told, state.last?.newest]).toEqual(['1.1.0', '1.1.0']);
    expect(stateAfter(updateProjection, first, told(first.id), checked('available', '1.2.0')).told).toBe('1.1.0');
  });
});

describe('versions', () => {
  it.each([
    ['1.0.1', '1.0.0', true],
    ['1.10.0', '1.9.9', true],
    ['2.0.0', '1.9.9', true],
    ['1.0.0', '1.0.0', false],
    ['0.9.9', '1.0.0', false],
    ['1.2.0', '1.2.0-beta.1', true],
    ['1.1.9', '1.2.0-beta.1', false],
    ['1.0.1', 'dev', false],
  ])('%s is newer than %s: %s', (newest, current, newer) => {
    expect(isNewer(newest, current)).toBe(newer);
  });

  it.each(['1.2', '1.2.3-beta', 'v1.2.3', '1.2.3\n', '', null, 7, `1.2.${'3'.repeat(60)}`, '$(id)'])(
    '%j is no release',
    (text) => {
      expect(releaseIn(text)).toBeNull();
    },
  );
});
