import type { Message, ModelRequest } from './scripted-model.ts';

/** What a tool call came back with, as the model saw it. */
export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** The requests of agents, without the client's own side jobs. */
export const agentRequests = (requests: readonly ModelRequest[]): readonly ModelRequest[] =>
  requests.filter(({ tools }) => tools.length > 0);

/** Everything one request tells the model behind its own last words: tool results, reminders, feedback of hooks. */
export const newText = ({ messages }: ModelRequest): string => {
  const spoken = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages
    .slice(spoken + 1)
    .map(({ content }) => textOf(content))
    .join('\n');
};

/** Everything the model was ever told. */
export const allText = (requests: readonly ModelRequest[]): string =>
  requests.flatMap(({ messages }) => messages.map(({ content }) => textOf(content))).join('\n');

/** The request that brings the result of a tool call; throws where the model never got one. */
export const requestWithResult = (requests: readonly ModelRequest[], call: string): ModelRequest => {
  const found = requests.find(({ messages }) => messages.some((message) => resultIn(message, call) !== undefined));
  if (found === undefined) throw new Error(`no request carries a result of ${call}`);
  return found;
};

/** The result of a tool call; throws where the model never got one. */
export const toolResult = (requests: readonly ModelRequest[], call: string): ToolResult => {
  const block = requestWithResult(requests, call)
    .messages.map((message) => resultIn(message, call))
    .find((found) => found !== undefined);
  return { text: textOf(block?.['content']), isError: block?.['is_error'] === true };
};

const resultIn = ({ content }: Message, call: string): Readonly<Record<string, unknown>> | undefined =>
  blocks(content).find((block) => block['type'] === 'tool_result' && block['tool_use_id'] === call);

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : blocks(content)
        .map((block) => (typeof block['text'] === 'string' ? block['text'] : textOf(block['content'])))
        .join('\n');

const blocks = (content: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(content) ? content.filter((block) => typeof block === 'object' && block !== null) : [];
