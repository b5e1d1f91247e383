import type { Environment } from '../events/location.ts';
import { readDocketCall } from '../shell/docket-commands.ts';
import { UsageError } from './io.ts';

/**
 * Variables that hosts set for what their agents run, and for nothing else: Claude Code, Codex, Copilot, Cursor, Gemini
 * and Qwen; and docket itself for the tests that it runs after an agent's write. One is enough, so that taking one away
 * is not. Terminals that a host only stands beside have none of them.
 */
const MARKS = [
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_PID',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'DOCKET_TEST_RUN',
  'GEMINI_CLI',
  'OPENCLAW_SESSION',
  'QWEN_CODE',
];

/** The variable that says an agent's host started this process; null in a person's terminal. */
export const agentMark = (env: Environment): string | null => MARKS.find((name) => (env[name] ?? '') !== '') ?? null;

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
