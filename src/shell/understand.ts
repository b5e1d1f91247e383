import { actsOf, ruledPrograms } from './acts/acts.ts';
import { interpretCommand, type Understood } from './interpret.ts';

/** Says what any command line would run (see `interpretCommand`). */
export const understand = (command: string): Understood => interpretCommand(command, { actsOf, ruledPrograms });

export { listedRuns } from './listed-runs.ts';
