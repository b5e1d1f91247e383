import { Worker } from 'node:worker_threads';
import type { Changes } from './encode-batch.ts';

/** What the worker has to know. */
export interface AsideData {
  /** The folder of the log, in which blobs are. */
  readonly root: string;
  readonly redactionTexts: readonly string[] | undefined;
}

/** A thread that encodes batches, one after the other. */
export interface Aside {
  /** Rejects where the thread cannot be had, or ends. */
  readonly encode: (lines: readonly string[]) => Promise<Changes>;
  readonly close: () => void;
}

/** Starts the thread. `script`: the built worker. */
export const encodeAside = (script: string, data: AsideData): Aside => {
  const worker = new Worker(script, { workerData: data });
  const asked: { readonly resolve: (changes: Changes) => void; readonly reject: (error: unknown) => void }[] = [];
  let lost: Error | null = null;
  const lose = (error: Error): void => {
    lost ??= error;
    for (const { reject } of asked.splice(0)) reject(lost);
  };
  worker.on('message', (changes: Changes) => asked.shift()?.resolve(changes));
  worker.on('error', lose);
  worker.on('exit', (code) => lose(new Error(`the thread ended with ${code}`)));
  return {
    encode: (lines) =>
      new Promise((resolve, reject) => {
        if (lost !== null) {
          reject(lost);
          return;
        }
        asked.push({ resolve, reject });
        // A line of JSON holds no newline, and one text is handed over much faster than many.
        worker.postMessage(lines.join('\n'));
      }),
    close: () => void worker.terminate(),
  };
};
