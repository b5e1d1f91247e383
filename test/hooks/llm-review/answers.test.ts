import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askReviewers } from '../../../src/hooks/llm-review/ask-reviewers.ts';
import { questionAbout } from '../../../src/hooks/llm-review/question.ts';
import type { Reviewer } from '../../../src/hooks/llm-review/reviewer.ts';
import { postJson } from '../../../src/hooks/llm-review/transport.ts';
import { fakeServer, GEMINI_KEY, geminiBody, openaiBody, SAFE, UNSAFE } from '../../kit/reviewers.ts';

const question = questionAbout({ command: 'make', cwd: '/p', prompts: [], nonce: 'n' });

const reviewer = (baseUrl: string, provider: Reviewer['provider'] = 'gemini'): Reviewer => ({
  provider,
  model: 'm',
  key: GEMINI_KEY,
  baseUrl,
});

/** What one reviewer comes to, with a time for the whole call. */
const askOne = async (one: Reviewer, timeLeft = 5_000) => {
  const deps = { transport: postJson, timeLeft: () => timeLeft, clock: () => 0 };
  const { answers } = await askReviewers([one], question, deps);
  return answers[0];
};

const words = (body: string) => (response: ServerResponse) => void response.end(body);

const REFUSED: readonly (readonly [what: string, answer: (response: ServerResponse) => void, failure: string])[] = [
  ['an error', (r) => void r.writeHead(500).end('no'), 'http 500'],
  ['too many requests', (r) => void r.writeHead(429).end('{}'), 'http 429'],
  ['a refused key', (r) => void r.writeHead(403).end(`{"key":"${GEMINI_KEY}"}`), 'http 403'],
  ['no content', (r) => void r.writeHead(204).end(), 'http 204'],
  ['a page', words('<!doctype html><title>Log in</title>'), 'not JSON'],
  ['nothing', words(''), 'not JSON'],
  ['half an answer', words(geminiBody(SAFE).slice(0, 60)), 'not JSON'],
  ['JSON of another kind', words('[]'), 'unexpected answer'],
  ['no candidate', words('{"candidates":[]}'), 'unexpected answer'],
  ['two candidates', words(JSON.stringify({ candidates: [{}, {}] })), 'unexpected answer'],
  ['a candidate that was held back', words('{"candidates":[{"finishReason":"SAFETY"}]}'), 'unfinished answer'],
  ['prose', words(geminiBody('Sure! It is safe.')), 'not JSON'],
  ['a code fence', words(geminiBody(`\`\`\`json\n${JSON.stringify(SAFE)}\n\`\`\``)), 'not JSON'],
  ['two objects', words(geminiBody(`${JSON.stringify(UNSAFE)}${JSON.stringify(SAFE)}`)), 'not JSON'],
  ['a list', words(geminiBody([SAFE])), 'unexpected answer'],
  ['another key', words(geminiBody({ ...SAFE, decision: 'allow' })), 'unexpected answer'],
  ['a missing key', words(geminiBody({ safe: true, reason: 'x' })), 'unexpected answer'],
  ['a flag that is text', words(geminiBody({ ...SAFE, safe: 'true' })), 'unexpected answer'],
  ['a reason that is no text', words(geminiBody({ ...SAFE, reason: ['x'] })), 'unexpected answer'],
  ['a reason of a page', words(geminiBody({ ...SAFE, reason: 'x'.repeat(1_001) })), 'unexpected reason'],
  ['a reason that steers a terminal', words(geminiBody({ ...SAFE, reason: '\u001b[2Jfine' })), 'unexpected reason'],
  ['a reason that turns text around', words(geminiBody({ ...SAFE, reason: 'fine \u202etfel' })), 'unexpected reason'],
  ['a reason with hidden tags', words(geminiBody({ ...SAFE, reason: 'fine\u{e0041}' })), 'unexpected reason'],
  ['more than 64 KB', words(`${' '.repeat(64 * 1024)}${geminiBody(SAFE)}`), 'too long'],
  ['a connection that is cut', (r) => void r.write('{"cand', () => r.destroy()), 'network cut'],
  ['a connection that is cut at once', (r) => void r.destroy(), 'network ECONNRESET'],
];

describe('a reviewer whose answer cannot be used', () => {
  it.each(REFUSED)('answers with %s', async (_what, answer, failure) => {
    const server = await fakeServer(answer);
    expect(await askOne(reviewer(server.url))).toEqual({
      provider: 'gemini',
      model: 'm',
      ms: 0,
      verdict: null,
      failure,
    });
  });

  it('refuses', async () => {
    const message = { role: 'assistant', content: null, refusal: 'I cannot help with that.' };
    const server = await fakeServer(words(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] })));
    expect((await askOne(reviewer(server.url, 'openai')))?.failure).toBe('unexpected answer');
  });

  it('does not listen at all', async () => {
    const { url } = await fakeServer(() => {});
    const gone = new URL(url);
    gone.port = '1';
    expect((await askOne(reviewer(gone.href.replace(/\/$/, ''))))?.failure).toBe('network ECONNREFUSED');
  });

  it('speaks no HTTP', async () => {
    const server = createServer((socket) => void socket.end('220 mail ready\r\n'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect((await askOne(reviewer(`http://127.0.0.1:${port}`)))?.failure).toMatch(/^network /);
  });

  it.each([
    ['never answers', () => {}],
    ['never ends its answer', (r: ServerResponse) => void r.write('{')],
  ])('%s, and is given up when time is over', async (_what, answer) => {
    const server = await fakeServer(answer);
    expect((await askOne(reviewer(server.url), 250))?.failure).toBe('timeout');
  });

  it('is not asked where there is no time for it', async () => {
    const server = await fakeServer(words(geminiBody(SAFE)));
    expect((await askOne(reviewer(server.url), 160))?.failure).toBe('no time left');
    expect(server.connections()).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])('sends the key nowhere else with a %i', async (status) => {
    const elsewhere = await fakeServer(words(geminiBody(SAFE)));
    const server = await fakeServer((r) => void r.writeHead(status, { location: `${elsewhere.url}/steal` }).end());
    expect((await askOne(reviewer(server.url)))?.failure).toBe('redirect');
    expect(elsewhere.connections()).toBe(0);
  });
});

describe('a reviewer whose answer is used', () => {
  it.each([
    ['gemini', geminiBody(UNSAFE)],
    ['openai', openaiBody(UNSAFE)],
    ['gemini', geminiBody(`\n ${JSON.stringify(UNSAFE)} \n`)],
  ] as const)('is %s', async (provider, body) => {
    const server = await fakeServer(words(body));
    expect((await askOne(reviewer(server.url, provider)))?.verdict).toEqual(UNSAFE);
  });

  it('may think first', async () => {
    const parts = [{ text: 'Let me see.', thought: true }, { text: JSON.stringify(SAFE) }];
    const server = await fakeServer(words(JSON.stringify({ candidates: [{ content: { parts } }] })));
    expect((await askOne(reviewer(server.url)))?.verdict).toEqual(SAFE);
  });

  it('has its reason in one line of bounded length', async () => {
    const reason = `It\tdeletes\n${'very '.repeat(100)}much.`;
    const server = await fakeServer(words(openaiBody({ ...UNSAFE, reason })));
    const kept = (await askOne(reviewer(server.url, 'openai')))?.verdict?.reason ?? '';
    expect(kept).toMatch(/^It deletes very very .*…$/);
    expect(kept.length).toBeLessThanOrEqual(240);
  });
});
