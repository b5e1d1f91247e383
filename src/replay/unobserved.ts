import type { Envelope } from '../events/envelope.ts';
import type { FactRequest } from '../gates/facts.ts';
import type { Gate } from '../gates/gate.ts';
import { contextAt, type JudgedMoment } from './moment.ts';

/** Of what a gate asks to be looked at, what failed to be observed; with the failures. */
export const unobservedBy = (
  gate: Gate,
  failures: readonly Envelope[],
  moment: JudgedMoment,
): { readonly facts: readonly FactRequest[]; readonly failures: readonly Envelope[] } => {
  const failed = failures.filter(({ data }) => String(data['stage']).startsWith(OBSERVE));
  if (failed.length === 0) return { facts: [], failures: [] };
  const { trigger, facts, options, state } = contextAt(gate.name, moment);
  const needed = gate.needs(trigger, facts, options, state);
  const own = failed.filter((failure) => needed.includes(requestIn(failure)));
  return { facts: own.map(requestIn), failures: own };
};

const OBSERVE = 'observe ';

const requestIn = ({ data }: Envelope): FactRequest => String(data['stage']).slice(OBSERVE.length) as FactRequest;
