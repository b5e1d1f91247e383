import type { ChildProcess } from 'node:child_process';

export interface Ended {
  readonly stdout: string;
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What a process said, once it ended. */
export const ended = (child: ChildProcess): Promise<Ended> => {
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ stdout, code, signal }));
  });
};
