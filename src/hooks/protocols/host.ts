import type { Environment } from '../../events/location.ts';

/**
 * Which host sent a payload. Other hosts run Claude Code's registration and set the same variables, so what the
 * payload shows beats the name the registration gives (protocol sheet §3.2, hosts.md §0.3).
 */
export const detectHost = (
  payload: Readonly<Record<string, unknown>>,
  env: Environment,
  named: string | undefined,
): string => {
  if ('cursor_version' in payload) return 'cursor';
  const event = String(payload['hook_event_name'] ?? '');
  if (typeof payload['timestamp'] === 'string') {
    if (/^(Before|After)/.test(event) || env['GEMINI_SESSION_ID'] !== undefined) return 'gemini';
    if (env['QWEN_CODE_SESSION_ID'] !== undefined) return 'qwen';
    return env['COPILOT_CLI'] === undefined ? 'vscode' : 'copilot';
  }
  if ('sessionId' in payload || 'toolName' in payload) return 'copilot';
  if (named !== undefined && named !== CLAUDE_CODE) return named;
  const transcript = String(payload['transcript_path'] ?? '');
  const isCodex = transcript.includes('/.codex/') || ('turn_id' in payload && 'model' in payload);
  return isCodex && env['CLAUDE_CODE_SESSION_ID'] === undefined ? 'codex' : CLAUDE_CODE;
};

export const CLAUDE_CODE = 'claude-code';

/** How to answer a host: in Claude Code's words, in those that all measured hosts understand, or not at all. */
export type AnswerStyle = 'claude-code' | 'universal' | 'silent';

/**
 * Cursor and VS Code, and every other host that runs Claude Code's registration, are recorded and answered with
 * nothing: what they would make of an answer is not known well enough to gate on.
 */
export const answerStyle = (host: string, named: string | undefined): AnswerStyle => {
  if (host === CLAUDE_CODE) return 'claude-code';
  if (host === 'cursor' || host === 'vscode' || named === CLAUDE_CODE) return 'silent';
  return 'universal';
};
