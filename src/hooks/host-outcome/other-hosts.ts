import type { Effect, Reader } from './outcome.ts';

/** The forms in which hosts take a refusal: `nested` is `hookSpecificOutput.permissionDecision: "deny"`. */
export type DenyForm = 'nested' | 'flat-permission' | 'flat-deny' | 'flat-block';

/** Where in the object a host looks for context. */
export type ContextForm = 'nested' | 'flat';

/** What a host makes of answers at one kind of moment. All of it measured (hosts.md), unless a field says otherwise. */
export interface HostRow {
  readonly deny: readonly DenyForm[];
  /** What a refusal comes to. */
  readonly denied: Effect;
  /** Exit code 2 with text on stderr. */
  readonly exit2: Effect;
  readonly context: readonly ContextForm[];
  /** Who reads plain text on stdout. */
  readonly plain: Reader;
  /** `continue: false`; null where it is ignored. */
  readonly halt: Effect | null;
  readonly source: string;
}

/** Kinds of moments, by what they are to the one who writes a hook. */
export type Moment = 'before' | 'after' | 'end' | 'prompt' | 'start';

export interface HostDialect {
  readonly name: string;
  /** The version that was measured. */
  readonly version: string;
  /** The host's names of the events. */
  readonly events: Readonly<Record<string, Moment>>;
  /** An unknown key, a missing reason or event name is a fault of the hook: the whole answer is dropped. */
  readonly isStrict: boolean;
  /** JSON on stderr is an answer where stdout is empty. */
  readonly readsStderr: boolean;
  /** Exit codes that are neither 0 nor 2, before a tool: `denied-with-text` needs some. */
  readonly otherExit: 'runs' | 'denied' | 'denied-with-text' | 'json';
  /** Fields that rewrite the input of a call, by their path; `allow+` needs a permission beside it. */
  readonly rewrites: readonly string[];
  /** `nested` where `allow` in that form spares the dialog. */
  readonly allows: readonly ('nested' | 'flat')[];
  readonly rows: Readonly<Record<Moment, HostRow>>;
}

const row = (source: string, more: Partial<HostRow>): HostRow => ({
  deny: [],
  denied: 'denied',
  exit2: 'nothing',
  context: [],
  plain: 'nobody',
  halt: null,
  source,
  ...more,
});

const CODEX: HostDialect = {
  name: 'Codex CLI',
  version: '0.171.0',
  events: {
    PreToolUse: 'before',
    PostToolUse: 'after',
    Stop: 'end',
    UserPromptSubmit: 'prompt',
    SessionStart: 'start',
  },
  isStrict: true,
  readsStderr: false,
  otherExit: 'runs',
  rewrites: ['allow+hookSpecificOutput.updatedInput'],
  allows: [],
  rows: {
    before: row('hosts.md §0.1, §1', { deny: ['nested', 'flat-block'], exit2: 'denied', context: ['nested'] }),
    after: row('hosts.md §1', {
      deny: ['flat-block'],
      denied: 'replaced',
      exit2: 'replaced',
      context: ['nested'],
      halt: 'replaced',
    }),
    end: row('hosts.md §0.1, §1', { deny: ['flat-block'], denied: 'goes-on', exit2: 'goes-on', halt: 'halted' }),
    prompt: row('hosts.md §1', {
      deny: ['flat-block'],
      exit2: 'denied',
      context: ['nested'],
      plain: 'model',
      halt: 'denied',
    }),
    start: row('hosts.md §1', { exit2: 'error', context: ['nested'], plain: 'model', halt: 'halted' }),
  },
};

