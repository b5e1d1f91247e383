import { actsOf } from './acts/acts.ts';
import { forcePushOf } from './force-push-of-run.ts';
import { interpretCommand, type Understood } from './interpret.ts';
import { parseCommand } from './parse.ts';

/** Says what any command line would run (see `interpretCommand`). */
export const understand = (command: string): Understood =>
  interpretCommand(command, { read: parseCommand, actsOf, forcePushOf }) as Understood;
