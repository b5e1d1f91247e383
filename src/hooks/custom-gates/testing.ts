import type { Envelope } from '../../events/envelope.ts';
import type { Policy } from '../../events/schemas.ts';
import { combine } from '../../gates/combine.ts';
import { withCustomGates } from '../../gates/custom/custom-gates.ts';
import { definitionOf, isAbout } from '../../gates/custom/definition.ts';
import type { CustomGateEvent, GateCall } from '../../gates/custom/gate-types.ts';
import { runGate } from '../../gates/custom/run-gate.ts';
import { factsFrom } from '../../gates/facts.ts';
import { judge } from '../../gates/judge.ts';
import { startFold } from '../../projections/fold.ts';
import { writtenPath } from '../../projections/tools.ts';
import { commandText } from '../observers/shell-command.ts';
import { textAfter } from '../observers/source/content-after.ts';
import type { Given, givenGate as GivenGate, Then, When } from './testing-types.ts';

const NAME = 'gate';

/** Asks a gate about a call as docket would, in this process and without a log. Rejects where the gate fails. */
export const givenGate: typeof GivenGate = (gate, given = {}) => ({
  when: async (happens) => {
    const trigger = eventOf(happens);
    const { tool_name: tool } = trigger.data;
    if (!isAbout(definitionOf(gate), trigger.type, typeof tool === 'string' ? tool : null)) return NOTHING;
    const rules = await runGate(gate, await callOf(trigger, happens, given));
    const said = { gate: NAME, file: FILE, hash: null, failure: null, rules };
    const fact = {
      ...trigger,
      id: 'fact',
      type: 'CustomGatesJudged',
      cause: trigger.id,
      data: { gates: [said], ms: 0 },
    };
    const fold = startFold();
    fold.apply(trigger);
    fold.apply(fact);
    const state = fold.view(trigger.stream, trigger.worktree);
    const gates = withCustomGates([], POLICY);
    const { verdicts } = judge({ gates, trigger, state, facts: factsFrom([fact]), policy: POLICY, stateKnown: true });
    return { decision: combine(verdicts, state).decision, verdicts } as Then;
  },
});

const FILE = 'docket.gates/gate.js';
const NOTHING: Then = { decision: 'none', verdicts: [] };
const POLICY: Policy = {
  preset: 'strict',
  gates: { [NAME]: { mode: 'enforce', rules: {}, failClosed: false, options: {} } },
  customGates: { [NAME]: FILE },
};

const eventOf = ({ event, tool, input = {}, prompt }: When): Envelope => ({
  v: 1,
  id: 'call',
  type: event ?? (prompt === undefined ? 'ToolRequested' : 'PromptSubmitted'),
  at: '2026-01-01T00:00:00.000Z',
  stream: 'session',
  actor: { id: 'main' },
  host: 'claude-code',
  turn: null,
  cause: null,
  call: null,
  worktree: TOP,
  provenance: 'hook',
  redacted: [],
  data: prompt === undefined ? { tool_name: tool, tool_input: input } : { prompt },
});

const TOP = '/project';

const callOf = async (
  { type, at, stream }: Envelope,
  happens: When,
  { files = {}, changed = [], options = {} }: Given,
): Promise<GateCall> => {
  const { tool = null, input = {}, prompt = null } = happens;
  const path = tool === null ? null : (writtenPath(tool, input)?.replace(`${TOP}/`, '') ?? null);
  const now = path === null ? null : (files[path] ?? null);
  const isOver = type !== 'ToolRequested';
  return {
    event: type as CustomGateEvent,
    at,
    tool,
    input,
    prompt,
    command: await commandOf(input),
    file:
      path === null
        ? null
        : { path, kind: null, before: isOver ? null : now, after: isOver ? now : textAfter(input, now ?? '') },
    session: { id: stream, kind: 'interactive', permissionMode: 'default', changed },
    options,
  };
};

const commandOf = async (input: unknown): Promise<GateCall['command']> => {
  const text = commandText(input);
  if (text === null) return null;
  const { understood, programs, acts } = (await import('../../shell/understand.ts')).understand(text);
  return { text, understood, programs, acts: acts.map(({ kind, shown }) => ({ kind, shown })) };
};
