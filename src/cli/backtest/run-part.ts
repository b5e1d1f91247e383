import { Worker } from 'node:worker_threads';
import type { JudgedSessions } from '../../replay/backtest/judge-sessions.ts';
import { NotFoundError } from '../io.ts';
import { judgePart, type Part } from './part.ts';
import type { WorkerMessage } from './worker.ts';

export interface PartRunner {
  readonly run: (part: Part) => Promise<JudgedSessions>;
}

/** Judges parts in worker threads. `script`: the built worker; null judges them one after the other in this thread. */
export const partRunner = (script: string | null, onProgress: (bytes: number) => void): PartRunner => ({
  run: async (part) => (script === null ? judgePart(part, onProgress) : inWorker(script, part, onProgress)),
});

const inWorker = (script: string, part: Part, onProgress: (bytes: number) => void): Promise<JudgedSessions> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: part });
    let isDone = false;
    const end = (settle: () => void): void => {
      isDone = true;
      settle();
      void worker.terminate();
    };
    worker.on('message', (message: WorkerMessage) => {
      if ('bytes' in message) onProgress(message.bytes);
      else if ('judged' in message) end(() => resolve(message.judged));
      else end(() => reject(new NotFoundError(message.problem)));
    });
    worker.on('error', (error) => end(() => reject(error)));
    worker.on('exit', (code) => {
      if (!isDone) reject(new NotFoundError(`A worker of the backtest ended with ${code}. Try it with --jobs 1.`));
    });
  });
