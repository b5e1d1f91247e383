import { existsSync } from 'node:fs';
import { HOST_EVENTS } from '../../../events/host-events.ts';
import { foreignRewriters } from '../../../hooks/install/matcher.ts';
import { shellHookName } from '../../../hooks/install/shell-hooks.ts';
import type { Finding } from '../finding.ts';
import type { HookEntry } from '../hook-entries.ts';
import { hookTextOf, lineMatching } from '../hook-text.ts';
import { launchOf } from '../launch.ts';
import { someOf } from '../words.ts';
import type { World } from '../world.ts';
import { isOddTimeout, timeoutOf } from './timeouts.ts';

/** What other hooks do beside docket, as far as their settings and scripts say: nothing of them is run. */
export const checkConflicts = (world: World): Finding[] => {
  const foreign = world.entries.filter(({ kind }) => kind === 'foreign');
  // Where docket is not registered, nothing is beside it.
  const beside = world.docket.length > 0 ? foreign : [];
  return [
    ...rewriters(beside, world),
    ...one('conflict/dead-entry', foreign, (entry) => deathOf(entry, world), {
      says: 'Another hook is registered and cannot do anything.',
      fix: 'Mend the entry, or take it out of the file.',
    }),
    ...one('conflict/timeout-unit', foreign, oddTimeout, {
      says: 'The time-out of another hook is hours long, or no time at all: the client counts seconds.',
      fix: 'Write seconds.',
    }),
    ...one('conflict/exit-1', foreign, (entry) => exitOne(entry, world), {
      says: 'Another hook seems to mean a block and ends with 1, which the client takes for a fault of the hook: the call runs.',
      fix: 'End with exit code 2 and the reason on stderr, or print a decision as JSON and end with 0: docket explain-answer says what comes of each.',
    }),
    ...one('conflict/text-for-json', foreign, (entry) => textBesideJson(entry, world), {
      says: 'Another hook seems to print text beside its JSON: the client then reads no decision in it.',
      fix: 'Send the text to stderr (>&2), so that the JSON stands alone.',
    }),
    ...one('conflict/shell-hooks', beside, shellHookName, {
      says: 'Shell hooks that docket has gates for are still registered: two guards decide, and their state files disagree with the log.',
      fix: 'Take them out of the settings file, as docket init offers; docket views keeps their state files up to date for scripts that read them.',
    }),
  ];
};

/** One finding for all entries of which something can be said. */
const one = (
  id: Finding['id'],
  entries: readonly HookEntry[],
  saidOf: (entry: HookEntry) => string | null,
  words: Pick<Finding, 'says' | 'fix'>,
): Finding[] => {
  const evidence = entries.flatMap((entry) => {
    const said = saidOf(entry);
    return said === null ? [] : [`${entry.event} at ${entry.at}: ${said}`];
  });
  return evidence.length === 0 ? [] : [{ id, ...words, evidence: someOf(evidence) }];
};

const rewriters = (foreign: readonly HookEntry[], world: World): Finding[] => {
  const may = foreign.filter(
    ({ event, matcher, handler }) =>
      foreignRewriters({ hooks: { [event]: [{ matcher, hooks: [handler] }] } }).length > 0,
  );
  const readings = may.map((entry) => ({ entry, read: hookTextOf(entry, world) }));
  const isSure = ({ read }: (typeof readings)[number]): boolean => read !== null && REWRITES.test(read.text);
  const sure = readings.filter(isSure).map(({ entry }) => entry);
  // A line of the shell may start what nobody sees here; what a script does can be read.
  const unsure = readings.filter(({ read }) => read === null || (read.path === null && !REWRITES.test(read.text)));
  return [
    ...one('conflict/rewriter', sure, ({ matcher }) => `on ${matcher || 'every tool'}`, {
      says: 'Another hook rewrites calls that docket rewrites too: all run at once, and the last to finish wins.',
      fix: 'Leave the rewriting of a tool to one of them.',
    }),
    ...one(
      'conflict/may-rewrite',
      unsure.map(({ entry }) => entry),
      ({ matcher }) => `on ${matcher || 'every tool'}`,
      {
        says: 'Other hooks answer for calls that docket may rewrite; whether they rewrite them cannot be read.',
        fix: 'Nothing, where they only look or deny.',
      },
    ),
  ];
};

const REWRITES = /updatedInput|updatedToolOutput/;

const TYPES: readonly unknown[] = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];

/** Events that are sent to no http hook, and ask no model (protocol sheet §1.1, §1.6). */
const LOCAL_EVENTS = ['SessionStart', 'Setup'];

/** Events at which an `if` is looked at; elsewhere a hook that has one never runs. */
const CONDITIONAL_EVENTS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest', 'PermissionDenied'];

