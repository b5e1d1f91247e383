import type { Kind } from './kinds.ts';

/**
 * What fields of the host's own data are, by their names wherever they stand in it: payloads, inputs and results of tools.
 * One that is not named here is unknown, unless it lies in a field whose kind is that of all it holds (`INHERITED`).
 */
const NAMES: Partial<Record<Kind, string>> = {
  plain: `tool_input tool_calls tool_name hook_event_name permission_mode source trigger stop_hook_active model from_model to_model
    notification_type memory_type load_reason event action is_interrupt duration_ms interrupted isImage type subtype status
    mode output_mode replace_all offset limit timeout run_in_background subagent_type agent_type agent_id task_id exit_code
    exitCode returnCodeInterpretation numLines numFiles startLine totalLines durationMs bytes effort version level priority
    command_name mcp_server_name userModified noOutputExpected multiSelect oldStart oldLines newStart newLines
    totalDurationMs totalTokens totalToolUseCount isAsync structured head_limit $blob as lost reason code tool_use_id
    message_id turn_id prompt_id index entrypoint`,
  path: `cwd transcript_path agent_transcript_path file_path notebook_path filePath path paths directory old_cwd new_cwd
    worktree_path filenames glob root outputFile output_file persistedOutputPath`,
  words: `prompt message title last_assistant_message delta description question questions header label labels answer answers
    compact_summary custom_instructions thought summary subject plan todos instructions activeForm`,
  content: `content new_string old_string new_source old_source oldString newString originalFile structuredPatch lines stdout stderr
    output error tool_response file_text edits pattern query url result data text file gitDiff diff`,
  command: 'command',
  name: 'teammate_name worktree_name',
  branch: 'git_branch gitBranch',
  session: 'session_id',
};

const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names.split(/\s+/).map((name): [string, Kind] => [name, kind as Kind]),
  ),
);

export const isHostField = (name: string): boolean => KINDS.has(name);

/** What such a field holds is the same at any depth. */
const INHERITED: ReadonlySet<Kind> = new Set(['content', 'words', 'command', 'setting', 'unknown', 'text']);

/** A plain value of a host's is one word: anything else says more than its name. */
const ONE_WORD = /^[\w.:-]{0,64}$/;

/** What a field of a host's data is, in a field of a kind (null at the top). */
export const hostKind = (name: string, around: Kind | null, value: unknown): Kind => {
  const own = KINDS.get(name) ?? null;
  const isPlain = own === 'plain' && (typeof value !== 'string' || ONE_WORD.test(value));
  if (around === 'unknown') return 'unknown';
  if (own !== null && own !== 'plain') return own;
  if (isPlain) return 'plain';
  return around !== null && INHERITED.has(around) ? around : 'unknown';
};
