import type { Effect, HookRun } from '../../src/hooks/host-outcome/outcome.ts';

/** An answer of a hook, and what Claude Code 2.1.332 was seen to make of it. */
export interface SeenAnswer {
  readonly name: string;
  readonly event: 'PreToolUse' | 'PostToolUse' | 'PostToolUseFailure';
  readonly run: Partial<HookRun>;
  /** What decides first. */
  readonly effect: Effect;
  /** What the model reads of it; null where it reads nothing. */
  readonly told: string | null;
  /** Whether the answer does what it visibly wants. */
  readonly works: boolean;
}

const json = (value: unknown): string => JSON.stringify(value);

/** `hookSpecificOutput` of an event. */
export const nested = (event: string, fields: object): object => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});

const before = (fields: object): object => nested('PreToolUse', fields);
const REASON = 'because-of-this';
const DENY = before({ permissionDecision: 'deny', permissionDecisionReason: REASON });
const REWRITTEN = { command: 'echo rewritten', description: 'd' };

type Row = readonly [name: string, run: Partial<HookRun>, effect: Effect, told: string | null, works: boolean];

const said = (stdout: unknown, exitCode = 0, stderr = ''): Partial<HookRun> => ({
  stdout: typeof stdout === 'string' ? stdout : json(stdout),
  exitCode,
  stderr,
});

const BEFORE: readonly Row[] = [
  ['nothing', {}, 'nothing', null, true],
  ['an empty object', said({}), 'nothing', null, true],
  ['a nested deny', said(DENY), 'denied', REASON, true],
  ['a nested deny and an unknown key at the top', said({ ...DENY, foo: 1 }), 'denied', REASON, true],
  [
    'a nested deny and an unknown key in it',
    said(before({ permissionDecision: 'deny', permissionDecisionReason: REASON, foo: 1 })),
    'denied',
    REASON,
    true,
  ],
  ['a nested deny without a reason', said(before({ permissionDecision: 'deny' })), 'denied', 'Blocked by hook', true],
  [
    'a nested deny with an empty reason',
    said(before({ permissionDecision: 'deny', permissionDecisionReason: '' })),
    'denied',
    'Blocked by hook',
    true,
  ],
  ['a deny at the top', said({ permissionDecision: 'deny', permissionDecisionReason: REASON }), 'nothing', null, false],
  ['decision deny', said({ decision: 'deny', reason: REASON }), 'error', null, false],
  ['decision block', said({ decision: 'block', reason: REASON }), 'denied', REASON, true],
  [
    'decision block beside a nested allow',
    said({ decision: 'block', reason: REASON, ...before({ permissionDecision: 'allow' }) }),
    'denied',
    REASON,
    true,
  ],
  ['both forms in one object', said({ ...DENY, decision: 'deny', reason: REASON }), 'error', null, false],
  [
    'a nested deny that names no event',
    said({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: REASON } }),
    'error',
    null,
    false,
  ],
  [
    'a nested deny that names another event',
    said(nested('PostToolUse', { permissionDecision: 'deny', permissionDecisionReason: REASON })),
    'error',
    null,
    false,
  ],
  [
    'a decision that is none',
    said(before({ permissionDecision: 'block', permissionDecisionReason: REASON })),
    'error',
    null,
    false,
  ],
  [
    'a reason that is no text',
    said(before({ permissionDecision: 'deny', permissionDecisionReason: 7 })),
    'error',
    null,
    false,
  ],
  ['a message that is no text', said({ ...DENY, systemMessage: 7 }), 'error', null, false],
  ['continue as a text', said({ ...DENY, continue: 'false' }), 'error', null, false],
  ['a block beside null', said({ hookSpecificOutput: null, decision: 'block', reason: REASON }), 'error', null, false],
  ['a line before the JSON', said(`hello\n${json(DENY)}`), 'nothing', null, false],
  ['a line behind the JSON', said(`${json(DENY)}\nbye`), 'nothing', null, false],
  ['two objects', said(`${json(DENY)}\n${json(DENY)}`), 'error', null, false],
  ['a byte order mark', said(`\uFEFF${json(DENY)}`), 'denied', REASON, true],
  ['white space around it', said(`\n\n  ${json(DENY)}\n\n`), 'denied', REASON, true],
  ['a list', said([DENY]), 'nothing', null, false],
  ['JSON that is cut', said('{"hookSpecificOutput":{"permissionDecision":"deny"'), 'nothing', null, false],
  ['JSON in braces that does not parse', said('{a:1}'), 'error', null, true],
  ['exit code 1', said('', 1, `blocked: ${REASON}`), 'error', null, false],
  ['exit code 1 with a nested deny', said(DENY, 1), 'denied', REASON, true],
  ['exit code 2', said('', 2, REASON), 'denied', REASON, true],
  ['exit code 2 without a text', said('', 2), 'denied', 'No stderr output', true],
  ['exit code 2 with a text on stdout', said('out', 2), 'denied', 'No stderr output', true],
  ['exit code 2 with a nested deny', said(DENY, 2, 'on stderr'), 'denied', REASON, true],
  ['exit code 2 with a nested allow', said(before({ permissionDecision: 'allow' }), 2, REASON), 'denied', REASON, true],
  [
    'exit code 2 with JSON that is not valid',
    said({ decision: 'deny', reason: 'x' }, 2, REASON),
    'denied',
    REASON,
    true,
  ],
  ['exit code 2 with context', said(before({ additionalContext: 'some context' }), 2, REASON), 'denied', REASON, true],
  ['exit code 2 with a rewrite', said(before({ updatedInput: REWRITTEN }), 2, REASON), 'denied', REASON, true],
  ['exit code 3', said('', 3, 'denied'), 'error', null, false],
  ['exit code 127', said('', 127, 'not found'), 'error', null, true],
  ['a rewrite', said(before({ updatedInput: REWRITTEN })), 'rewritten', null, true],
  [
    'a rewrite and context',
    said(before({ updatedInput: REWRITTEN, additionalContext: 'some context' })),
    'rewritten',
    'some context',
    true,
  ],
  ['a rewrite at the top', said({ updatedInput: REWRITTEN }), 'nothing', null, false],
  ['a rewrite that is no object', said(before({ updatedInput: 'echo rewritten' })), 'error', null, false],
  [
    'a rewrite beside a deny',
    said(before({ permissionDecision: 'deny', permissionDecisionReason: REASON, updatedInput: REWRITTEN })),
    'denied',
    REASON,
    true,
  ],
  ['context', said(before({ additionalContext: 'some context' })), 'context', 'some context', true],
  ['context at the top', said({ additionalContext: 'some context' }), 'nothing', null, false],
  [
    'context beside a deny',
    said(before({ permissionDecision: 'deny', permissionDecisionReason: REASON, additionalContext: 'some context' })),
    'denied',
    REASON,
    true,
  ],
  ['plain text', said('plain text'), 'nothing', null, true],
  ['a message', said({ systemMessage: 'for the person' }), 'shown', null, true],
  ['text on stderr beside exit code 0', said('', 0, 'on stderr'), 'nothing', null, true],
  ['suppressOutput beside a deny', said({ suppressOutput: true, ...DENY }), 'denied', REASON, true],
  ['stopReason alone', said({ stopReason: 'x' }), 'nothing', null, true],
  ['continue: true', said({ continue: true }), 'nothing', null, true],
];