/** What the shell does itself. */
const BUILTINS =
  /^(?:\[|\[\[|\.|:|cd|echo|eval|exec|exit|export|false|if|printf|read|set|source|test|true|for|while|case|trap|command|time|umask|ulimit|unset|type|wait|pushd|alias|builtin|declare|local|let)$/;

/** Why a hook never does anything; null where nothing shows that. */
const deathOf = (entry: HookEntry, world: World): string | null => {
  const { event, matcher = '', handler } = entry;
  const { type } = handler;
  if (!(event in HOST_EVENTS)) return 'the client has no such event';
  if (!TYPES.includes(type)) return `the client has no hooks of type ${JSON.stringify(type)}`;
  if (LOCAL_EVENTS.includes(event) && type !== 'command' && type !== 'mcp_tool')
    return `${event} runs no ${type} hooks`;
  if (handler['if'] !== undefined && !CONDITIONAL_EVENTS.includes(event))
    return 'with an "if" it never runs at this event';
  const wrong = brokenMatcher(matcher);
  if (wrong !== null) return wrong;
  if (type !== 'command') return null;
  if (typeof handler['command'] !== 'string' || handler['command'].trim() === '') return 'it has no command';
  const launch = launchOf(entry, world);
  if (launch === null) return null;
  if (launch.script !== null && !existsSync(launch.script)) return `${launch.script} does not exist`;
  if (launch.program !== null || BUILTINS.test(launch.named)) return null;
  return `${launch.named} ${/[\\/]/.test(launch.named) ? 'does not exist' : 'is not on the PATH'}`;
};

const brokenMatcher = (matcher: string): string | null => {
  // A server's name alone; its tools are called mcp__server__tool.
  if (/^mcp__(?!.*__)[\w-]+$/.test(matcher))
    return `"${matcher}" matches no tool; "${matcher}__.*" matches those of the server`;
  if (matcher === '*' || /^[\w\-, |]*$/.test(matcher)) return null;
  try {
    new RegExp(matcher);
    return null;
  } catch {
    return `"${matcher}" is no regular expression`;
  }
};

const oddTimeout = (entry: HookEntry): string | null => {
  const timeout = timeoutOf(entry);
  // Ten minutes are the client's own; whole thousands above that were meant as milliseconds.
  return timeout !== null && isOddTimeout(timeout) && (timeout < 1 || timeout >= 1000) ? `"timeout": ${timeout}` : null;
};

const BLOCKING_EVENTS = ['PreToolUse', 'UserPromptSubmit', 'Stop', 'SubagentStop', 'PreCompact', 'PermissionRequest'];
const EXIT_ONE = /\bexit 1\b|sys\.exit\(1\)|process\.exit\(1\)/;
const RIGHT_WAY = /\bexit 2\b|sys\.exit\(2\)|process\.exit\(2\)|permissionDecision|\bdecision["']?\s*:/;
const BLOCKING_WORDS = /block|den(?:y|ied)|refus|forbid|not allowed|reject|must not|abort/i;

/** How many lines before the end of a script say what it is about. */
const LINES_BEFORE = 3;

const exitOne = (entry: HookEntry, world: World): string | null => {
  if (!BLOCKING_EVENTS.includes(entry.event)) return null;
  const read = hookTextOf(entry, world);
  if (read === null || RIGHT_WAY.test(read.text)) return null;
  const lines = read.text.split('\n');
  const at = lines.findIndex(
    (line, index) =>
      EXIT_ONE.test(line) && BLOCKING_WORDS.test(lines.slice(Math.max(0, index - LINES_BEFORE), index + 1).join('\n')),
  );
  return at < 0 ? null : placeIn(read.path, at + 1);
};

const SPEAKS_JSON = /permissionDecision|hookSpecificOutput|\bdecision["']?\s*:/;

/** A line that prints words, to nowhere else. */
const PRINTS_TEXT =
  /^\s*(?:echo|printf)\s+(?:-\w+\s+)?["']?[A-Za-z*#=][^<>|]*$|^(?!.*stderr)\s*(?:print|console\.log)\((?:f|`)?["'`][A-Za-z*#=][^{]*\)\s*;?$/;

const textBesideJson = (entry: HookEntry, world: World): string | null => {
  const read = hookTextOf(entry, world);
  if (read === null || read.path === null || !SPEAKS_JSON.test(read.text)) return null;
  const line = lineMatching(read.text, PRINTS_TEXT);
  return line === null ? null : placeIn(read.path, line);
};

const placeIn = (path: string | null, line: number): string =>
  path === null ? 'in the line itself' : `${path}:${line}`;
