import { inject } from 'vitest';

/**
 * How long to wait, in milliseconds, for what takes at most `ms` on a machine that does nothing else. Limits are there to end
 * what hangs; that others use the machine as well is no failure of a test.
 */
export const patient = (ms: number): number => Math.round(ms * (inject('patience') ?? 1));
