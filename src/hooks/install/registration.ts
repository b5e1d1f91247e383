import { HOST_EVENTS, type HostEventName } from '../../events/host-events.ts';
import { type HookCommand, shellLine } from './hook-command.ts';
import { compareVersions, isAtLeast } from './versions.ts';

/** One handler of the host's settings, as docket writes it. `timeout` is in seconds. */
export interface HookHandler {
  readonly type: 'command';
  readonly command: string;
  readonly args?: readonly string[];
  readonly timeout: number;
  /** The host denies the call where the hook cannot be started, takes too long or breaks down. */
  readonly onFailure?: 'block';
}

/** A group without a matcher: it runs for every tool, every source, every trigger. */
interface HookGroup {
  readonly hooks: readonly [HookHandler];
}

export type Registration = Readonly<Partial<Record<HostEventName, HookGroup>>>;

export interface RegistrationInput {
  /** `major.minor.patch` of the client, or null when it is not known. */
  readonly clientVersion: string | null;
  readonly command: HookCommand;
  /** Whether llm-review may run, which asks another program. */
  readonly llmReview: boolean;
  /** Whether the lint gate runs a linter. */
  readonly lint: boolean;
  /** The events that are to be denied where docket itself is missing: `failClosedEvents` of the policy. */
  readonly failClosed?: readonly HostEventName[];
}

/**
 * What is registered when the version is not known. Since 2.1.101 the host ignores an event name it does not know,
 * older ones drop the whole settings file because of it (protocol sheet §1.1). So an unknown client gets the events
 * that existed by then: complete for nothing newer, but harmless from 2.1.89 on, and in shell form, which all
 * understand. `claude` is missing from the PATH mostly where an editor carries a client of its own, a recent one.
 */
export const UNKNOWN_CLIENT_BASELINE = '2.1.101';

/**
 * The `hooks` entries of a settings file: every event the client knows, each with a time-out of its own, in seconds.
 *
 * - Never WorktreeCreate, whose hook replaces what git does, nor MessageDisplay, which holds up the screen.
 * - PreSkillShellCommand only for clients that have it (2.1.332): older ones open a dialog at start-up.
 * - Exec form (`args`) from 2.1.139 on: no shell, so no quoting and no noise of a shell profile. Older clients would
 *   ignore `args` and run the bare program.
 * - SessionEnd has an explicit time-out because the host's own is 1.5 s for all hooks together (§1.5).
 * - `onFailure: "block"` from 2.1.295 on, where the policy wants a gate to fail closed; older clients would ignore it.
 *
 * The hook is told its time-out, and answers within half of it (DESIGN.md §1.3).
 */
export const registrationFor = (input: RegistrationInput): Registration => {
  const version = input.clientVersion ?? UNKNOWN_CLIENT_BASELINE;
  const inExecForm = input.command.canExec && isAtLeast(version, EXEC_FORM_SINCE);
  const names = EVENT_NAMES.filter((name) => !NEVER.has(name) && isAtLeast(version, HOST_EVENTS[name].since));
  const groups = names.map((name): [HostEventName, HookGroup] => [
    name,
    { hooks: [handlerFor(name, input, inExecForm, version)] },
  ]);
  return Object.fromEntries(groups);
};

/**
 * The oldest client that reads a registration without harm: one that knows every event in it or tolerates unknown
 * ones, and the form of its commands. A committed file is read by teammates' clients too.
 */
export const oldestClientFor = (registration: Registration): string => {
  if (registration.PreSkillShellCommand !== undefined) return HOST_EVENTS.PreSkillShellCommand.since;
  if (registration.PreToolUse?.hooks[0].args !== undefined) return EXEC_FORM_SINCE;
  const newest = EVENT_NAMES.filter((name) => registration[name] !== undefined)
    .map((name): string => HOST_EVENTS[name].since)
    .reduce((a, b) => (compareVersions(a, b) >= 0 ? a : b));
  return compareVersions(newest, UNKNOWN_EVENTS_TOLERATED_SINCE) < 0 ? newest : UNKNOWN_EVENTS_TOLERATED_SINCE;
};

const EVENT_NAMES = Object.keys(HOST_EVENTS) as HostEventName[];

const NEVER: ReadonlySet<HostEventName> = new Set(['WorktreeCreate', 'MessageDisplay'] as const);

const EXEC_FORM_SINCE = '2.1.139';

/** The first client with `onFailure` on command hooks. */
export const ON_FAILURE_SINCE = '2.1.295';

const UNKNOWN_EVENTS_TOLERATED_SINCE = '2.1.101';

/** Half of it holds both reviewers' time-outs, 3 and 5 seconds, and the call around them. */
const LLM_REVIEW_TIMEOUT = 20;

const timeoutFor = (event: HostEventName, { llmReview, lint }: RegistrationInput): number => {
  if (event === 'PreToolUse' && llmReview) return LLM_REVIEW_TIMEOUT;
  if (event === 'Stop' || (event === 'PostToolUse' && lint)) return 10;
  return 5;
};

const handlerFor = (
  event: HostEventName,
  input: RegistrationInput,
  inExecForm: boolean,
  version: string,
): HookHandler => {
  const { command, failClosed = [] } = input;
  const timeout = timeoutFor(event, input);
  const args = [...command.args, '--host', 'claude-code', '--timeout', String(timeout)];
  const isClosed = failClosed.includes(event) && isAtLeast(version, ON_FAILURE_SINCE);
  const posture = isClosed ? ({ onFailure: 'block' } as const) : {};
  return inExecForm
    ? { type: 'command', command: command.program, args, timeout, ...posture }
    : { type: 'command', command: shellLine([command.program, ...args]), timeout, ...posture };
};
