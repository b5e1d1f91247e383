import { spawnSync } from 'node:child_process';
import type { Environment } from '../../events/location.ts';

const TIMEOUT_MS = 5000;

/** What a program prints, or null when it cannot be run, fails, or takes longer than five seconds. */
export const outputOf = (program: string, args: readonly string[], env: Environment): string | null => {
  const { status, stdout } = spawnSync(program, args, {
    env: { ...env },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
    windowsHide: true,
  });
  return status === 0 ? stdout : null;
};
