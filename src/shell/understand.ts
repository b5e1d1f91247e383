import type { Act } from './acts/act.ts';
import { actsOf, ruledPrograms } from './acts/acts.ts';
import { mayHideAgent } from './agent-marks.ts';
import { interpretCommand, type Understood } from './interpret.ts';

export { listedRuns } from './listed-runs.ts';
export { searchesIn } from './searches.ts';

/** Says what any command line would run (see `interpretCommand`). */
export const understand = (command: string): Understood => {
  const understood = interpretCommand(command, { actsOf, ruledPrograms });
  if (!understood.acts.some(isClaim)) return understood;
  const isHidden = !understood.understood || mayHideAgent(command, understood.programs);
  return isHidden ? { ...understood, acts: understood.acts.map(asPersons) } : understood;
};

const isClaim = ({ kind, details }: Act): boolean => kind === 'docket-command' && details['effect'] === 'claim';

/** What would not be known for an agent's word would count as a person's. */
const asPersons = (act: Act): Act => (isClaim(act) ? { ...act, details: { ...act.details, effect: 'person' } } : act);
