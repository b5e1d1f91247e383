// An MCP server on standard input and output whose one tool, `AskUserQuestion`, loses every question it is given.
import { createInterface } from 'node:readline';

const TOOL = {
  name: 'AskUserQuestion',
  description: 'Asks the user.',
  inputSchema: { type: 'object', properties: { questions: { type: 'array' } } },
};

const LOST = { isError: true, content: [{ type: 'text', text: '[Tool result missing due to internal error]' }] };

const resultOf = ({ method, params }) => {
  if (method === 'initialize') {
    const { protocolVersion } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'asker', version: '1' } };
  }
  if (method === 'tools/list') return { tools: [TOOL] };
  return method === 'tools/call' ? LOST : {};
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  // A notification wants no answer.
  if (message.id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) })}\n`);
});
