import { actsOfPlain } from './acts/plain-acts.ts';
import { forcePushOf } from './force-push-of-run.ts';
import { interpretCommand, type Understood } from './interpret.ts';
import { readPlainCommand } from './plain-command.ts';

/** What `understand` says of a command line that is plainly plain; null of any other. */
export const understandPlain = (command: string): Understood | null =>
  interpretCommand(command, { read: readPlainCommand, words: null, actsOf: actsOfPlain, forcePushOf });
