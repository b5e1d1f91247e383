import { actsOfPlain } from './acts/plain-acts.ts';
import type { Call } from './calls.ts';
import { interpretCommand, type Understood } from './interpret.ts';
import { readPlainCommand } from './plain-command.ts';
import type { Run } from './run.ts';

/** What `understand` says of a command line that is plainly plain, of programs that do nothing a rule is about. */
export const understandPlain = (command: string): Understood | null =>
  interpretCommand(command, {
    read: readPlainCommand,
    words: null,
    callsOf: callsOfPlain,
    actsOf: actsOfPlain,
    ruledPrograms: () => new Set(),
    forcePushOf: () => undefined,
  });

/** Of the programs without acts only bun can be given a program in its arguments. */
const callsOfPlain = ({ program, args }: Run): readonly Call[] | null =>
  program === 'bun' && args.some(({ value }) => value?.startsWith('-')) ? null : [];
