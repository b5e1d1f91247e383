import { isJsonObject } from '../../events/json-object.ts';
import type { EventData, Policy } from '../../events/schemas.ts';
import { resolvePolicy } from '../../gates/policy-files.ts';
import type { PolicyPeriod } from './model.ts';
import type { Shown } from './shown.ts';
import { isOfType, type Walked } from './walk.ts';

/** Which policy held when, and what differs from its preset. Of a session that nobody judged: today's. */
export const policiesOf = (
  { before, items, session, hypothetical }: Walked,
  today: () => Policy,
  shown: Shown,
): PolicyPeriod[] => {
  const began = session.lines[0]?.event.at ?? '';
  const periods: PolicyPeriod[] = [];
  let last: Policy | null = null;
  const add = (
    policy: Policy,
    period: Pick<PolicyPeriod, 'from' | 'event' | 'fingerprint' | 'sources' | 'problems'>,
  ): void => {
    const changes = last === null ? [] : differencesOf(policy, last, 'before');
    last = policy;
    periods.push({
      ...period,
      preset: policy.preset,
      differs: differencesOf(policy, presetOf(policy), 'the preset'),
      changes,
    });
  };
  const left = (
    policy: Policy,
    problems: readonly string[],
  ): Pick<EventData<'PolicyLoaded'>, 'policy' | 'problems'> => {
    const about = session.lines[0]?.event;
    const data = { fingerprint: '', sources: [], problems, policy };
    if (about === undefined) return { policy, problems: [...problems] };
    return shown.event({ ...about, type: 'PolicyLoaded', data }).data as EventData<'PolicyLoaded'>;
  };
  const { policy, fingerprint, event, problems } = before.policy;
  if (policy !== null)
    add(left(policy, problems).policy, {
      ...{ from: began, event: event ?? '', fingerprint: fingerprint ?? '', sources: [] },
      problems: left(policy, problems).problems,
    });
  for (const item of items) {
    if ('finding' in item || !isOfType(item.line.event, 'PolicyLoaded')) continue;
    const { id, at } = item.line.event;
    const data = shown.event(item.line.event).data as EventData<'PolicyLoaded'>;
    if (periods.at(-1)?.fingerprint === data.fingerprint) continue;
    add(data.policy, {
      from: at,
      event: id,
      fingerprint: data.fingerprint,
      sources: data.sources,
      problems: data.problems,
    });
  }
  if (periods.length === 0 && hypothetical.size > 0) {
    add(left(today(), []).policy, { from: began, event: '', fingerprint: 'today', sources: [], problems: [] });
  }
  return periods;
};

const presetOf = ({ preset }: Policy): Policy => resolvePolicy([{ path: '', text: JSON.stringify({ preset }) }]).policy;

/** `gates.guard.mode is "monitor", and "enforce" in the preset` */
const differencesOf = (policy: Policy, other: Policy, name: string): string[] => {
  const [own, others] = [leavesOf(policy), leavesOf(other)];
  const keys = [...new Set([...own.keys(), ...others.keys()])].filter((key) => own.get(key) !== others.get(key));
  return keys.map((key) => `${key} is ${own.get(key) ?? 'not set'}, and ${others.get(key) ?? 'not set'} in ${name}`);
};

/** Every value of a policy by where it stands in it. */
const leavesOf = (value: unknown, at = ''): ReadonlyMap<string, string> => {
  if (!isJsonObject(value) || Object.keys(value).length === 0) {
    return at === '' || (isJsonObject(value) && at !== '')
      ? new Map()
      : new Map([[at, JSON.stringify(value) ?? 'not set']]);
  }
  return new Map(Object.entries(value).flatMap(([key, item]) => [...leavesOf(item, at === '' ? key : `${at}.${key}`)]));
};
