import { type Node, type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { isJsonObject } from '../../events/json-object.ts';
import { GATES } from '../../gates/gates.ts';
import { policyFileSchema } from '../../gates/policy-file-schema.ts';
import { type PolicySource, resolvePolicy } from '../../gates/policy-files.ts';
import { gateKeys, gateRules, PERSONAL_OPTION } from '../../gates/policy-names.ts';
import { type Found, meant } from './found.ts';
import { issueProblems } from './issue-words.ts';
import { optionProblems } from './option-problems.ts';
import { type Path, type Position, positionAt, positionOf, treeOf } from './positions.ts';

/** Something wrong with a policy file, and where. */
export interface FileProblem extends Position {
  /** The key it is about, from the top; empty for the file. */
  readonly key: string;
  readonly message: string;
}

/** All that is wrong with a file, by where it stands; what a hook would say of it, and what only an editor would see. */
export const fileProblems = (source: PolicySource): readonly FileProblem[] => {
  const { text } = source;
  if (text === null) {
    return [atTop('it is there and cannot be read: make it a readable file of less than 1 MB, no link, or remove it')];
  }
  const json = text.replace(/^\uFEFF/, '');
  if (json.trim() === '') return [atTop('it is empty: write {} or what you want into it, or remove it')];
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return syntaxProblems(text);
  }
  const tree = treeOf(text);
  const found = [...issueProblems(value, policyFileSchema.safeParse(value)), ...nameProblems(value, source)];
  const placed = found.map(({ path, message }) => ({ ...positionOf(text, tree, path), key: keyOf(path), message }));
  return inOrder([...placed, ...duplicates(text, tree)]);
};

const atTop = (message: string): FileProblem => ({ line: 1, column: 1, key: '', message });

const keyOf = (path: Path): string => path.join('.');

const inOrder = (problems: readonly FileProblem[]): FileProblem[] =>
  problems.toSorted((one, other) => one.line - other.line || one.column - other.column);

