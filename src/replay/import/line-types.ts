/** Types of lines that say nothing an event is made of, beside `user`, `assistant` and `system`. */
const QUIET: ReadonlySet<string> = new Set([
  'attachment',
  'progress',
  'summary',
  'file-history-snapshot',
  'file-history-delta',
  'queue-operation',
  'last-prompt',
  'mode',
  'permission-mode',
  'custom-title',
  'ai-title',
  'agent-name',
  'agent-color',
  'agent-setting',
  'pr-link',
  'bridge-session',
  'atis-latch',
  'tools-used',
  'cost-state',
  'tag',
]);

const SPEAKING: ReadonlySet<string> = new Set(['user', 'assistant', 'system']);

const SUBTYPES: ReadonlySet<string> = new Set([
  'stop_hook_summary',
  'turn_duration',
  'compact_boundary',
  'microcompact_boundary',
  'local_command',
  'api_error',
  'away_summary',
  'informational',
  'bridge_status',
  'scheduled_task_fire',
]);

/** Whether a type of lines is one of a client's transcripts. */
export const isKnownType = (type: string): boolean => SPEAKING.has(type) || QUIET.has(type);

/** The name under which a line is counted as unknown; null of one that is known. */
export const unknownType = (type: string | null, subtype: string | null): string | null => {
  if (type === null) return 'without a type';
  if (!isKnownType(type)) return type;
  return type === 'system' && !SUBTYPES.has(subtype ?? '') ? `system/${subtype ?? '?'}` : null;
};
