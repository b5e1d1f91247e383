import { expect, it } from 'vitest';
import { EMPTY_STATE, NEW_STREAM, NEW_WORKTREE } from '../../src/projections/all-projections.ts';

/** Everything that a state says, however deep. */
const said = (state: unknown): unknown[] =>
  typeof state === 'object' && state !== null ? Object.values(state).flatMap(said) : [state];

it.each(Object.entries({ ...EMPTY_STATE.project, ...NEW_WORKTREE, ...NEW_STREAM }))(
  '%s begins with nothing known',
  (_name, state) => {
    expect(said(state).filter((value) => value !== null && value !== 0 && value !== false && value !== '')).toEqual([]);
  },
);
