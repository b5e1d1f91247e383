import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { child, items, nodeAt, objectEntries } from './json-nodes.ts';
import type { Problem } from './outcome.ts';

/** Whether a text holds nothing but white space. */
export const isBlank = (text: string): boolean => /^\uFEFF?[ \t\r\n]*$/.test(text);

/**
 * Why `key` of a text cannot be edited as a property of a JSON object, or null. Comments and trailing commas are fine,
 * white space counts as an empty object.
 */
export const checkJsonObject = (text: string, key: string): Problem | null => {
  if (isBlank(text)) return null;
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { code: 'bad-json', message: 'it is nested too deeply to be read' };
  }
  const [first] = errors;
  if (first !== undefined) {
    const what = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return { code: 'bad-json', message: `it is not valid JSON (${what} at ${lineAndColumn(text, first.offset)})` };
  }
  if (root?.type !== 'object') return { code: 'wrong-shape', message: 'it must hold a JSON object, { … }' };
  return duplicateOf(root, key);
};

/** Why the `hooks` of a settings text are not what the host reads, or null. */
export const checkHooks = (text: string): Problem | null => {
  const hooks = nodeAt(text, ['hooks']);
  if (hooks === undefined) return null;
  const wrong = (where: string, what: string): Problem => ({
    code: 'wrong-shape',
    message: `${where} must be ${what}; the host would not read it either`,
  });
  if (hooks.type !== 'object') return wrong('"hooks"', 'an object with one list of groups for each event');
  for (const [event, list] of objectEntries(hooks)) {
    if (list.type !== 'array') return wrong(`"hooks.${event}"`, 'a list of groups');
    const bad = items(list).findIndex((group) => child(group, 'hooks')?.type !== 'array');
    if (bad >= 0) return wrong(`"hooks.${event}[${bad}]"`, 'an object with a list "hooks"');
  }
  return null;
};

/** The host reads the last of two equal keys, an editor the first: neither place is safe to edit. */
const duplicateOf = (root: Node, key: string): Problem | null => {
  const top = objectEntries(root).filter(([name]) => name === key);
  const inner = objectEntries(top[0]?.[1]).map(([name]) => name);
  const innerTwice = inner.find((name, index) => inner.indexOf(name) !== index);
  const twice = top.length > 1 ? key : innerTwice === undefined ? null : `${key}.${innerTwice}`;
  return twice === null
    ? null
    : { code: 'duplicate-key', message: `"${twice}" stands in it twice; merge the two into one` };
};

const lineAndColumn = (text: string, offset: number): string => {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};
