import { shortDigest } from '../../events/digest.ts';
import type { Actor, Data, Provenance } from '../../events/envelope.ts';
import { hostEventType, UNKNOWN_HOST_EVENT } from '../../events/host-event-types.ts';
import { isJsonObject } from '../../events/json-object.ts';
import { jsonProblem } from '../../events/json-problem.ts';
import type { Environment } from '../../events/location.ts';
import { detectHost } from './host.ts';

/** A host event in docket's terms. `data` is the payload as it came, without what the envelope carries. */
export interface HostEvent {
  readonly type: string;
  readonly host: string;
  readonly stream: string;
  readonly actor: Actor;
  readonly turn: string | null;
  readonly call: string | null;
  readonly provenance: Provenance;
  readonly cwd: string | null;
  readonly data: Data;
}

/** Input that is no host event. */
export interface Unreadable {
  readonly code: 'empty' | 'malformed';
  readonly message: string;
  /** It visibly is a call of a tool that is about to run. */
  readonly toolCall: boolean;
  readonly host: string;
  readonly stream: string;
  readonly text: string;
}

export type Decoded = { readonly event: HostEvent } | { readonly unreadable: Unreadable };

export interface DecodeContext {
  readonly env: Environment;
  /** The host that the registration names. */
  readonly host: string | undefined;
}

/**
 * Reads what a host sent. One leading byte order mark is dropped, invalid UTF-8 is replaced, a missing event name is
 * told from the fields (DESIGN.md §1.1), and fields that should be there may be missing. `parsed` is what the bytes parse
 * to, where the caller had to know already.
 */
export const decode = (bytes: Uint8Array, context: DecodeContext, parsed?: unknown): Decoded => {
  if (isJsonObject(parsed)) return { event: hostEvent(parsed, context) };
  const text = withoutMark(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  if (text.trim() === '') return unreadable('empty', 'nothing arrived on standard input', text, context);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadable('malformed', jsonProblem(error), text, context);
  }
  if (!isJsonObject(value)) return unreadable('malformed', 'standard input is not one JSON object', text, context);
  return { event: hostEvent(value, context) };
};

/** A text without a leading byte order mark. */
export const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

const hostEvent = (payload: Record<string, unknown>, { env, host: named }: DecodeContext): HostEvent => {
  const fields = withAliases(payload);
  const name = textField(fields, 'hook_event_name') ?? impliedEvent(fields);
  const type = hostEventType(name ?? '');
  const agent = idField(fields, 'agent_id');
  const agentType = idField(fields, 'agent_type');
  // Built from entries: an assignment to `__proto__` would lose that field.
  const data = Object.fromEntries(Object.entries(fields).filter(([key, value]) => !isCarried(key, value, type)));
  return {
    type,
    host: detectHost(payload, env, named),
    stream: idField(fields, 'session_id') ?? idField(fields, 'conversation_id') ?? sessionFromEnv(env),
    actor: { id: agent ?? 'main', ...(agentType === null ? {} : { type: agentType }) },
    turn: idField(fields, 'prompt_id'),
    call: idField(fields, 'tool_use_id'),
    provenance: provenanceOf(type, agent, fields, env),
    cwd: textField(fields, 'cwd'),
    data,
  };
};

const provenanceOf = (
  type: string,
  agent: string | null,
  fields: Record<string, unknown>,
  env: Environment,
): Provenance => {
  // Tests that docket's own runner runs may call hooks: nothing that a person or an agent did.
  if ((env[TEST_RUN] ?? '') !== '') return 'worker';
  return type === 'PromptSubmitted' && agent === null && isPersonPrompt(fields) ? 'prompt' : 'hook';
};

/** The variable that says that docket's own test runner started this process. */
export const TEST_RUN = 'DOCKET_TEST_RUN';

/** Older and other hosts' names for the same fields. */
const ALIASES: Readonly<Record<string, string>> = {
  tool_output: 'tool_response',
  response: 'last_assistant_message',
  subagent_type: 'agent_type',
};

const withAliases = (payload: Record<string, unknown>): Record<string, unknown> => {
  const aliased = Object.keys(ALIASES).filter((alias) => alias in payload && !((ALIASES[alias] as string) in payload));
  if (aliased.length === 0) return payload;
  return Object.fromEntries(
    Object.entries(payload).map(([key, value]) => [aliased.includes(key) ? (ALIASES[key] as string) : key, value]),
  );
};

const impliedEvent = (fields: Record<string, unknown>): string | null => {
  if ('tool_name' in fields) return 'tool_response' in fields ? 'PostToolUse' : 'PreToolUse';
  return 'prompt' in fields ? 'UserPromptSubmit' : null;
};

/** Fields that stand in the envelope; a value of the wrong type stays in the data, so that nothing is lost. */
const isCarried = (key: string, value: unknown, type: string): boolean => {
  if (key === 'hook_event_name') return type !== UNKNOWN_HOST_EVENT;
  return CARRIED.has(key) && typeof value === 'string' && value !== '';
};

const CARRIED = new Set(['session_id', 'prompt_id', 'tool_use_id', 'agent_id', 'agent_type']);

const textField = (fields: Record<string, unknown>, name: string): string | null => {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** An id stands in every event of its session or call: one of megabytes would be in each. Half of it could be half of a secret. */
const idField = (fields: Record<string, unknown>, name: string): string | null => {
  const id = textField(fields, name);
  return id === null || id.length <= MOST_ID ? id : `too-long-${shortDigest(id)}`;
};

const MOST_ID = 256;

const sessionFromEnv = (env: Environment): string => env['CLAUDE_CODE_SESSION_ID'] || 'unknown';

/** Task notifications and wake-ups arrive as prompts too (measured.md); only a person's begins a turn. */
const isPersonPrompt = (fields: Record<string, unknown>): boolean => {
  const { source, prompt } = fields;
  if (source !== undefined && source !== 'user' && source !== 'sdk') return false;
  return !(typeof prompt === 'string' && /^\s*<task-notification>/.test(prompt));
};

const unreadable = (
  code: Unreadable['code'],
  message: string,
  text: string,
  { env, host }: DecodeContext,
): { unreadable: Unreadable } => ({
  unreadable: {
    code,
    message,
    text,
    toolCall: code === 'malformed' && /"tool_name"\s*:/.test(text) && !/"hook_event_name"\s*:\s*"Post/.test(text),
    host: host ?? 'claude-code',
    stream: /"session_id"\s*:\s*"([^"\\]{1,128})"/.exec(text)?.[1] ?? sessionFromEnv(env),
  },
});
