import type { Environment } from '../../events/location.ts';
import { projectEnvironment } from '../../hooks/project-environment.ts';
import { TEST_RUN } from '../../hooks/protocols/decode.ts';

/** The environment that tests run in. */
export const testEnvironment = (env: Environment, run: string): Environment => ({
  ...projectEnvironment(env),
  // No runner watches for changes then, and none asks anybody.
  CI: '1',
  [TEST_RUN]: run,
});
