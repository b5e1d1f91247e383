import type { Environment } from '../events/location.ts';

/**
 * The environment for programs of the project that docket starts: the hook's, without what the host gives its hooks alone.
 * What says that an agent runs here stays, so that nothing in it passes for a person.
 */
export const projectEnvironment = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !HOOKS_ONLY.test(name)));

/** The host's own keys (measured.md: CLAUDE_CODE_MESSAGING_TOKEN), and the file through which hooks set variables. */
const HOOKS_ONLY =
  /^(CLAUDE|CODEX|COPILOT|CURSOR|QWEN|OPENCLAW)\w*(TOKEN|SECRET|KEY|PASSWORD|CREDENTIAL|AUTH)|^CLAUDE_ENV_FILE$/;
