import type { Environment } from '../../events/location.ts';
import { TEST_RUN } from '../../hooks/protocols/decode.ts';

/**
 * The environment that tests run in: the hook's, without what the host gives its hooks alone. What says that an agent
 * runs here stays, so that nothing in the tests passes for a person.
 */
export const testEnvironment = (env: Environment, run: string): Environment => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !HOOKS_ONLY.test(name))),
  // No runner watches for changes then, and none asks anybody.
  CI: '1',
  [TEST_RUN]: run,
});

/** The host's own keys (measured.md: CLAUDE_CODE_MESSAGING_TOKEN), and the file through which hooks set variables. */
const HOOKS_ONLY =
  /^(CLAUDE|CODEX|COPILOT|CURSOR|QWEN|OPENCLAW)\w*(TOKEN|SECRET|KEY|PASSWORD|CREDENTIAL|AUTH)|^CLAUDE_ENV_FILE$/;
