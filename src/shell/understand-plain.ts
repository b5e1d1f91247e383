import { interpretCommand, type Understood } from './interpret.ts';
import { readPlainCommand } from './plain-command.ts';
import { isPlainRun, PLAIN_WRAPPERS } from './plain-run.ts';

/** What `understand` says of a command line that is plainly plain, of programs that are; null of any other. */
export const understandPlain = (command: string): Understood | null =>
  interpretCommand(command, {
    read: readPlainCommand,
    wrappers: PLAIN_WRAPPERS,
    words: null,
    callsOf: () => [],
    actsOf: (run) => (isPlainRun(run) ? [] : null),
    ruledPrograms: () => new Set(),
    forcePushOf: () => undefined,
  });
