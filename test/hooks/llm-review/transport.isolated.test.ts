import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { postJson } from '../../../src/hooks/llm-review/transport.ts';

const asked = vi.hoisted(() => [] as unknown[][]);

vi.mock('node:https', () => ({
  request: (...options: unknown[]) => {
    asked.push(options);
    const request = Object.assign(new EventEmitter(), { end: () => {}, destroy: () => {} });
    setImmediate(() => request.emit('error', Object.assign(new Error('x'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })));
    return request;
  },
}));

it('checks certificates, whatever the environment says, and shares no connection', async () => {
  const headers = { authorization: 'Bearer key' };
  const posting = { url: 'https://gateway.example/v1', headers, body: '{"ü":1}', timeoutMs: 1_000 };
  await expect(postJson(posting)).rejects.toMatchObject({ code: 'network SELF_SIGNED_CERT_IN_CHAIN' });
  expect(asked).toEqual([
    [
      'https://gateway.example/v1',
      {
        method: 'POST',
        agent: false,
        rejectUnauthorized: true,
        headers: {
          authorization: 'Bearer key',
          accept: 'application/json',
          'accept-encoding': 'identity',
          'content-length': 8,
          'content-type': 'application/json',
        },
      },
    ],
  ]);
});
