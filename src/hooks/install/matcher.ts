import { isJsonObject, type JsonObject } from '../../events/json-object.ts';
import { RUNS_DOCKET } from '../observers/registration-change.ts';
import { isOwnHandler } from './hook-command.ts';

/** One hook of a settings file, as far as docket reports on it. */
export interface SettingsHook {
  readonly event: string;
  readonly matcher: string | undefined;
  /** The handler as it stands in the file. */
  readonly handler: Readonly<Record<string, unknown>>;
}

/**
 * Whether the host runs a group with this matcher for a tool (protocol sheet §1.7, clients from 2.1.195 on). Nothing,
 * the empty text and `*` match everything. Letters, digits, `_`, `-`, space, `,` and `|` alone are a name or a list of
 * names. Anything else is a case-sensitive regular expression that may match anywhere in the name; a broken one
 * matches nothing.
 */
export const matcherMatches = (matcher: string | undefined, tool: string): boolean => {
  if (matcher === undefined || matcher === '' || matcher === '*') return true;
  if (/^[\w\-, |]+$/.test(matcher)) return matcher.split(/[|,]/).some((name) => name.trim() === tool);
  try {
    return new RegExp(matcher).test(tool);
  } catch {
    return false;
  }
};

/**
 * The hooks of a parsed settings file that are not docket's, in the order of the file. Parts of another shape are
 * passed over.
 */
export const foreignHooks = (settings: unknown): SettingsHook[] =>
  allHooks(settings).filter(({ handler }) => !isOwnHandler(handler));

/** The hooks that run docket, also those that a person wrote their own way. */
export const docketHooks = (settings: unknown): SettingsHook[] =>
  allHooks(settings).filter(({ handler }) => isOwnHandler(handler) || RUNS_DOCKET.test(JSON.stringify(handler)));

/** The hooks of a parsed settings file, in the order of the file. */
export const allHooks = (settings: unknown): SettingsHook[] =>
  Object.entries(record(record(settings)?.['hooks']) ?? {}).flatMap(([event, groups]) =>
    list(groups).flatMap((item) => {
      const group = record(item);
      const matcher = typeof group?.['matcher'] === 'string' ? group['matcher'] : undefined;
      return list(group?.['hooks']).flatMap((entry) => {
        const handler = record(entry);
        return handler === undefined ? [] : [{ event, matcher, handler }];
      });
    }),
  );

/**
 * The foreign hooks that may rewrite a call docket rewrites too (a Bash command, the answers to a question) or its result. The
 * host runs all hooks of an event at once and the last to finish wins (§1.0), so such a hook can undo a rewrite, or
 * lose its own. Prompt and agent hooks answer only yes or no, and what an async hook prints changes nothing.
 */
export const foreignRewriters = (settings: unknown): SettingsHook[] =>
  foreignHooks(settings).filter(
    ({ event, matcher, handler }) =>
      REWRITING_EVENTS.has(event) &&
      REWRITING_TYPES.has(String(handler['type'])) &&
      handler['async'] !== true &&
      handler['asyncRewake'] !== true &&
      REWRITTEN_TOOLS.some((tool) => matcherMatches(matcher, tool)),
  );

const REWRITING_EVENTS: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest', 'PostToolUse']);
const REWRITING_TYPES: ReadonlySet<string> = new Set(['command', 'http', 'mcp_tool']);
const REWRITTEN_TOOLS = ['Bash', 'AskUserQuestion'];

const record = (value: unknown): JsonObject | undefined => (isJsonObject(value) ? value : undefined);

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
