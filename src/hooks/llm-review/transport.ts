import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { NoAnswerError } from './reviewer.ts';

export interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds for all of it: connecting, sending, and the last byte of the answer. */
  readonly timeoutMs: number;
}

/** Posts JSON and gives the body of a 200. Throws `NoAnswerError` for anything else. */
export type Transport = (posting: Posting) => Promise<string>;

/** Bytes. An answer that is used has a few hundred. */
const LONGEST_ANSWER = 64 * 1024;

/**
 * One HTTP request on a connection of its own. Nothing is followed: a redirect could lead the key to another host. No
 * proxy is asked, whatever the environment says, and certificates are always checked.
 */
export const postJson: Transport = ({ url, headers, body, timeoutMs }) =>
  new Promise((resolve, reject) => {
    const isPlain = url.startsWith('http:');
    const options = {
      method: 'POST',
      agent: false,
      rejectUnauthorized: true,
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-length': Buffer.byteLength(body),
      },
    } as const;
    const request = isPlain ? requestHttp(url, options) : requestHttps(url, options);
    const fail = (code: string): void => {
      clearTimeout(timer);
      reject(new NoAnswerError(code));
      request.destroy();
    };
    const timer = setTimeout(() => fail('timeout'), timeoutMs);
    request.on('error', (error: NodeJS.ErrnoException) => fail(`network ${error.code ?? 'error'}`));
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      if (statusCode >= 300 && statusCode < 400) return fail('redirect');
      if (statusCode !== 200) return fail(`http ${statusCode}`);
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > LONGEST_ANSWER) fail('too long');
      });
      response.on('error', () => fail('network cut'));
      response.on('close', () => fail('network cut'));
      response.on('end', () => {
        clearTimeout(timer);
        resolve(Buffer.concat(chunks).toString('utf8'));
      });
    });
    request.end(body);
  });
