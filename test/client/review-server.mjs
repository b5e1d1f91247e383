// An MCP server on standard input and output whose one tool, `codex` or what its argument says, gives back the verdict
// that it is asked for.
import { createInterface } from 'node:readline';

const TOOL = {
  name: process.argv[2] ?? 'codex',
  description: 'Reviews the work.',
  inputSchema: { type: 'object', properties: { verdict: { type: 'string' } } },
};

const resultOf = ({ method, params }) => {
  if (method === 'initialize') {
    const { protocolVersion } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'reviewer', version: '1' } };
  }
  if (method === 'tools/list') return { tools: [TOOL] };
  if (method !== 'tools/call') return {};
  return { content: ['I looked at the diff.', params.arguments.verdict].map((text) => ({ type: 'text', text })) };
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  // A notification wants no answer.
  if (message.id === undefined) return;
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) })}\n`);
});
