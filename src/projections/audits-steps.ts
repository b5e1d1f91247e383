import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { AuditsState, Findings } from './audits.ts';

/** Findings of one rule that are remembered. */
const MOST_FOUND = 100;

/** What an audit found, by the rule that tells it. */
export const findingsOf = (audit: EventData<'DecisionsAudited'>): Findings => ({
  'missing-decisions': audit.missing,
  'incomplete-decisions': (audit.incomplete ?? []).map(({ id, path }) => `${id} ${path}`),
  unplanned: audit.unplanned,
  unimplemented: audit.unimplemented,
  'unaddressed-p0': audit.unaddressedP0,
});

/** Findings that somebody was not told of. */
export const untoldOf = ({ found, told }: AuditsState, whom: 'person' | 'agent', rule: string): readonly string[] =>
  (found[rule] ?? []).filter((finding) => told[whom][rule]?.includes(finding) !== true);

/** One that failed says nothing, and the next one is still due. */
export const auditMade = (state: AuditsState, event: Envelope): AuditsState => {
  const audit = event.data as EventData<'DecisionsAudited'>;
  if (audit.problem !== null) return state;
  const found = pick(findingsOf(audit), (list) => list.slice(0, MOST_FOUND));
  const still = (told: Findings): Findings =>
    pick(told, (list, rule) => list.filter((finding) => found[rule]?.includes(finding) === true));
  const { person, agent } = state.told;
  return { due: null, event: event.id, found, told: { person: still(person), agent: still(agent) } };
};

/** At the end of a turn the person is told, and with a prompt the agent. */
export const auditAnswered = (state: AuditsState, { type, data }: Envelope): AuditsState => {
  const mode = type === 'AnswerSent' ? 'enforce' : 'monitor';
  let { told } = state;
  for (const verdict of (data as EventData<'AnswerSent'>).verdicts as readonly Told[]) {
    if (verdict.gate !== 'surface' || verdict.decision !== 'advise' || (verdict.mode ?? 'enforce') !== mode) continue;
    const { tells } = verdict;
    // Of an audit before this one, which may have found something else.
    if (tells !== undefined && state.event !== null && !tells.includes(state.event)) continue;
    const whom = tells === undefined ? 'person' : 'agent';
    const rule = verdict.rule.slice('surface/'.length);
    const found = Object.hasOwn(state.found, rule) ? state.found[rule] : undefined;
    if (found !== undefined) told = { ...told, [whom]: { ...told[whom], [rule]: found } };
  }
  return told === state.told ? state : { ...state, told };
};

type Told = EventData<'AnswerSent'>['verdicts'][number] & { readonly mode?: string };

const pick = (lists: Findings, change: (list: readonly string[], rule: string) => readonly string[]): Findings =>
  Object.fromEntries(
    Object.entries(lists)
      .map(([rule, list]) => [rule, change(list, rule)] as const)
      .filter(([, list]) => list.length > 0),
  );
