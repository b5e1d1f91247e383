import { readSmallFile } from '../../events/git-layout.ts';
import { jsonObject } from '../../events/json-object.ts';
import { contentAfter, editsOf, LARGEST, type TextEdit } from './source/content-after.ts';

/** What a write would do to what is registered for docket in a settings file. */
export type RegistrationChange = 'kept' | 'changed' | 'unknown';

/**
 * Whether a call of Write, Edit or MultiEdit leaves docket's hooks, and what decides whether they run and where they
 * look, as they are. `unknown` where nobody can tell what the file holds, or would hold.
 */
export const registrationChange = (file: string, toolInput: unknown): RegistrationChange => {
  const { exists, before: read, after } = contentAfter(toolInput, file);
  const before = exists ? (read ?? readSmallFile(file, LARGEST)) : '';
  if (before === undefined) return 'unknown';
  if (after !== null) return registered(before) === registered(after) ? 'kept' : 'changed';
  // The host finds a text that is spelled a little differently, or refuses: only what is about hooks matters then.
  const edits = editsOf(toolInput);
  return edits === null || edits.some(isAboutHooks) ? 'unknown' : 'kept';
};

const isAboutHooks = ({ from, to }: TextEdit): boolean => ABOUT_HOOKS.test(`${from} ${to}`);

/** What of a settings file docket depends on, as one text; the same for a file that holds nothing of it and for none. */
const registered = (text: string): string => {
  const settings = parsed(text);
  const { hooks, disableAllHooks, allowManagedHooksOnly, enabledPlugins, env } = settings;
  const entries = Object.entries(jsonObject(hooks)).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group: unknown) => {
      const { matcher, hooks: handlers } = jsonObject(group);
      return (Array.isArray(handlers) ? handlers : [])
        .map((handler) => JSON.stringify([event, matcher, handler]))
        .filter((entry) => RUNS_DOCKET.test(entry));
    }),
  );
  const steering = Object.entries(jsonObject(env)).filter(([name]) => STEERING.test(name));
  // Where it is the host's plugin, this is what registers it.
  const plugin = Object.entries(jsonObject(enabledPlugins)).filter(([id]) => id.startsWith('docket@'));
  const switches = [disableAllHooks ?? false, allowManagedHooksOnly ?? false];
  return JSON.stringify([entries.sort(), ...switches, steering.sort(), plugin.sort()]);
};

/** Hooks that run docket, also those a person wrote their own way. */
export const RUNS_DOCKET = /docket\W+(?:args\W+)?hook\b|(?:docket|hook)\.cjs/;

const ABOUT_HOOKS = /hook|docket|env|plugin/i;

/** Variables that decide which program the hook is, and where it looks for log, policy and project. */
const STEERING =
  /^(?:DOCKET_\w+|CLAUDE_CONFIG_DIR|CLAUDE_PROJECT_DIR|CLAUDE_CODE_SIMPLE|HOME|USERPROFILE|NODE_OPTIONS|PATH|XDG_CONFIG_HOME|XDG_STATE_HOME)$/;

/** A file that is no JSON registers nothing. */
const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return jsonObject(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return {};
  }
};
