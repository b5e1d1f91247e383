import { interpretCommand, type Understood } from './interpret.ts';
import { parseCommand } from './parse.ts';

/** Says what any command line would run (see `interpretCommand`). */
export const understand = (command: string): Understood => interpretCommand(command, parseCommand) as Understood;
