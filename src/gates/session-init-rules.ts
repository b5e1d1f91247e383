import type { Rule } from './gate.ts';
import { givesBack } from './preserved-context.ts';
import { startsWith } from './start-context.ts';

const RULES: readonly Rule[] = [
  startsWith('session-init/context', 'as the session starts'),
  givesBack('session-init/preserved-context'),
];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const sessionInitRules = (): readonly Rule[] => RULES;
