import { jsonObject } from '../../../events/json-object.ts';
import { toolKind } from '../../../projections/tools.ts';
import type { StoppedAgent } from '../../../projections/workflow.ts';
import { type Evidence, isTool, matchesPattern, type Phase } from '../../../projections/workflow-definition.ts';
import type { ObserveInput } from '../observe-input.ts';
import { readVerdict } from '../review/read-verdict.ts';
import { readySentinel } from '../review/sentinels.ts';
import { textsIn } from '../review/texts.ts';

/** Something that may be evidence for a phase. */
export interface Happened {
  readonly by: 'agent' | 'tool';
  /** The type of the agent, or the name of the tool. */
  readonly name: string;
  readonly input: unknown;
  readonly isFailure: boolean;
  /** What it said. */
  readonly texts: readonly string[];
  /** The subagent, where the host names it. */
  readonly agent: string | null;
}

/** The agent type that a call starts. */
export const agentTypeIn = (toolInput: unknown): string => {
  const { subagent_type: type } = jsonObject(toolInput);
  return typeof type === 'string' && type.trim() !== '' ? type.trim() : DEFAULT_AGENT;
};

/** What the client starts where nobody names a type. */
const DEFAULT_AGENT = 'general-purpose';

/** What a trigger tells of; null for what is no end of anything, was told already, or was never asked for. */
export const happenedIn = ({ trigger, toolInput, payload, state }: ObserveInput): Happened | null => {
  if (trigger.type === 'SubagentStopped') {
    const { id, type } = trigger.actor;
    if (id === 'main' || type === undefined) return null;
    const texts = textsIn(payload['last_assistant_message']) ?? [];
    return { by: 'agent', name: type, input: null, isFailure: false, texts, agent: id };
  }
  const tool = trigger.data['tool_name'];
  const isFailure = trigger.type === 'ToolFailed';
  if (typeof tool !== 'string' || payload['is_interrupt'] === true) return null;
  // What nobody requested may be made up; without an id, by hand or by a host that gives none, nobody can tell.
  if (trigger.call !== null && state.calls.lastClosed?.call !== trigger.call) return null;
  const result = payload['tool_response'];
  const { isAsync, status, agentId, backgroundTaskId, isError, is_error: flagged } = jsonObject(result);
  if (toolKind(tool) === 'agent') {
    const name = agentTypeIn(toolInput);
    const agent = typeof agentId === 'string' ? agentId : null;
    const isOver = isAsync !== true && (status === undefined || status === 'completed');
    if (isFailure || !isOver || isError === true || flagged === true) return null;
    if (wasTold(state.workflow.stopped, trigger.stream, name, agent)) return null;
    return { by: 'agent', name, input: toolInput, isFailure: false, texts: textsIn(result) ?? [], agent };
  }
  if (backgroundTaskId !== undefined) return null;
  const isBad = isFailure || isError === true || flagged === true;
  const texts = textsIn(isFailure ? payload['error'] : result) ?? [];
  return { by: 'tool', name: tool, input: toolInput, isFailure: isBad, texts, agent: null };
};

/** Whether the end of a subagent was told by the host before the result of the call that ran it. */
const wasTold = (stopped: readonly StoppedAgent[], stream: string, type: string, agent: string | null): boolean =>
  stopped.some((each) => each.stream === stream && (agent === null ? each.type === type : each.agent === agent));

/** What happened says of a phase. A failing sentinel beats a passing one. */
export const saidOf = (phase: Phase, happened: Happened): 'done' | 'failed' | null => {
  const done = phase.done.filter((evidence) => isAbout(evidence, happened));
  const failed = phase.failed.filter((evidence) => isAbout(evidence, happened));
  if (done.length + failed.length === 0) return null;
  const verdict = readVerdict(happened.texts, [...sentinels(done, 'pass'), ...sentinels(failed, 'fail')]);
  if (verdict?.outcome === 'fail') return 'failed';
  if (happened.isFailure) return failed.some(isSilent) ? 'failed' : null;
  return verdict?.outcome === 'pass' || done.some(isSilent) ? 'done' : null;
};

const isSilent = ({ says }: Evidence): boolean => says === undefined;

const sentinels = (evidence: readonly Evidence[], outcome: 'pass' | 'fail') =>
  evidence.flatMap(({ says = [] }) => says.map((text) => readySentinel({ kind: 'workflow', outcome, text })));

const isAbout = ({ agent, tool, input }: Evidence, happened: Happened): boolean => {
  if (agent !== undefined) return happened.by === 'agent' && isAgent(agent, happened.name);
  return tool !== undefined && happened.by === 'tool' && isTool(tool, happened.name) && holds(input, happened.input);
};

/** Whether an agent's type is one of these, in any case; a plugin puts its name before a colon. */
export const isAgent = (patterns: readonly string[], type: string): boolean => {
  const name = type.trim().toLowerCase();
  const names = [name, name.slice(name.lastIndexOf(':') + 1)];
  return patterns.some((pattern) => names.some((each) => matchesPattern(pattern.trim().toLowerCase(), each)));
};

/** Whether a tool's input has all these values, at whichever depth, in any case, also in a list or in JSON in a text. */
export const holds = (wanted: Readonly<Record<string, string>> = {}, input: unknown): boolean =>
  Object.entries(wanted).every(([field, pattern]) => hasField(input, field.toLowerCase(), pattern.toLowerCase(), 0));

/** Deeper than any tool's input; what is deeper still is not looked at, so that nothing overflows. */
const DEEPEST = 100;

const hasField = (value: unknown, field: string, pattern: string, depth: number): boolean => {
  if (depth > DEEPEST) return false;
  if (typeof value === 'string') return depth > 0 && hasField(jsonIn(value), field, pattern, depth + 1);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, held]) =>
      (key.toLowerCase() === field && [held].flat().some((each) => isText(each) && isLike(pattern, each))) ||
      hasField(held, field, pattern, depth + 1),
  );
};

const isLike = (pattern: string, held: unknown): boolean => matchesPattern(pattern, String(held).trim().toLowerCase());

/** What a gateway hands on may be in a text of its own. */
const jsonIn = (text: string): unknown => {
  if (text.length > MOST_JSON || !/^\s*[{[]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** UTF-16 units. */
const MOST_JSON = 1_000_000;

const isText = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
