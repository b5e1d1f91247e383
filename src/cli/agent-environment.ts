import type { Environment } from '../events/location.ts';
import { AGENT_MARKS } from '../shell/agent-marks.ts';
import { readDocketCall } from '../shell/docket-commands.ts';
import { UsageError } from './io.ts';

/** The variable that says an agent's host started this process; null in a person's terminal. */
export const agentMark = (env: Environment): string | null =>
  AGENT_MARKS.find((name) => (env[name] ?? '') !== '') ?? null;

/**
 * Throws `UsageError` where an agent calls a command that only a person may give: it changes what gates decide, or what
 * the log is worth (DESIGN.md §5). `args` are those of docket, command first.
 */
export const refuseAgents = (args: readonly string[], env: Environment): void => {
  const { command, effect } = readDocketCall(args);
  const mark = agentMark(env);
  if (effect !== 'person' || mark === null) return;
  throw new UsageError(
    `docket ${command} changes what the gates or the log are worth, so only a person may give it, and ${mark} says that an agent runs here. Ask the user to run it in a terminal of their own, not through the agent.`,
  );
};
