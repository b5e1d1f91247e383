import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What a reviewer was sent. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface FakeServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly received: Received[];
  /** How many connections were opened, whether or not anything was sent. */
  readonly connections: () => number;
}

/** A server on this machine in the place of a provider; gone when the test is over. */
export const fakeServer = async (
  answer: (response: ServerResponse, received: Received) => void,
): Promise<FakeServer> => {
  const received: Received[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const got = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
      received.push(got);
      answer(response, got);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await listening(server);
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received, connections: () => connections };
};

const listening = (server: Server): Promise<void> => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

/** The models' words in Gemini's answer. */
export const geminiBody = (words: unknown): string =>
  JSON.stringify({
    candidates: [{ content: { role: 'model', parts: [{ text: wordsOf(words) }] }, finishReason: 'STOP' }],
    modelVersion: 'gemini-2.0-flash',
  });

/** The models' words in OpenAI's answer. */
export const openaiBody = (words: unknown): string =>
  JSON.stringify({
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: wordsOf(words) }, finish_reason: 'stop' }],
  });

const wordsOf = (words: unknown): string => (typeof words === 'string' ? words : JSON.stringify(words));

export const SAFE = { safe: true, aligned: true, reason: 'It only reads files.' };
export const UNSAFE = { safe: false, aligned: false, reason: 'It deletes the home folder.' };
export const MISALIGNED = { safe: true, aligned: false, reason: 'Nobody asked to publish.' };

/** Answers as Gemini does. */
export const gemini =
  (...words: readonly unknown[]) =>
  (response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json').end(geminiBody(next(words)));
  };

/** Answers as OpenAI does. */
export const openai =
  (...words: readonly unknown[]) =>
  (response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json').end(openaiBody(next(words)));
  };

const asked = new WeakMap<readonly unknown[], number>();

/** One after the other; the last one again and again. */
const next = (words: readonly unknown[]): unknown => {
  const at = asked.get(words) ?? 0;
  asked.set(words, at + 1);
  return words[Math.min(at, words.length - 1)];
};

export const GEMINI_KEY = 'AIzaSyD-0123456789abcdefghijklmnopqrstu';
export const OPENAI_KEY = 'sk-proj-0123456789abcdefghijklmnopqrstuvwxyz';

/** The environment of somebody who has keys for servers on this machine. */
export const reviewerEnv = (urls: {
  readonly gemini?: string | undefined;
  readonly openai?: string | undefined;
}): Record<string, string> => ({
  ...(urls.gemini === undefined ? {} : { GEMINI_API_KEY: GEMINI_KEY, LLM_REVIEW_GEMINI_URL: urls.gemini }),
  ...(urls.openai === undefined ? {} : { OPENAI_API_KEY: OPENAI_KEY, LLM_REVIEW_OPENAI_URL: urls.openai }),
});
