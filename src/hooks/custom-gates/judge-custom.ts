import type { EventDraft } from '../../events/envelope.ts';
import type { EventData } from '../../events/schemas.ts';
import { isAbout, isCustomEvent } from '../../gates/custom/definition.ts';
import type { Facts } from '../../gates/facts.ts';
import { isSwitchedOn } from '../../gates/judge.ts';
import type { ObserveInput } from '../observers/observe-input.ts';
import { gateCall } from './gate-call.ts';
import { runGates } from './run-gates.ts';
import { gateFile, readTrusted, type TrustedGate, trustedIn } from './trusted-gates.ts';

// A bundle of its own: only projects that have gates of their own need it.

type Said = EventData<'CustomGatesJudged'>['gates'][number];

/** Milliseconds that they get at most, and of what is left of the hook's. */
const LONGEST_MS = 2_000;
const SHARE = 0.6;

/** A gate that is about the event, and why it cannot run where it cannot. */
interface Asked {
  readonly said: Said;
  readonly code: string;
}

/**
 * Asks the project's own gates about an event; what they say is a fact like any other. Null where none of them is about it.
 * A gate that a person did not trust as it stands does not run, and counts as failed.
 */
export const judgeCustom = async (input: ObserveInput, facts: Facts): Promise<EventDraft | null> => {
  const { trigger, policy, policyDir, deps } = input;
  if (!isCustomEvent(trigger.type)) return null;
  const trusted = trustedIn(readTrusted(deps.env), policyDir);
  const asked = Object.entries(policy.customGates ?? {}).flatMap(([gate, file]) =>
    isSwitchedOn(gate, policy) ? (askedOf(gate, file, trusted[file], input) ?? []) : [],
  );
  if (asked.length === 0) return null;
  const began = deps.now();
  const running = asked.filter(({ said }) => said.failure === null);
  const call = running.length === 0 ? null : gateCall(input, facts);
  const answers = await runGates(
    running.map(({ said: { gate }, code }) => ({
      gate,
      code,
      call: call === null ? null : { ...call, options: policy.gates[gate]?.options ?? {} },
    })),
    {
      program: deps.program ?? '',
      cwd: policyDir,
      env: deps.env,
      timeout: Math.round(Math.min(LONGEST_MS, (deps.timeLeft?.() ?? LONGEST_MS / SHARE) * SHARE)),
    },
  );
  const gates = asked.map(({ said }): Said => {
    const { failure, rules = [] } = answers.get(said.gate) ?? { failure: said.failure ?? 'it said nothing' };
    return { ...said, failure: failure ?? null, rules: rules.map((rule) => ({ ...rule })) as Said['rules'] };
  });
  return { type: 'CustomGatesJudged', data: { gates, ms: deps.now() - began } };
};

const askedOf = (
  gate: string,
  file: string,
  trust: TrustedGate | undefined,
  { trigger, policy, policyDir }: ObserveInput,
): Asked | null => {
  const tool = typeof trigger.data['tool_name'] === 'string' ? trigger.data['tool_name'] : null;
  const there = gateFile(policyDir, file);
  const said = { gate, file, hash: there?.hash ?? null, failure: null, rules: [] };
  const isConcerned =
    trust === undefined
      ? mayConcern(policy.gates[gate]?.failClosed, trigger.type)
      : isAbout(trust.definition, trigger.type, tool);
  if (!isConcerned) return null;
  if (there === null) return { said: { ...said, failure: `${file} is not there, a link, or too large` }, code: '' };
  if (trust?.hash !== there.hash) {
    const why = trust === undefined ? 'nobody trusted it yet' : 'it changed since somebody trusted it';
    return { said: { ...said, failure: `${file} does not run, ${why}: docket policy trust` }, code: '' };
  }
  return { said, code: trust.code ?? there.text };
};

/** Where nobody knows what a gate is about: before every call where it is to fail closed, else once a prompt. */
const mayConcern = (failClosed: boolean | undefined, type: string): boolean =>
  type === (failClosed === true ? 'ToolRequested' : 'PromptSubmitted');
