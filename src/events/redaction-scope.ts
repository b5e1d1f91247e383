import type { CleanTexts } from './clean-texts.ts';
import { mayBeEncoded } from './encoded-text.ts';
import { hostEventName, UNKNOWN_HOST_EVENT } from './host-event-types.ts';
import type { OwnRules } from './own-rules.ts';
import { mayFind, TEXT_RULES, type TextRule } from './redact-text.ts';
import { SECRET_NAME_ANCHORS } from './secret-names.ts';

/** What is looked for in one text or one event's data, and what was found. */
export interface Found {
  /** The rules that may find something in it: most lines need a few of all. */
  readonly rules: readonly TextRule[];
  /** Whether a field's name can be that of a secret at all. */
  readonly mayBeNamed: boolean;
  readonly off: ReadonlySet<string>;
  readonly hits: Set<string>;
  /** Texts in which none of the rules finds anything, where they are remembered. */
  readonly clean?: CleanTexts;
  /** The same without rules of the project, where it has any. */
  readonly builtIn?: Found;
  /** Fields in which something else is looked for. */
  readonly apart?: { readonly names: ReadonlySet<string>; readonly atAnyDepth: boolean; readonly found: Found };
}

/**
 * What to look for in a text, or in data by its JSON text; null when it has none. In docket's own events rules of a
 * project look at less.
 */
export const lookFor = (text: string | null, { rules, off }: OwnRules, isDocketData = false): Found => {
  const folded = text?.toLowerCase() ?? '';
  const isPlain = text !== null && !mayBeEncoded(text);
  const isThere = isPlain ? mayFind(text) : null;
  const built = TEXT_RULES.filter((rule) => !off.has(rule.name) && isThere?.(rule) !== false);
  const mayBeNamed = text === null || SECRET_FIELD_ANCHORS.some((anchor) => folded.includes(anchor));
  const hits = new Set<string>();
  const builtIn: Found = { rules: built, mayBeNamed, off, hits };
  if (rules.length === 0) return builtIn;
  const whole: Found = { ...builtIn, rules: [...built, ...rules], builtIn };
  return isDocketData
    ? { ...builtIn, apart: { names: FREE_TEXTS, atAnyDepth: true, found: whole } }
    : { ...whole, apart: { names: DECISIVE, atAnyDepth: false, found: builtIn } };
};

/**
 * The fields of docket's own events that hold what others wrote. In all else of them (ids, decisions, branches, edits)
 * rules of a project could only do harm: gates judge by it.
 */
const FREE_TEXTS: ReadonlySet<string> = new Set([
  ...['raw', 'message', 'reason', 'problems', 'actual', 'remedy', 'path', 'directory', 'sources', 'remote'],
  ...['programs', 'program', 'shown', 'prompt', 'entrypoint', 'nobodyCanAnswer'],
]);

/** Where a command's paths lead, with all that stands in it: gates compare these. */
const JUDGED: ReadonlySet<string> = new Set(['paths', 'temporary', 'moved']);

/** The fields of a host's events that gates judge by, where they stand in the event itself. */
const DECISIVE: ReadonlySet<string> = new Set(['tool_name', 'permission_mode', 'hook_event_name', 'source']);

/** Names of tool inputs' fields by which files and commands are known. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  ...['command', 'file_path', 'notebook_path', 'content', 'edits', 'old_string', 'new_string'],
]);

/** The names that hosts give their fields are no texts of a project. */
export const keyRules = (key: string, found: Found, depth: number): Found =>
  found.builtIn !== undefined && (depth === 0 || KNOWN_FIELDS.has(key)) ? found.builtIn : found;

/** What to look for in the field of this name. */
export const lookedForIn = (key: string, found: Found): Found => {
  if (found.apart === undefined) return found;
  const { apart, ...others } = found;
  if (apart.atAnyDepth && JUDGED.has(key)) return others;
  if (apart.names.has(key)) return apart.found;
  return apart.atAnyDepth ? found : others;
};

/** Whether an event of this type holds what a host sent, rather than what docket says. */
export const isHostType = (type: string): boolean => type === UNKNOWN_HOST_EVENT || hostEventName(type) !== undefined;

/** Lower-case texts of which one is in every name of a field whose value goes. */
const SECRET_FIELD_ANCHORS = [...SECRET_NAME_ANCHORS, 'kie', 'horization'];
