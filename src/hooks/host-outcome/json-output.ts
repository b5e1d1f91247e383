import { isJsonObject, type JsonObject } from '../../events/json-object.ts';
import { DRIVEN, documented, type Ground, measured } from './outcome.ts';

/** What Claude Code takes a hook's stdout for. */
export type Output =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly why: string | null }
  | { readonly kind: 'object'; readonly object: JsonObject }
  /** It looks like an object and is none, or one of its fields has a wrong value: all of it is dropped. */
  | ({
      readonly kind: 'void';
      readonly object: JsonObject | null;
      readonly what: string;
      readonly why: string;
    } & Ground);

const CLIENT = measured(DRIVEN);

/**
 * Reads stdout as Claude Code does: only the whole of it, white space and one byte order mark aside, is a JSON object or is
 * not. `permissions` are the values that `permissionDecision` has at the event. `isStrict`: what looks like an object and
 * does not parse is a fault, as later clients have it; before it was plain text.
 */
export const readOutput = (
  stdout: string,
  event: string,
  { permissions, isStrict }: { readonly permissions: readonly string[]; readonly isStrict: boolean },
): Output => {
  const text = stdout.replace(/^\uFEFF/, '').trim();
  if (text === '') return { kind: 'empty' };
  if (!text.startsWith('{') || !text.endsWith('}')) return { kind: 'text', why: whyNoObject(text) };
  let object: JsonObject;
  try {
    object = JSON.parse(text) as JsonObject;
  } catch {
    const why = whyNoObject(text) ?? 'it looks like a JSON object and does not parse';
    return isStrict ? { kind: 'void', object: null, what: 'stdout', why, ...CLIENT } : { kind: 'text', why };
  }
  const fault = faultIn(object, event, permissions);
  return fault === null ? { kind: 'object', object } : { kind: 'void', object, ...fault };
};

/** Why a text that holds an object is none; null where it holds none. */
const whyNoObject = (text: string): string | null => {
  if (text.startsWith('[')) return 'it is a JSON list, and only one object is read';
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  if (first < 0 || last < first) return null;
  if (parses(text.slice(first, last + 1))) {
    const where = first > 0 ? (last < text.length - 1 ? 'before and behind' : 'before') : 'behind';
    return `there is other text ${where} the JSON object, and only the whole of stdout is read as one`;
  }
  const lines = text.split('\n').filter((line) => line.trim().startsWith('{'));
  return lines.filter(parses).length > 1 ? 'there are several JSON objects, and only one is read' : null;
};

const parses = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
};

/** One wrong value voids the whole object. */
const faultIn = (
  object: JsonObject,
  event: string,
  permissions: readonly string[],
): ({ readonly what: string; readonly why: string } & Ground) | null => {
  const { decision, hookSpecificOutput: nested } = object;
  if (decision !== undefined && decision !== 'block' && decision !== 'approve') {
    const why = `at the top it is "block" or "approve", not ${shown(decision)}; another value voids the whole object`;
    return { what: 'decision', why, ...CLIENT };
  }
  const typed = wrongType(object, TYPES, '');
  if (typed !== null) return typed;
  if (nested === undefined) return null;
  if (!isJsonObject(nested))
    return { what: 'hookSpecificOutput', why: 'it is no object, which voids the whole answer', ...CLIENT };
  const name = nested['hookEventName'];
  if (typeof name !== 'string') {
    return {
      what: 'hookSpecificOutput',
      why: 'hookEventName is missing in it, which voids the whole answer',
      ...CLIENT,
    };
  }
  if (name !== event) {
    const why = `it is of ${event}, and this names ${shown(name)}, which voids the whole answer`;
    return { what: 'hookSpecificOutput.hookEventName', why, ...CLIENT };
  }
  const permission = nested['permissionDecision'];
  if (permissions.length > 0 && permission !== undefined && !permissions.includes(permission as string)) {
    const why = `it is one of ${permissions.join(', ')}, not ${shown(permission)}; another value voids the whole answer`;
    return { what: 'hookSpecificOutput.permissionDecision', why, ...CLIENT };
  }
  return wrongType(nested, NESTED_TYPES, 'hookSpecificOutput.');
};

const TYPES: Readonly<Record<string, string>> = {
  continue: 'boolean',
  suppressOutput: 'boolean',
  stopReason: 'string',
  reason: 'string',
  systemMessage: 'string',
};

const NESTED_TYPES: Readonly<Record<string, string>> = {
  permissionDecisionReason: 'string',
  additionalContext: 'string',
  updatedInput: 'object',
};

/** Measured of these; of the other fields the documents name the types. */
const MEASURED_TYPES = new Set(['continue', 'systemMessage', 'permissionDecisionReason', 'updatedInput']);

const wrongType = (object: JsonObject, types: typeof TYPES, at: string) => {
  for (const [name, type] of Object.entries(types)) {
    const value = object[name];
    const fits = value === undefined || (type === 'object' ? isJsonObject(value) : typeof value === type);
    if (fits) continue;
    const ground = MEASURED_TYPES.has(name) ? CLIENT : documented('protocol §1.4');
    return {
      what: `${at}${name}`,
      why: `it is a ${type}, not ${shown(value)}, which voids the whole answer`,
      ...ground,
    };
  }
  return null;
};

/** A value in a few characters; what it holds inside may be nested deeper than can be written. */
export const shown = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= 40 ? text : `${text.slice(0, 39)}…`;
};
