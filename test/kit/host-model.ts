export interface HookAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export interface HostReading {
  /** Whether the tool goes on to the host's own permission rules. */
  readonly runs: boolean;
  readonly reason: string | null;
  /** `allow` or `ask`, which bear on the host's own permission rules. */
  readonly permission: string | null;
  readonly input: Record<string, unknown> | null;
  readonly context: string | null;
}

/**
 * What Claude Code makes of a PreToolUse hook's answer, as measured on 2.1.332: the whole of stdout must be one JSON
 * object; a `decision` it does not know voids the object; a decision must be nested and name its event; exit 2 blocks.
 */
export const hostReads = (event: 'PreToolUse', { stdout, stderr, exitCode }: HookAnswer): HostReading => {
  const object = parsed(stdout);
  const nested =
    object === null || !isValid(object, event) ? null : (object['hookSpecificOutput'] as Record<string, unknown>);
  const decision = nested?.['permissionDecision'];
  const isDenied = decision === 'deny' || object?.['decision'] === 'block' || exitCode === 2;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    runs: !isDenied,
    reason: isDenied ? (text(nested?.['permissionDecisionReason']) ?? text(object?.['reason']) ?? stderr) : null,
    permission: decision === 'allow' || decision === 'ask' ? decision : null,
    input: (nested?.['updatedInput'] as Record<string, unknown> | undefined) ?? null,
    context: text(nested?.['additionalContext']),
  };
};

const parsed = (stdout: string): Record<string, unknown> | null => {
  const text = stdout.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
};

const isValid = (object: Record<string, unknown>, event: string): boolean => {
  const { decision, hookSpecificOutput } = object;
  if (decision !== undefined && decision !== 'block' && decision !== 'approve') return false;
  return (
    typeof hookSpecificOutput === 'object' &&
    hookSpecificOutput !== null &&
    (hookSpecificOutput as { hookEventName?: unknown }).hookEventName === event
  );
};
