import { parentPort, workerData } from 'node:worker_threads';
import type { JudgedSessions } from '../../replay/backtest/judge-sessions.ts';
import { judgePart, type Part } from './part.ts';

/** What a worker says: how many bytes more it is through, what came out, or what went wrong. */
export type WorkerMessage =
  | { readonly bytes: number }
  | { readonly judged: JudgedSessions }
  | { readonly problem: string };

/** The messages are many, and nobody looks so often. */
const TOLD_BYTES = 4 * 1024 * 1024;

const run = (part: Part, say: (message: WorkerMessage) => void): void => {
  let untold = 0;
  const onProgress = (bytes: number): void => {
    untold += bytes;
    if (untold < TOLD_BYTES) return;
    say({ bytes: untold });
    untold = 0;
  };
  try {
    say({ judged: judgePart(part, onProgress) });
  } catch (error) {
    say({ problem: error instanceof Error ? error.message : String(error) });
  }
};

run(workerData as Part, (message) => parentPort?.postMessage(message));