const syntaxProblems = (text: string): FileProblem[] => {
  const errors: ParseError[] = [];
  try {
    parse(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text, errors, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [atTop('it is nested too deeply to be read')];
  }
  if (errors.length === 0) return [atTop('it is not JSON')];
  // What follows the first one is often only what that one led to.
  const [first] = errors.toSorted((one, other) => one.offset - other.offset) as [ParseError];
  return [{ ...positionAt(text, first.offset), key: '', message: syntaxWords(first) }];
};

const syntaxWords = ({ error }: ParseError): string =>
  printParseErrorCode(error) === 'InvalidCommentToken'
    ? 'a comment, which JSON does not have: remove it'
    : `it is not JSON here: ${printParseErrorCode(error)
        .replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
        .toLowerCase()}`;

/** Keys that stand twice in one object: the last one counts, and whoever reads the first one is misled. */
const duplicates = (text: string, tree: Node | undefined): FileProblem[] => {
  const found: FileProblem[] = [];
  const walk = (node: Node, at: Path): void => {
    const names = new Set<string>();
    for (const [index, child] of (node.children ?? []).entries()) {
      if (node.type === 'array') walk(child, [...at, index]);
      if (child.type !== 'property') continue;
      const [name, value] = child.children ?? [];
      const key = String(name?.value);
      const path = [...at, key];
      if (names.has(key)) {
        const message = `"${key}" stands here a second time, and only the last one counts: keep one`;
        found.push({ ...positionAt(text, name?.offset ?? 0), key: keyOf(path), message });
      }
      names.add(key);
      if (value !== undefined) walk(value, path);
    }
  };
  if (tree !== undefined) walk(tree, []);
  return found;
};

type Properties = Readonly<Record<string, unknown>>;

/** Gates, rules, options and other names that do not exist or cannot be meant. */
const nameProblems = (value: unknown, source: PolicySource): Found[] => {
  if (!isJsonObject(value)) return [];
  return [...gateProblems(value['gates'], source), ...pieceProblems(value, source)];
};

const gateProblems = (gates: unknown, source: PolicySource): Found[] =>
  Object.entries(isJsonObject(gates) ? gates : {}).flatMap(([name, gate]): Found[] => {
    const path = ['gates', name];
    const known = GATES.find((one) => one.name === name);
    if (known === undefined) {
      if (isTopKey(name)) return [{ path, message: misplaced(name) }];
      if (isJsonObject(gate) && typeof gate['file'] === 'string')
        return [
          { path, message: `there is no gate "${name}": one of the project stands in "customGates", at the top` },
        ];
      const names = GATES.map((one) => one.name);
      return [{ path, message: `there is no gate "${name}"${meant(name, names, '`docket gates` lists them')}` }];
    }
    if (!isJsonObject(gate)) return [];
    const keys = gateKeys(name, source.isPersonal === true);
    const rules = gateRules(known.name);
    return [
      ...Object.keys(gate).flatMap((key): Found[] =>
        keys.includes(key) ? [] : [{ path: [...path, key], message: unknownOption(name, key, keys) }],
      ),
      ...optionProblems(name, gate),
      ...Object.keys(isJsonObject(gate['rules']) ? gate['rules'] : {}).flatMap((rule): Found[] =>
        rules.includes(rule)
          ? []
          : [
              {
                path: [...path, 'rules', rule],
                message: `${name} has no rule "${rule}"${meant(rule, rules, `it has ${rules.join(', ')}`)}`,
              },
            ],
      ),
    ];
  });

const unknownOption = (gate: string, key: string, keys: readonly string[]): string =>
  gate === 'llm-review' && key === PERSONAL_OPTION
    ? `only the user's own docket/config.json may set "${key}": remove it, and renew a key that stood there`
    : gateRules(gate).includes(key)
      ? `${key} is a rule of ${gate}: it stands in "rules", { "rules": { "${key}": … } }`
      : isTopKey(key)
        ? misplaced(key)
        : `${gate} has no option "${key}"${meant(key, keys, `it has ${keys.join(', ')}`)}`;

const isTopKey = (key: string): boolean => key in policyFileSchema.shape;

const misplaced = (key: string): string =>
  `"${key}" does not belong here: it stands at the top of the file, beside "gates"`;

/** Each part of a file that can be wrong by itself, judged by itself as a hook would, so that it is known where it stands. */
const pieceProblems = (value: Properties, { path, isPersonal }: PolicySource): Found[] =>
  pieces(value).flatMap(({ at, alone }) => {
    const source = { path, text: JSON.stringify(alone), ...(isPersonal === undefined ? {} : { isPersonal }) };
    const { problems, broken } = resolvePolicy([source]);
    // What does not fit the schema is told with the whole file.
    return broken ? [] : problems.map((problem) => ({ path: at, message: wordsOf(problem, path, alone) }));
  });

/** A problem without the file's path, which stands before it; of a name that there is not with what is near it. */
const wordsOf = (problem: string, path: string, alone: Properties): string => {
  if (!problem.endsWith(' which is neither a gate nor a rule')) return withoutPath(problem, path);
  const name = ruleIn(alone);
  const names = GATES.flatMap((gate) => [gate.name, ...gate.rules.map(({ id }) => id)]);
  return `there is no gate or rule "${name}"${meant(name, names, '`docket policy explain GATE` lists rules')}`;
};

const ruleIn = ({ careful, waivers }: Properties): string => {
  const [waiver] = Array.isArray(waivers) ? waivers : [];
  const [name] = isJsonObject(careful) && Array.isArray(careful['rules']) ? careful['rules'] : [];
  return String(isJsonObject(waiver) ? waiver['rule'] : name);
};

const withoutPath = (problem: string, path: string): string =>
  problem.startsWith(path) ? problem.slice(path.length).replace(/^:? /, '') : problem;

interface Piece {
  readonly at: Path;
  readonly alone: Properties;
}

const pieces = (value: Properties): Piece[] => [
  ...itemPieces(value, ['careful', 'rules']),
  ...itemPieces(value, ['waivers']),
  ...itemPieces(value, ['questions', 'oneWay']),
  ...itemPieces(value, ['redaction', 'rules']),
  ...itemPieces(value, ['redaction', 'off']),
  ...namedPieces(value, ['questions', 'ids']),
  ...namedPieces(value, ['workflows']),
];

const inside = (value: Properties, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, key) => (isJsonObject(at) ? at[key] : undefined), value);

const wrapped = (path: readonly string[], value: unknown): Properties =>
  path.toReversed().reduce<unknown>((inner, key) => ({ [key]: inner }), value) as Properties;

const itemPieces = (value: Properties, path: readonly string[]): Piece[] => {
  const items = inside(value, path);
  if (!Array.isArray(items)) return [];
  return items.map((item: unknown, index) => ({ at: [...path, index], alone: wrapped(path, [item]) }));
};

const namedPieces = (value: Properties, path: readonly string[]): Piece[] => {
  const named = inside(value, path);
  if (!isJsonObject(named)) return [];
  return Object.entries(named).map(([name, item]) => ({ at: [...path, name], alone: wrapped([...path, name], item) }));
};
