import type { Envelope } from '../events/envelope.ts';
import type { AuditsState } from '../projections/audits.ts';
import { isSaidByPerson } from '../projections/said-by-person.ts';
import type { Gate } from './gate.ts';
import { surfaceRules } from './surface-rules.ts';
import { isTurnEnd } from './triggers.ts';

/**
 * Holds the decisions that annotations in the code name against those of the plan, at the end of a turn (seed 001,
 * surface.sh). What it finds is told to the person then, and to the agent with the next prompt of a person: once each.
 */
export const surface: Gate = {
  name: 'surface',
  summary: 'Tells at the end of a turn where the decisions in the code and those of the plan differ.',
  source: 'seed 001, Stop surface.sh',
  on: (trigger) => isTurnEnd(trigger) || isPersonsPrompt(trigger),
  options: ['lines', 'plannedPhases'],
  needs: (trigger, _facts, _options, { audits, decisions }) =>
    isTurnEnd(trigger) && (audits.due !== null || decisions.audit === null) ? ['decisions'] : [],
  seldom: true,
  rulesAbout: (facts, { audits }) => (facts.decisions() !== null || isUntold(audits) ? surfaceRules() : []),
  get rules() {
    return surfaceRules();
  },
};

/** A system message at the end of a turn reaches nobody but the person (measured.md, "Answers"). */
const isPersonsPrompt = (event: Envelope): boolean => isSaidByPerson(event) && event.host === 'claude-code';

/** Whether the agent was not told yet of something that an audit found. */
const isUntold = ({ found, told }: AuditsState): boolean =>
  Object.entries(found).some(([rule, list]) => list.some((finding) => told.agent[rule]?.includes(finding) !== true));
