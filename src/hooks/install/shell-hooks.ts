import type { SettingsHook } from './matcher.ts';
import { startedScript } from './started-script.ts';

/** A script of the shell hooks from before docket, and what does its work now. */
interface ShellHook {
  /** The host's events it was registered for. */
  readonly events: readonly string[];
  /** docket's gates; none where the log alone replaces it. */
  readonly gates: readonly string[];
  /** How, for people. */
  readonly now: string;
}

/**
 * The scripts of such setups that docket does the work of, by name without `.sh`, in the order they were called
 * (seed 000, "Related Files"; seed 001, "Hook Details"; seed 003; seed 004). `post-edit-format` is not among them: it
 * also formats, and docket formats nothing.
 */
export const SHELL_HOOKS: Readonly<Record<string, ShellHook>> = {
  'update-check': {
    events: ['SessionStart'],
    gates: ['update-check'],
    now: 'looks for a newer docket, not for one of a repository; off until you name it',
  },
  'session-init': { events: ['SessionStart'], gates: ['session-init'], now: 'tells where things stand' },
  'prompt-submit': { events: ['UserPromptSubmit'], gates: ['prompt-submit'], now: 'tells what belongs to a prompt' },
  guard: { events: ['PreToolUse'], gates: ['guard'], now: 'parses commands instead of searching them' },
  'destructive-guard': { events: ['PreToolUse'], gates: ['guard'], now: 'with careful mode: `docket careful on`' },
  'auto-review': { events: ['PreToolUse'], gates: ['auto-review'], now: 'allows only under strict' },
  'llm-review': { events: ['PreToolUse'], gates: ['llm-review'], now: 'off until you name it' },
  'codegraph-nudge': { events: ['PreToolUse'], gates: ['codegraph-nudge'], now: 'counts turns from the log' },
  'codegraph-turn-mark': {
    events: ['PostToolUse'],
    gates: ['codegraph-nudge'],
    now: 'the log knows what was asked in a turn',
  },
  'test-gate': { events: ['PreToolUse'], gates: ['test-gate'], now: 'one warning, then a deny' },
  'mock-gate': { events: ['PreToolUse'], gates: ['mock-gate'], now: 'one warning, then a deny' },
  'branch-guard': { events: ['PreToolUse'], gates: ['branch-guard'], now: 'protected branches are policy' },
  'doc-gate': { events: ['PreToolUse'], gates: ['doc-gate'], now: 'reads the code instead of its first lines' },
  'plan-check': { events: ['PreToolUse'], gates: ['plan-check'], now: 'the plan and its age' },
  lint: { events: ['PostToolUse'], gates: ['lint'], now: 'tells a problem once' },
  track: { events: ['PostToolUse'], gates: [], now: 'the log itself; evidence ends by content' },
  'code-review': { events: ['PostToolUse'], gates: ['code-review'], now: 'suggests a review after a large change' },
  'plan-validate': { events: ['PostToolUse'], gates: ['plan-validate'], now: 'judges the plan after each write' },
  'test-runner': { events: ['PostToolUse'], gates: ['test-runner'], now: 'a detached run, its result in the log' },
  'post-tool-review-state': {
    events: ['PostToolUse'],
    gates: ['stop-guard'],
    now: 'reviews are events (ReviewRecorded)',
  },
  'stop-guard': { events: ['Stop'], gates: ['stop-guard'], now: 'asks for tests and reviews of what changed' },
  surface: { events: ['Stop'], gates: ['surface'], now: 'audits decisions' },
  'session-summary': { events: ['Stop'], gates: ['session-summary'], now: 'what the session did' },
  'forward-motion': { events: ['Stop'], gates: ['forward-motion'], now: 'sends a bare "done" back once' },
  notify: { events: ['Notification'], gates: ['notify'], now: 'on the desktop' },
  'subagent-start': { events: ['SubagentStart'], gates: ['subagent-start'], now: 'tells a subagent what it needs' },
  'check-planner': {
    events: ['SubagentStop'],
    gates: ['check-planner'],
    now: 'findings are told with the next prompt',
  },
  'check-implementer': {
    events: ['SubagentStop'],
    gates: ['check-implementer'],
    now: 'findings are told with the next prompt',
  },
  'check-guardian': {
    events: ['SubagentStop'],
    gates: ['check-guardian'],
    now: 'findings are told with the next prompt',
  },
  'compact-preserve': { events: ['PreCompact'], gates: ['compact-preserve'], now: 'what a compaction would lose' },
  'session-end': { events: ['SessionEnd'], gates: [], now: 'nothing is left to clean up' },
  'question-preference-hook': { events: ['PreToolUse'], gates: ['question-preference'], now: '`docket questions`' },
  'auq-error-fallback-hook': {
    events: ['PostToolUse', 'PostToolUseFailure'],
    gates: ['question-fallback'],
    now: 'listens where the host reports a lost question',
  },
};

/** What the lines of seed 002 that keep markers of phases are called here. */
export const MARKER_LINE = 'workflow markers';

/**
 * Which of those a hook of a settings file is: the script's name, `MARKER_LINE`, or null for any other hook. A line
 * that does anything beside starting that one script is a person's own, and so is a script of such a name elsewhere than
 * in a folder `hooks` or for another event.
 */
export const shellHookName = ({ event, handler }: Pick<SettingsHook, 'event' | 'handler'>): string | null => {
  const { type, command } = handler;
  if (type !== 'command' || typeof command !== 'string') return null;
  const name = SCRIPT.exec(startedScript(handler) ?? '')?.[1] ?? '';
  if (Object.hasOwn(SHELL_HOOKS, name)) return SHELL_HOOKS[name]?.events.includes(event) === true ? name : null;
  return keepsMarkers(event, command) ? MARKER_LINE : null;
};

const SCRIPT = /(?:^|[\\/])hooks[\\/](?:\.?[\\/])*([\w-]+?)(?:\.(?:sh|ts|[cm]?js))?$/;

/** `test -f .feature-plan-approved || exit 1`, `touch .feature-analysis-done`: nothing but looking at, making and removing markers. */
const keepsMarkers = (event: string, command: string): boolean => {
  if (!MARKER_EVENTS.includes(event) || !MARKER.test(command)) return false;
  const programs = command
    .replace(/'[^']*'|"[^"$`]*"/g, 'text')
    .split(/&&|\|\||[;|()\n]/)
    .map((part) => part.replace(/^(?:\s*(?:if|then|else|elif|!|\{))+\s/, ' ').trim())
    .filter((part) => part !== '' && !/^(?:fi|\})$/.test(part));
  return programs.every((part) => MARKER_PROGRAM.test(part) && !/[$`<]|>(?!&2)/.test(part));
};

const MARKER_EVENTS = ['PreToolUse', 'PostToolUse', 'Stop', 'SubagentStop'];
const MARKER =
  /(?:^|[\s/])\.[A-Za-z0-9{][\w{}-]*-(?:analysis-done|plan-approved|execution-done|audit-passed|audit-failed)\b/;
const MARKER_PROGRAM =
  /^(?:(?:test|\[)\s.*\.[\w{}-]+-(?:done|approved|passed|failed)\b.*|touch\s+(?:\.[\w{}-]+-(?:done|approved|passed|failed)\s*)+|rm\s+(?:-f\s+)?(?:\.[\w{}-]+-(?:done|approved|passed|failed)\s*)+|echo\b.*|exit\s+\d+|true|false)$/;
