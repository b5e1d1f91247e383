import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The call's id as the client and its hooks will see it. */
  readonly id: string;
}

type Block = TextBlock | ToolUseBlock;

/** What one agent is going to say, turn by turn. */
interface Conversation {
  /** Text of the agent's first user message that makes it this conversation; without it: every other agent. */
  readonly match?: string;
  readonly turns: readonly Turn[];
}

/** What is said next; some models go by what they were told. */
type Turn = readonly Block[] | ((request: ModelRequest) => readonly Block[]);

export interface Scenario {
  readonly conversations: readonly Conversation[];
}

export interface Message {
  readonly role: string;
  readonly content: unknown;
}

/** One request of the client, as the model saw it. */
export interface ModelRequest {
  /** Names of the tools on offer; empty for the client's own side jobs (titles, summaries). */
  readonly tools: readonly string[];
  readonly messages: readonly Message[];
}

export interface ScriptedModel {
  readonly url: string;
  /** Every request for a message so far, in order of arrival. */
  readonly requests: readonly ModelRequest[];
  readonly close: () => Promise<void>;
}

export const say = (text: string): TextBlock => ({ type: 'text', text });

export const use = (id: string, name: string, input: ToolUseBlock['input']): ToolUseBlock => ({
  type: 'tool_use',
  name,
  input,
  id,
});

/**
 * Starts a stand-in for the Messages API on a free port of 127.0.0.1. A request is answered with the turn that follows
 * the assistant messages it already holds, so that a repeated request gets the same answer; behind the last turn the
 * answer is "Done.". A request without tools is answered "ok".
 */
export const startScriptedModel = async (scenario: Scenario): Promise<ScriptedModel> => {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url?.split('?')[0];
      if (request.method !== 'POST') return sendJson(response, 404, {});
      if (path === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: 10 });
      if (path !== '/v1/messages') return sendJson(response, 404, {});
      const body = readBody(Buffer.concat(chunks).toString('utf8'));
      const seen = { tools: (body.tools ?? []).map((tool) => tool.name), messages: body.messages };
      requests.push(seen);
      const message = answer(nextTurn(scenario, seen), body.model, requests.length);
      return body.stream === true ? sendStream(response, message) : sendJson(response, 200, message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

interface RequestBody {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly name: string }[];
  readonly stream?: boolean;
}

// The client is the one under control here: a body of another shape is a bug that should stop the test.
const readBody = (raw: string): RequestBody => JSON.parse(raw) as RequestBody;

const nextTurn = (scenario: Scenario, request: ModelRequest): readonly Block[] => {
  const { tools, messages } = request;
  if (tools.length === 0) return [say('ok')];
  const first = JSON.stringify(messages.find(({ role }) => role === 'user')?.content ?? '');
  const conversation =
    scenario.conversations.find(({ match }) => match !== undefined && first.includes(match)) ??
    scenario.conversations.find(({ match }) => match === undefined);
  const said = messages.filter(({ role }) => role === 'assistant').length;
  const turn = conversation?.turns[said] ?? [say('Done.')];
  return typeof turn === 'function' ? turn(request) : turn;
};

const answer = (content: readonly Block[], model: string, number: number) => ({
  id: `msg_${number}`,
  type: 'message',
  role: 'assistant',
  model,
  content,
  stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 20 },
});

const sendJson = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
};

const sendStream = (response: ServerResponse, message: ReturnType<typeof answer>): void => {
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send('message_start', { message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of message.content.entries()) {
    const [start, delta] = parts(block);
    send('content_block_start', { index, content_block: start });
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { stop_reason: message.stop_reason, stop_sequence: null }, usage: message.usage });
  send('message_stop', {});
  response.end();
};

const parts = (block: Block): readonly [object, object] =>
  block.type === 'text'
    ? [
        { type: 'text', text: '' },
        { type: 'text_delta', text: block.text },
      ]
    : [
        { ...block, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
      ];
