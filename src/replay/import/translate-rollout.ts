import type { Data } from '../../events/envelope.ts';
import { textOf, withoutPictures } from './content.ts';
import { namelessKeys } from './nameless-keys.ts';
import { openCalls } from './open-calls.ts';
import { isRow, objectIn, type Row, textIn, timeIn } from './row.ts';
import { draft, type ImportedDraft, type Source, tally } from './source.ts';
import type { Translator } from './translate.ts';

/**
 * The same for a rollout of Codex, whose lines are `{timestamp, type, payload}` (protocol sheet 3.3) and have no ids: a call is known by
 * its own, any other line by what it says. Tools have the names that Codex gives its hooks.
 */
export const rolloutTranslator = (): Translator => {
  const calls = openCalls();
  const keyOf = namelessKeys();
  return {
    line: (source, value) => {
      if (!isRow(value) || !isRow(value['payload'])) return skip(source, 'not an object');
      const { payload } = value;
      const type = textIn(value, 'type') ?? '';
      const kind = textIn(payload, 'type') ?? '';
      source.at = timeIn(value['timestamp']) ?? source.at;
      if (type === 'turn_context') {
        source.cwd = textIn(payload, 'cwd') ?? source.cwd;
        source.turn = textIn(payload, 'turn_id') ?? source.turn;
        return [];
      }
      const of = (name: string, data: Data, key = keyOf(value), call: string | null = null): ImportedDraft =>
        draft({ source, key, actor: source.actor }, name, data, call === null ? {} : { call, delivery: call });
      switch (type) {
        case 'event_msg':
          return message(source, kind, payload, of);
        case 'response_item':
          return item(source, kind, payload, calls, of);
        case 'compacted': {
          source.counts.compactions += 1;
          const summary = textIn(payload, 'message');
          const about = summary === null ? {} : { compact_summary: summary };
          const key = keyOf(value);
          return [of('CompactionStarted', {}, key), of('CompactionFinished', about, key)];
        }
        default:
          if (!QUIET.has(type)) tally(source.counts.unknownTypes, type === '' ? 'without a type' : type);
          return [];
      }
    },
    end: () => [],
  };
};

const QUIET: ReadonlySet<string> = new Set(['session_meta', 'world_state']);

const skip = ({ counts }: Source, reason: string): [] => {
  tally(counts.skipped, reason);
  return [];
};

type Make = (type: string, data: Data, key?: string, call?: string | null) => ImportedDraft;

const message = (source: Source, kind: string, payload: Row, of: Make): ImportedDraft[] => {
  const { counts } = source;
  switch (kind) {
    case 'user_message': {
      counts.messages += 1;
      const prompt = textIn(payload, 'message');
      return prompt === null ? [] : [of('PromptSubmitted', { prompt })];
    }
    case 'task_started':
      source.turn = textIn(payload, 'turn_id') ?? source.turn;
      return [];
    case 'task_complete': {
      const last = textIn(payload, 'last_agent_message');
      return [of('TurnEnded', last === null ? {} : { last_assistant_message: last })];
    }
    case 'token_count': {
      const used = objectIn(objectIn(payload, 'info'), 'total_token_usage')['output_tokens'];
      // What was used since the session began.
      if (typeof used === 'number') counts.outputTokens = Math.max(counts.outputTokens, used);
      return [];
    }
    default:
      return [];
  }
};

const item = (
  source: Source,
  kind: string,
  payload: Row,
  calls: ReturnType<typeof openCalls>,
  of: Make,
): ImportedDraft[] => {
  const { counts } = source;
  if (kind === 'message') {
    if (textOf(payload['content']) === null) return skip(source, 'odd content');
    if (payload['role'] === 'assistant') counts.messages += 1;
    return [];
  }
  const call = textIn(payload, 'call_id') ?? textIn(payload, 'id');
  if (kind.endsWith('_output')) {
    if (call === null) return skip(source, 'a result of no call');
    const known = calls.close(call);
    const about = known === undefined ? {} : { tool_name: known.tool, tool_input: known.input };
    return [of('ToolCompleted', { ...about, tool_response: responseIn(payload['output']) }, call, call)];
  }
  const requested = request(kind, payload);
  if (requested === null || call === null || !calls.open(call, requested.tool, requested.input)) return [];
  counts.calls += 1;
  return [of('ToolRequested', { tool_name: requested.tool, tool_input: requested.input }, call, call)];
};

/** A call as a hook of Codex would be told of it; null of any other item. */
const request = (kind: string, payload: Row): { readonly tool: string; readonly input: unknown } | null => {
  const name = textIn(payload, 'name') ?? '';
  switch (kind) {
    case 'function_call': {
      const given = parsed(payload['arguments']);
      if (SHELLS.has(name)) return { tool: 'Bash', input: { command: commandIn(isRow(given) ? given : {}) } };
      return { tool: name, input: withoutPictures(given) };
    }
    case 'local_shell_call':
      return { tool: 'Bash', input: { command: commandIn(objectIn(payload, 'action')) } };
    case 'custom_tool_call':
      return { tool: name, input: { command: payload['input'] } };
    default:
      return null;
  }
};

const SHELLS: ReadonlySet<string> = new Set([
  'shell',
  'shell_command',
  'exec_command',
  'container.exec',
  'local_shell',
]);

/** `["bash", "-lc", TEXT]` is how Codex runs a text. */
const commandIn = ({ command, cmd }: Row): unknown => {
  const given = command ?? cmd;
  return Array.isArray(given) && given.length === 3 && /^-l?c$/.test(String(given[1])) ? given[2] : given;
};

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
};

/** The text of a result, which some versions wrap. */
const responseIn = (output: unknown): unknown => {
  const value = typeof output === 'string' && output.startsWith('{') ? parsed(output) : output;
  const { output: text, content } = isRow(value) ? value : {};
  if (typeof text === 'string') return text;
  return withoutPictures(content ?? output ?? '');
};
