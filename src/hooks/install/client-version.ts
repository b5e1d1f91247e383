import { spawnSync } from 'node:child_process';
import type { Environment } from '../../events/location.ts';
import { parseVersion } from './versions.ts';

const DETECTION_TIMEOUT_MS = 2000;

/**
 * The version of the Claude Code client that `claude` on the PATH starts, or null when there is none, it fails, or it
 * does not answer within `timeoutMs` milliseconds. Waits for it.
 */
export const detectClientVersion = (env: Environment, timeoutMs = DETECTION_TIMEOUT_MS): string | null => {
  const { status, stdout } = spawnSync('claude', ['--version'], {
    env: { ...env },
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
    windowsHide: true,
  });
  return status === 0 ? parseVersion(stdout) : null;
};
