/** What a tool does, as far as gates care. `other` covers tools nobody classified. */
export type ToolKind = 'shell' | 'write' | 'read' | 'agent' | 'other';

const KINDS: Readonly<Record<string, ToolKind>> = {
  Bash: 'shell',
  Write: 'write',
  Edit: 'write',
  MultiEdit: 'write',
  NotebookEdit: 'write',
  Read: 'read',
  Glob: 'read',
  Grep: 'read',
  LSP: 'read',
  WebFetch: 'read',
  WebSearch: 'read',
  Agent: 'agent',
  Task: 'agent',
};

/** The kind of a tool by its name. Names are an open set: a tool that is not in the table is `other`. */
export const toolKind = (name: unknown): ToolKind =>
  typeof name === 'string' && Object.hasOwn(KINDS, name) ? (KINDS[name] as ToolKind) : 'other';

/** Whether a tool asks the person: the host's own, or a server's of that name. It writes nothing. */
export const isQuestionTool = (name: unknown): boolean =>
  typeof name === 'string' &&
  name.endsWith(QUESTION_TOOL) &&
  (name.length === QUESTION_TOOL.length || (name.startsWith('mcp__') && name.endsWith(`__${QUESTION_TOOL}`)));

const QUESTION_TOOL = 'AskUserQuestion';

/** The file a call of a writing tool writes, or null. */
export const writtenPath = (tool: unknown, input: unknown): string | null => {
  if (toolKind(tool) !== 'write' || typeof input !== 'object' || input === null) return null;
  const { file_path: file, notebook_path: notebook } = input as { file_path?: unknown; notebook_path?: unknown };
  if (typeof file === 'string') return file;
  return typeof notebook === 'string' ? notebook : null;
};

/** Whether an unknown tool's name says that it changes files (`mcp__serena__insert_after_symbol`). */
export const looksLikeWriter = (name: unknown): boolean =>
  typeof name === 'string' && toolKind(name) === 'other' && wordsOf(name).some((word) => WRITING_VERBS.has(word));

/** Whether an unknown tool may change files: it looks like it, or is a server's and does not say that it only reads. */
export const mayWrite = (name: unknown): boolean => {
  if (typeof name !== 'string' || toolKind(name) !== 'other') return false;
  if (isQuestionTool(name)) return false;
  if (looksLikeWriter(name)) return true;
  return (
    name.startsWith('mcp__') && !wordsOf(name.slice(name.lastIndexOf('__'))).some((word) => READING_VERBS.has(word))
  );
};

const wordsOf = (name: string): string[] => name.split(/__|_|-|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());

const WRITING_VERBS = new Set(
  'write edit insert replace create delete remove rename move patch apply append overwrite'.split(' '),
);

const READING_VERBS = new Set(
  'read get list search find grep view show describe query fetch info stat tree glob count diff head tail status'.split(
    ' ',
  ),
);
