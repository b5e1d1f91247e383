/** Something that happened, as a policy declares it; each list holds patterns, any of which matches. */
export interface Evidence {
  /** A subagent of such a type finished. */
  readonly agent?: readonly string[];
  /** Such a tool succeeded; where a failure is declared, failed. */
  readonly tool?: readonly string[];
  /** What fields of the tool's input hold. */
  readonly input?: Readonly<Record<string, string>>;
  /** Words that stand as a verdict in what the agent or tool said. */
  readonly says?: readonly string[];
  /** A person approved. */
  readonly approval?: true;
}

/** A call by its tool and what fields of its input hold. */
export interface ToolMatch {
  readonly tool: readonly string[];
  readonly input: Readonly<Record<string, string>>;
}

export interface Phase {
  readonly name: string;
  /** Phases that must be done before it. */
  readonly requires: readonly string[];
  /** Whose work it is: nobody's of these before it is open. */
  readonly agents: readonly string[];
  readonly tools: readonly ToolMatch[];
  /** What completes it, any of these. */
  readonly done: readonly Evidence[];
  readonly failed: readonly Evidence[];
  /** The phase after a failure, and those that stay done. */
  readonly returnsTo: string;
  readonly keeps: readonly string[];
  /** The end of the name of its marker file; null for none. */
  readonly marker: string | null;
}

/** A workflow with nothing left to default. */
export interface Workflow {
  readonly phases: readonly Phase[];
}

export type Workflows = Readonly<Record<string, Workflow>>;

/** Where the run is that is over, and where it is that did not begin. */
export const COMPLETE = 'complete';
export const START = 'start';

/** The workflows that a policy declares, among the options of the gate; null where there are none. */
export const workflowsIn = (options: Readonly<Record<string, unknown>> | undefined): Workflows | null => {
  const workflows = options?.['workflows'];
  return typeof workflows === 'object' && workflows !== null ? (workflows as Workflows) : null;
};

/** Whether a text is as a pattern says, in which `*` stands for anything. Takes time in proportion to both. */
export const matchesPattern = (pattern: string, text: string): boolean => {
  const pieces = pattern.split('*');
  const first = pieces[0] ?? '';
  if (pieces.length === 1) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  const last = pieces.at(-1) ?? '';
  return text.length - last.length >= at && text.endsWith(last);
};

/** The names that a tool goes by: the one that starts subagents was renamed. */
const namesOf = (tool: string): readonly string[] => (tool === 'Agent' || tool === 'Task' ? ['Agent', 'Task'] : [tool]);

/** Whether a tool is one of these. The server of a plugin has a longer name. */
export const isTool = (patterns: readonly string[], tool: string): boolean =>
  patterns.some(
    (pattern) =>
      namesOf(tool).some((name) => matchesPattern(pattern, name)) ||
      (tool.startsWith('mcp__plugin_') &&
        pattern.startsWith('mcp__') &&
        matchesPattern(`mcp__plugin_*_${pattern.slice('mcp__'.length)}`, tool)),
  );
