import { expect, it } from 'vitest';
import { failuresProjection } from '../../src/projections/failures.ts';
import { recorded, stateAfter } from './given.ts';

const failed = (message: string, more = {}) => recorded('HookFailed', { stage: 'load', code: 'EIO', message }, more);

it('a failure is kept with its time and place, in whichever session it happened', () => {
  const failure = failed('no log', { stream: 's2' });
  expect(stateAfter(failuresProjection, failure)).toEqual({
    count: 1,
    last: [{ event: failure.id, at: failure.at, stage: 'load', code: 'EIO', message: 'no log' }],
  });
});

it('all failures are counted, and the last ten kept', () => {
  const state = stateAfter(failuresProjection, ...Array.from({ length: 14 }, (_, i) => failed(`m${i}`)));
  expect(state.count).toBe(14);
  expect(state.last.map(({ message }) => message)).toEqual(Array.from({ length: 10 }, (_, i) => `m${i + 4}`));
});
