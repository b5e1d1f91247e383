import { newEventId } from '../events/ids.ts';
import { nodeLogFs } from '../events/log-fs.ts';
import { redactData } from '../events/redact.ts';
import { resolvePolicy } from '../gates/policy-files.ts';
import type { HookDeps } from '../hooks/deps.ts';
import { registrationChange } from '../hooks/observers/registration-change.ts';
import { readTestResult } from '../hooks/observers/test-result.ts';
import { understand } from '../shell/understand.ts';
import type { Io } from './io.ts';

/**
 * What trying gates by hand takes from its surroundings; `now` stands for the clock, in milliseconds. Reviewers
 * outside are never asked: to look at a verdict must not send a command away.
 */
export const tryDeps = (io: Pick<Io, 'env' | 'cwd'>, now: number | null = null): HookDeps => ({
  env: io.env,
  cwd: io.cwd,
  now: () => now ?? Date.now(),
  newId: newEventId,
  fs: nodeLogFs,
  redactData,
  host: undefined,
  understand: async (command) => understand(command),
  loadPolicy: async () => ({ resolvePolicy }),
  program: __dirname,
  loadRegistrationReader: async () => ({ registrationChange }),
  loadTestReader: async () => ({ readTestResult }),
  // No reviewer is asked: to look at a verdict must not send a command away.
});
