import type * as z from 'zod/mini';
import { GATES } from '../../gates/gates.ts';
import type { policyFileSchema } from '../../gates/policy-file-schema.ts';
import { type Found, meant } from './found.ts';
import { KEY_REFERENCE } from './key-reference.ts';
import { OPTION_REFERENCE } from './option-reference.ts';

type Checked = ReturnType<typeof policyFileSchema.safeParse>;
type Issue = z.core.$ZodIssue;

/** What does not fit the schema of policy files, each with what would. */
export const issueProblems = (value: unknown, { error }: Checked): Found[] =>
  (error?.issues ?? []).flatMap((issue) => wordsOf(issue, value));

const wordsOf = (issue: Issue, value: unknown): Found[] => {
  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  const found = valueAt(value, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        if (path.length === 0 && GATES.some(({ name }) => name === key))
          return { path: [key], message: `${key} is a gate: it stands in "gates", { "gates": { "${key}": … } }` };
        const names = keysAt(path);
        const other = names.length === 0 ? 'remove it' : `there are ${names.join(', ')}`;
        return { path: [...path, key], message: `there is no key "${key}"${meant(key, names, other)}` };
      });
    case 'invalid_value': {
      const values = issue.values.map(String);
      const hint = typeof found === 'string' ? meant(found, values, listOf(values)) : `: ${listOf(values)}`;
      return [{ path, message: `${shown(found)} is no value here${hint}` }];
    }
    case 'invalid_type':
      return [{ path, message: missingOr(found, `it must be ${KINDS[issue.expected] ?? issue.expected}`) }];
    case 'too_small':
      return [{ path, message: `${shown(found)} is too small: ${least(issue)}` }];
    case 'too_big':
      return [{ path, message: `${shown(found)} is too large: ${most(issue)}` }];
    case 'invalid_format':
      return [{ path, message: `${shown(found)} does not have the form it needs: ${formOf(path)}` }];
    case 'invalid_union': {
      const inner = nearestBranch(issue.errors);
      if (inner.length === 0) return [{ path, message: `${shown(found)} cannot stand here: ${formOf(path)}` }];
      return inner.flatMap((one) => wordsOf({ ...one, path: [...issue.path, ...one.path] }, value));
    }
    case 'invalid_key':
      return [{ path, message: `"${path.at(-1)}" is no name that can stand here` }];
    default:
      return [{ path, message: `${shown(found)} cannot stand here: ${formOf(path)}` }];
  }
};

/** Of several forms a value can have, the one that it is meant to have: where it is wrong deepest inside. Empty where none is. */
const nearestBranch = (branches: readonly (readonly Issue[])[]): readonly Issue[] => {
  const depth = (issues: readonly Issue[]): number =>
    Math.max(0, ...issues.map(({ path, code }) => path.length + (code === 'unrecognized_keys' ? 1 : 0)));
  const deepest = Math.max(0, ...branches.map(depth));
  const near = branches.filter((issues) => depth(issues) === deepest);
  const [best] = near.toSorted((one, other) => one.length - other.length);
  return deepest === 0 || best === undefined ? [] : best;
};

const valueAt = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[key] : undefined),
    value,
  );

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  object: 'an object, { … }',
  record: 'an object, { … }',
  array: 'a list, [ … ]',
};

const missingOr = (found: unknown, message: string): string =>
  found === undefined ? `it is missing: ${message}` : `${shown(found)} cannot stand here: ${message}`;

const LONGEST = 60;

/** A value as it stands in the file, shortened. */
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
};

const listOf = (values: readonly string[]): string => `one of ${values.join(', ')}`;

const least = ({ minimum, inclusive = true }: Extract<Issue, { code: 'too_small' }>): string =>
  inclusive ? `at least ${minimum}` : `more than ${minimum}`;

const most = ({ maximum, inclusive = true }: Extract<Issue, { code: 'too_big' }>): string =>
  inclusive ? `at most ${maximum}` : `less than ${maximum}`;

/** What the documentation says of a key, for what has no shorter words. */
const formOf = (path: readonly (string | number)[]): string => {
  const key = generalKey(path);
  return KEY_REFERENCE.find((one) => one.key === key)?.text ?? '`docket policy explain KEY` says what can';
};

/** The path as the reference has it: `waivers[].rule`. */
const generalKey = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (key, part, index) =>
      typeof part === 'number' ? `${key}[]` : `${key}${index === 0 ? '' : '.'}${isName(path, index) ? '*' : part}`,
    '',
  );

const isName = (path: readonly (string | number)[], index: number): boolean =>
  (path[0] === 'workflows' || path[0] === 'customGates') && index === 1;

/** The keys that can stand in an object. */
const keysAt = (path: readonly (string | number)[]): string[] => {
  const option = path[0] === 'gates' ? OPTION_REFERENCE[String(path[2])] : undefined;
  if (option?.keys !== undefined) {
    const outer = path.slice(3).flatMap((part) => (typeof part === 'string' ? [`${part}.`] : []));
    return namesBelow(outer.join(''), Object.keys(option.keys));
  }
  const at = generalKey(path);
  return namesBelow(
    at === '' ? '' : `${at}.`,
    KEY_REFERENCE.map(({ key }) => key),
  );
};

const namesBelow = (start: string, keys: readonly string[]): string[] =>
  keys.flatMap((key) => {
    const rest = key.slice(start.length);
    return key.startsWith(start) && rest !== '' && !/[.[]/.test(rest) ? [rest] : [];
  });
