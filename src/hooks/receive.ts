import { readv } from 'node:fs';
import { partOf } from '../events/part-of.ts';
import { withoutMark } from './protocols/decode.ts';

/** What arrived on standard input, and how the waiting ended. */
export interface Received {
  readonly bytes: Buffer;
  /** What the bytes parse to; undefined where that was not needed to know that they are whole. */
  readonly parsed?: unknown;
  /** Not one byte arrived in time and a read is still under way: Node then cannot exit in the ordinary way. */
  readonly isStuck: boolean;
}

const FIRST_CHUNK = 64 * 1024;

/**
 * Reads one JSON object from standard input. Stops waiting at its closing brace, at the end of the input, or when
 * nothing arrived for `idleMs` (some hosts never close the pipe); in no case waits longer than `totalMs`. What was there
 * behind the brace is part of the result, so that it makes the input malformed.
 */
export const receive = async (idleMs: number, totalMs: number, fd: number): Promise<Received> => {
  // libuv would start four threads for one read and wait for each.
  const { env } = process;
  const { UV_THREADPOOL_SIZE: chosen } = env;
  env['UV_THREADPOOL_SIZE'] = '1';
  const first = await firstChunk(fd, idleMs);
  // Programs that docket starts get what somebody chose for them.
  if (chosen === undefined) delete env['UV_THREADPOOL_SIZE'];
  else env['UV_THREADPOOL_SIZE'] = chosen;
  if (first === 'stuck') return { bytes: Buffer.alloc(0), isStuck: true };
  if (first === 'retry') return { bytes: await restOfInput([], idleMs, totalMs), isStuck: false };
  const parsed = first.length < FIRST_CHUNK ? wholeObject(first) : undefined;
  if (first.length === 0 || parsed !== undefined) return { bytes: first, isStuck: false, parsed };
  return { bytes: await restOfInput([first], idleMs, totalMs), isStuck: false };
};

/** Tells where the outermost JSON object ends in bytes that arrive in pieces, looking at each byte once. */
export const braceCounter = () => {
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let isClosed = false;
  /** Takes the next bytes; true once the object is closed and only white space followed. */
  return (bytes: Uint8Array): boolean => {
    for (const byte of bytes) {
      if (isClosed) {
        if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
      } else if (isEscaped) isEscaped = false;
      else if (inString) {
        if (byte === 0x5c) isEscaped = true;
        else if (byte === 0x22) inString = false;
      } else if (byte === 0x22) inString = true;
      else if (byte === 0x7b || byte === 0x5b) depth += 1;
      else if (byte === 0x7d || byte === 0x5d) {
        depth -= 1;
        isClosed = depth === 0;
      }
    }
    return isClosed;
  };
};

/** A read that costs no stream: almost every payload comes in one piece. */
const firstChunk = (fd: number, idleMs: number): Promise<Buffer | 'stuck' | 'retry'> =>
  new Promise((resolve) => {
    const buffer = Buffer.allocUnsafeSlow(FIRST_CHUNK);
    readv(fd, [buffer], null, (error, length) => {
      if (error === null) resolve(partOf(buffer, 0, length));
      // A pipe that is not filled yet: a stream waits for it.
      else resolve(error.code === 'EAGAIN' ? 'retry' : Buffer.alloc(0));
    });
    // What arrived while this process was busy elsewhere is taken before it counts as late.
    void inTime(idleMs).then(() => setImmediate(() => resolve('stuck')));
  });

/** After some milliseconds, by the engine's own clock: Node's timers would be compiled for it, at their first use. */
const inTime = (ms: number): Promise<unknown> =>
  Promise.resolve(Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms).value);

const wholeObject = (bytes: Buffer): unknown => {
  const text = bytes.toString();
  if (!text.trimEnd().endsWith('}')) return undefined;
  try {
    return JSON.parse(withoutMark(text));
  } catch {
    return undefined;
  }
};

const restOfInput = (chunks: Buffer[], idleMs: number, totalMs: number): Promise<Buffer> =>
  new Promise((resolve) => {
    const isClosed = braceCounter();
    const end = (): void => {
      clearTimeout(total);
      clearTimeout(idle);
      process.stdin.pause();
      resolve(Buffer.concat(chunks));
    };
    const total = setTimeout(end, totalMs);
    let idle = setTimeout(end, idleMs);
    let closed = chunks.some((chunk) => isClosed(chunk));
    process.stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      closed = isClosed(chunk);
      clearTimeout(idle);
      // What is already on its way behind the brace arrives before this fires.
      idle = setTimeout(end, closed ? 0 : idleMs);
    });
    process.stdin.on('end', end);
    process.stdin.on('error', end);
    if (closed) {
      clearTimeout(idle);
      idle = setTimeout(end, 0);
    }
  });
