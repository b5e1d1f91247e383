import { autoReview } from './auto-review.ts';
import type { Gate } from './gate.ts';
import { guard } from './guard/guard.ts';

/** The gates that only shell commands are about, and calls that nobody can read. */
export const shellGates = (): readonly Gate[] => [guard, autoReview];