const after = (fields: object): object => nested('PostToolUse', fields);

const AFTER: readonly Row[] = [
  ['decision block', said({ decision: 'block', reason: REASON }), 'fed-back', REASON, true],
  ['decision block without a reason', said({ decision: 'block' }), 'fed-back', 'Blocked by hook', true],
  ['context', said(after({ additionalContext: 'some context' })), 'context', 'some context', true],
  [
    'decision block and context',
    said({ decision: 'block', reason: REASON, ...after({ additionalContext: 'some context' }) }),
    'fed-back',
    REASON,
    true,
  ],
  ['plain text', said('plain text'), 'nothing', null, true],
  ['exit code 2', said('', 2, REASON), 'fed-back', REASON, true],
  ['exit code 2 with context', said(after({ additionalContext: 'some context' }), 2, REASON), 'fed-back', REASON, true],
  ['exit code 1', said('', 1, 'broken'), 'error', null, true],
  ['a message', said({ systemMessage: 'for the person' }), 'shown', null, true],
  ['decision deny', said({ decision: 'deny', reason: REASON }), 'error', null, false],
  [
    'a deny of the call',
    said(after({ permissionDecision: 'deny', permissionDecisionReason: REASON })),
    'nothing',
    null,
    false,
  ],
  ['a deny as before the call', said(DENY), 'error', null, false],
  [
    'another result',
    said(after({ updatedToolOutput: { stdout: 'replaced', stderr: '', interrupted: false, isImage: false } })),
    'replaced',
    null,
    true,
  ],
  ['context at the top', said({ additionalContext: 'some context' }), 'nothing', null, false],
  ['a reason alone', said({ reason: REASON }), 'nothing', null, true],
];

const FAILED: readonly Row[] = [
  ['decision block', said({ decision: 'block', reason: REASON }), 'fed-back', REASON, true],
  [
    'context',
    said(nested('PostToolUseFailure', { additionalContext: 'some context' })),
    'context',
    'some context',
    true,
  ],
  ['exit code 2', said('', 2, REASON), 'fed-back', REASON, true],
];

const rows = (event: SeenAnswer['event'], of: readonly Row[]): SeenAnswer[] =>
  of.map(([name, run, effect, told, works]) => ({ name, event, run, effect, told, works }));

/** Answers about a call, each of which one call in a session of the real client was given. */
export const SEEN_ANSWERS: readonly SeenAnswer[] = [
  ...rows('PreToolUse', BEFORE),
  ...rows('PostToolUse', AFTER),
  ...rows('PostToolUseFailure', FAILED),
];

/** A whole run out of what is said of it. */
export const runOf = (run: Partial<HookRun>): HookRun => ({
  ended: 'exit',
  exitCode: 0,
  stdout: '',
  stderr: '',
  ...run,
});
