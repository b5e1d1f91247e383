import type { Gate } from './gate.ts';
import { GATES } from './gates.ts';

/** Every gate, for events that others judge than calls of plain tools. */
export const everyGate = (): readonly Gate[] => GATES;
