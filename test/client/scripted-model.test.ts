import { afterEach, describe, expect, it } from 'vitest';
import { type Message, type ScriptedModel, say, startScriptedModel, use } from './scripted-model.ts';
import { toolResult } from './seen.ts';

const CALL = use('toolu_1', 'Bash', { command: 'npm test' });
const SCENARIO = {
  conversations: [
    { match: 'Check the cart', turns: [[say('The cart is fine.')]] },
    { turns: [[say('First the tests.'), CALL], [say('All green.')]] },
  ],
};
const ASKED: Message = { role: 'user', content: 'Add a discount' };
const CALLED: Message = { role: 'assistant', content: [CALL] };
const RESULT: Message = {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content: [{ type: 'text', text: 'red' }] }],
};

describe('the scripted model', () => {
  let model: ScriptedModel;
  afterEach(() => model.close());

  const post = async (path: string, body: object): Promise<Response> => {
    model = await startScriptedModel(SCENARIO);
    return fetch(`${model.url}${path}`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', tools: [{ name: 'Bash' }], ...body }),
    });
  };

  it('answers with the turn that follows what the assistant said so far', async () => {
    const first = await post('/v1/messages', { messages: [ASKED] });
    expect(await first.json()).toMatchObject({ stop_reason: 'tool_use', content: [say('First the tests.'), CALL] });
    await model.close();
    const second = await post('/v1/messages?beta=true', { messages: [ASKED, CALLED, RESULT] });
    expect(await second.json()).toMatchObject({ stop_reason: 'end_turn', content: [say('All green.')] });
  });

  it('tells conversations apart by the first user message', async () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Check the cart, please' }] }];
    const response = await post('/v1/messages', { messages });
    expect(await response.json()).toMatchObject({ content: [say('The cart is fine.')] });
  });

  it('says Done behind the last turn, and ok where no tools are offered', async () => {
    const said = { role: 'assistant', content: 'x' };
    const after = await post('/v1/messages', { messages: [ASKED, said, ASKED, said] });
    expect(await after.json()).toMatchObject({ content: [say('Done.')] });
    await model.close();
    const side = await post('/v1/messages', { messages: [ASKED], tools: [] });
    expect(await side.json()).toMatchObject({ content: [say('ok')] });
  });

  it('streams the same answer as events', async () => {
    const response = await post('/v1/messages', { messages: [ASKED], stream: true });
    const events = (await response.text())
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line): { type: string; delta?: object } => JSON.parse(line.slice('data: '.length)));
    expect(events[0]?.type).toBe('message_start');
    expect(events.at(-1)?.type).toBe('message_stop');
    expect(events.flatMap(({ delta }) => (delta === undefined ? [] : [delta]))).toEqual([
      { type: 'text_delta', text: 'First the tests.' },
      { type: 'input_json_delta', partial_json: '{"command":"npm test"}' },
      { stop_reason: 'tool_use', stop_sequence: null },
    ]);
  });

  it('counts tokens, and records only requests for messages', async () => {
    const counted = await post('/v1/messages/count_tokens', { messages: [ASKED] });
    expect(await counted.json()).toEqual({ input_tokens: 10 });
    expect(model.requests).toEqual([]);
    expect((await fetch(model.url)).status).toBe(404);
  });

  it('keeps what reached it: the results of tool calls', async () => {
    await post('/v1/messages', { messages: [ASKED, CALLED, RESULT] });
    expect(toolResult(model.requests, 'toolu_1')).toEqual({ text: 'red', isError: true });
    expect(() => toolResult(model.requests, 'toolu_2')).toThrow('no request carries a result of toolu_2');
  });
});
