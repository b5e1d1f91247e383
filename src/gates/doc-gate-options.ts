import type { GateContext } from './gate.ts';

/** Lines of a source file from which on it says what it is for, unless the policy names another number. */
const LONG = 50;

/** The number of lines from which on a file is not small. */
export const longFrom = ({ lines }: GateContext['options']): number => (typeof lines === 'number' ? lines : LONG);