const GEMINI: HostDialect = {
  name: 'Gemini CLI',
  version: '0.61.0',
  events: { BeforeTool: 'before', AfterTool: 'after', AfterAgent: 'end', BeforeAgent: 'prompt', SessionStart: 'start' },
  isStrict: false,
  readsStderr: true,
  otherExit: 'denied-with-text',
  rewrites: ['hookSpecificOutput.tool_input'],
  allows: [],
  rows: {
    before: row('hosts.md §0.1, §2', {
      deny: ['flat-deny', 'flat-block'],
      exit2: 'denied',
      plain: 'person',
      halt: 'halted',
    }),
    after: row('hosts.md §2', {
      deny: ['flat-deny', 'flat-block'],
      denied: 'replaced',
      exit2: 'replaced',
      context: ['nested'],
    }),
    end: row('hosts.md §0.1, §2', { deny: ['flat-deny', 'flat-block'], denied: 'goes-on', exit2: 'goes-on' }),
    prompt: row('hosts.md §2', {
      deny: ['flat-deny', 'flat-block'],
      exit2: 'denied',
      context: ['nested'],
      plain: 'person',
      halt: 'denied',
    }),
    start: row('hosts.md §2', { context: ['nested'], plain: 'person' }),
  },
};

const QWEN: HostDialect = {
  name: 'Qwen Code',
  version: '0.24.4',
  events: {
    PreToolUse: 'before',
    PostToolUse: 'after',
    Stop: 'end',
    UserPromptSubmit: 'prompt',
    SessionStart: 'start',
  },
  isStrict: false,
  readsStderr: true,
  otherExit: 'json',
  rewrites: [],
  allows: [],
  rows: {
    before: row('hosts.md §0.1, §3', { deny: ['nested', 'flat-deny', 'flat-block'], exit2: 'denied', halt: 'denied' }),
    after: row('hosts.md §3', { context: ['nested'], halt: 'replaced' }),
    end: row('hosts.md §0.1, §3', { deny: ['flat-block'], denied: 'goes-on', exit2: 'goes-on', halt: 'goes-on' }),
    prompt: row('hosts.md §3', {
      deny: ['flat-block'],
      exit2: 'denied',
      context: ['nested'],
      plain: 'model',
      halt: 'denied',
    }),
    start: row('hosts.md §3', { context: ['nested'], plain: 'model' }),
  },
};

const COPILOT: HostDialect = {
  name: 'GitHub Copilot CLI',
  version: '1.0.102',
  events: {
    preToolUse: 'before',
    PreToolUse: 'before',
    postToolUse: 'after',
    PostToolUse: 'after',
    agentStop: 'end',
    Stop: 'end',
    userPromptSubmitted: 'prompt',
    UserPromptSubmit: 'prompt',
    sessionStart: 'start',
    SessionStart: 'start',
  },
  isStrict: false,
  readsStderr: false,
  otherExit: 'denied',
  rewrites: ['modifiedArgs'],
  allows: ['flat'],
  rows: {
    before: row('hosts.md §0.1, §4', { deny: ['flat-permission'], exit2: 'denied', context: ['flat'] }),
    after: row('hosts.md §4', { deny: ['flat-block'], denied: 'replaced', context: ['flat'] }),
    end: row('hosts.md §0.1, §4', { deny: ['flat-block'], denied: 'goes-on', exit2: 'shown' }),
    prompt: row('hosts.md §4', { deny: ['flat-block'], context: ['flat'] }),
    start: row('hosts.md §4', { context: ['flat'] }),
  },
};

/** An event name with a capital letter makes Copilot read nested answers before a tool as well. */
const COPILOT_PASCAL: HostDialect = {
  ...COPILOT,
  rewrites: ['modifiedArgs', 'hookSpecificOutput.updatedInput'],
  allows: ['flat', 'nested'],
  rows: {
    ...COPILOT.rows,
    before: { ...COPILOT.rows.before, deny: ['nested', 'flat-permission'], context: ['nested', 'flat'] },
  },
};

const DIALECTS: Readonly<Record<string, HostDialect>> = { codex: CODEX, gemini: GEMINI, qwen: QWEN, copilot: COPILOT };

/** Hosts that start a process for a hook and were measured, Claude Code aside. */
export const OTHER_HOSTS: readonly string[] = Object.keys(DIALECTS);

/** How a host reads answers to an event; null for one that was not measured. */
export const dialectOf = (host: string, event: string): HostDialect | null => {
  if (host === 'copilot' && /^[A-Z]/.test(event)) return COPILOT_PASCAL;
  return Object.hasOwn(DIALECTS, host) ? (DIALECTS[host] as HostDialect) : null;
};
