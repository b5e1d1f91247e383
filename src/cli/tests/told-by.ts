import type { EventData } from '../../events/schemas.ts';

/** Who told a test result, for people. */
export const TOLD_BY: Readonly<Record<EventData<'TestRunFinished'>['source'], string>> = {
  agent: 'run by the agent',
  runner: 'run by docket',
  recorded: 'recorded at a terminal',
  claim: 'claimed by an agent',
};
