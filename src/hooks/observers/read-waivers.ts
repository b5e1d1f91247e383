import type { EventDraft } from '../../events/envelope.ts';
import { isoTime } from '../../events/iso-time.ts';
import { isWaivable } from '../../gates/waived-verdict.ts';
import type { ObserveInput } from './observe-input.ts';
import { type WaiverLine, waiverLines } from './waiver-lines.ts';

/**
 * What a person's prompt waives, in its session alone, and what it takes back. A line about what does not exist or cannot be
 * waived grants nothing.
 */
export const readWaivers = (prompt: string, input: ObserveInput): EventDraft[] => {
  const { known, trigger } = input;
  if (known.some(({ type }) => type === 'WaiverRevoked')) return [];
  // Of several lines about a rule the last one counts.
  const last = new Map(waiverLines(prompt).map((line) => [line.rule, line]));
  return [...last.values()]
    .flatMap((line) => eventsOf(line, input))
    .map((draft) => ({ ...draft, ...said(trigger.worktree) }));
};

const said = (worktree: string | null) => ({ provenance: 'prompt' as const, worktree });

const eventsOf = (line: WaiverLine, input: ObserveInput): EventDraft[] => {
  const { trigger, state } = input;
  const { rule } = line;
  if (line.says === 'revoked') {
    return state.waivers.granted
      .filter((waiver) => waiver.rule === rule)
      .map(({ event }) => ({ type: 'WaiverRevoked', data: { waiver: event, rule } }));
  }
  if (!isKnown(rule, input) || !isWaivable(rule)) return [];
  const until = isoTime(Date.parse(trigger.at) + line.length);
  return [{ type: 'WaiverGranted', data: { rule, reason: line.reason, until, session: trigger.stream } }];
};

/** A policy names all gates; the rules of those that cost something are not at hand. */
const isKnown = (rule: string, { gates, policy }: ObserveInput): boolean => {
  const [name = '', part] = rule.split('/');
  const gate = gates.find((candidate) => candidate.name === name);
  if (part === undefined) return Object.hasOwn(policy.gates, name);
  return gate === undefined ? Object.hasOwn(policy.gates, name) : gate.rules.some(({ id }) => id === rule);
};
