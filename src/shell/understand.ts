import { actsOf, ruledPrograms } from './acts/acts.ts';
import { callsOf } from './calls.ts';
import { expandCommand, expandWord } from './expand.ts';
import type { CommandReader } from './findings.ts';
import { forcePushOf } from './force-push-of-run.ts';
import { interpretCommand, type Understood } from './interpret.ts';
import { outputOfRuns } from './output.ts';
import { parseCommand } from './parse.ts';
import { assigned, changedVariables, withVariable } from './variables.ts';
import { WRAPPERS } from './wrapper-table.ts';

/** Reads everything that the shell does. */
export const FULL_READER: CommandReader = {
  read: parseCommand,
  wrappers: WRAPPERS,
  words: { expandCommand, expandWord, outputOfRuns, assigned, withVariable, changedVariables },
  callsOf,
  actsOf,
  ruledPrograms,
  forcePushOf,
};

/** Says what any command line would run (see `interpretCommand`). */
export const understand = (command: string): Understood => interpretCommand(command, FULL_READER);
