// The types of a project's own gates, as the package ships them (`docket/gate`). Stands on nothing.

/** Events that a gate of a project can judge: before a call of a tool, after one, and when a prompt was submitted. */
export type CustomGateEvent = 'ToolRequested' | 'ToolCompleted' | 'PromptSubmitted';

/** A gate of a project: the export `gate` of a file in `docket.gates/`. */
export interface CustomGate {
  /** One sentence: what it is for. */
  readonly summary: string;
  readonly on: {
    /** `ToolRequested` where it does not say. */
    readonly events?: readonly CustomGateEvent[];
    /** Names of tools, `*` for any part of a name; all where it does not say. Prompts have none. */
    readonly tools?: readonly string[];
  };
  /** By the part of the id behind the slash: the id is `GATE/RULE`. */
  readonly rules: Readonly<Record<string, CustomRule>>;
}

export interface CustomRule {
  /** What it comes to when a condition does not hold. Only calls that are about to run can be denied or asked about. */
  readonly decision: 'deny' | 'ask' | 'advise';
  /** Null where the rule has nothing to say. The same call must always give the same judgement. */
  judge(call: GateCall): CustomJudgement | null | Promise<CustomJudgement | null>;
}

/** What a rule requires of a call. It fires when one of the conditions does not hold. */
export interface CustomJudgement {
  readonly conditions: readonly CustomCondition[];
  /** One sentence for whoever reads the verdict, when the rule fires. */
  readonly reason: string;
  /** What an advice tells the agent where one sentence is too little. */
  readonly context?: string;
}

export interface CustomCondition {
  /** What is required, in words joined by hyphens: `message-names-a-ticket`. */
  readonly name: string;
  readonly holds: boolean;
  /** What was found instead: a short text, number, list or null. */
  readonly actual: unknown;
  /** What to do so that it holds. */
  readonly remedy?: string;
}

/** What a gate judges from, and all it may judge from. */
export interface GateCall {
  readonly event: CustomGateEvent;
  /** When it happened: ISO 8601, UTC. */
  readonly at: string;
  /** The tool's name; null for a prompt. */
  readonly tool: string | null;
  /** The tool's input as the host sent it. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What was submitted; null for calls. */
  readonly prompt: string | null;
  /** The shell command; null for other tools. */
  readonly command: {
    readonly text: string;
    /** Whether docket could read all of it. */
    readonly understood: boolean;
    /** Names of the programs it would run; null for one that only shows at run time. */
    readonly programs: readonly (string | null)[];
    /** What it would do that docket's own gates are about: `git-commit`, `delete` and others. */
    readonly acts: readonly { readonly kind: string; readonly shown: string }[];
  } | null;
  /** The file that the call writes; null where it writes none. */
  readonly file: {
    /** From the top of the worktree where it lies in it, else absolute. */
    readonly path: string;
    /** What docket takes it for: `source`, `test`, `doc`, `config`, `generated`, `vendored`, `other`. */
    readonly kind: string | null;
    /** Its text now; null where there is none or nobody can read it. */
    readonly before: string | null;
    /** Its text after the call; null where nobody can tell. */
    readonly after: string | null;
  } | null;
  readonly session: {
    readonly id: string;
    readonly kind: string | null;
    readonly permissionMode: string | null;
    /** Files that the session changed so far, from the top of the worktree. */
    readonly changed: readonly string[];
  };
  /** The gate's options in the policy. */
  readonly options: Readonly<Record<string, unknown>>;
}
