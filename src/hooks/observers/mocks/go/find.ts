import { dirname } from 'node:path';
import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/go';
import {
  boundary,
  type FoundIn,
  type FoundMock,
  internal,
  type Placed,
  type TestText,
  unknown,
} from '../found-mock.ts';
import { argumentsIn, commentsIn, eachNode, parseText } from '../syntax.ts';
import { placeOfImport, textsIn } from './packages.ts';

const MOST_MOCKS = 500;

interface GoText {
  readonly test: TestText;
  readonly tree: Tree;
  /** Import paths by the names that their packages go by. */
  readonly imports: ReadonlyMap<string, string>;
  /** What a name of the test was set to first. */
  readonly values: ReadonlyMap<string, string>;
  readonly monkeys: boolean;
}

/** The mocks in a test of Go: of gomock, mockery and testify, and functions that monkey patches replace. */
export const findInGo = (test: TestText): FoundIn => {
  const tree = parseText(parser, test.text, test.files);
  const imports = importsIn(tree, test.text);
  const monkeys = [...imports.values()].some((path) => MONKEYS.test(path));
  const go: GoText = { test, tree, imports, monkeys, values: valuesIn(tree, test.text) };
  const mocks: FoundMock[] = [];
  eachNode(tree, ['CallExpr', 'TypedLiteral', 'TypeSpec'], (node) => {
    if (node.name === 'CallExpr') mocks.push(...called(go, node));
    if (node.name === 'TypedLiteral') mocks.push(...made(go, node, node.firstChild));
    if (node.name === 'TypeSpec') mocks.push(...declared(go, node));
    return mocks.length < MOST_MOCKS;
  });
  return { mocks, ...commentsIn(tree, ['LineComment', 'BlockComment']) };
};

const MONKEYS = /(?:^|\/)(?:gomonkey(?:\/v\d+)?|monkey|mockey|go-mpatch|gostub|supermonkey)$/;

const slice = ({ text }: { text: string }, { from, to }: { from: number; to: number }, most = 200): string =>
  text.slice(from, Math.min(to, from + most));

const importsIn = (tree: Tree, text: string): Map<string, string> => {
  const imports = new Map<string, string>();
  eachNode(tree, ['ImportSpec'], (node) => {
    const path = node.getChild('String');
    if (path === null) return;
    const imported = slice({ text }, path).slice(1, -1);
    const alias = node.getChild('DefName');
    const isDot = node.firstChild !== null && slice({ text }, node.firstChild) === '.';
    // The last part, but for versions: `example.org/store/v2` is `store`.
    const called = imported.split('/').findLast((part) => !/^v\d+$/.test(part)) ?? imported;
    imports.set(isDot ? '.' : alias === null ? called.replace(/^go-|\.v\d+$/g, '') : slice({ text }, alias), imported);
  });
  return imports;
};

const valuesIn = (tree: Tree, text: string): Map<string, string> => {
  const values = new Map<string, string>();
  eachNode(tree, ['VarDecl', 'VarSpec'], (node) => {
    const defined = node.getChild('DefName');
    const { lastChild } = node;
    if (defined === null || lastChild === null || lastChild.from === defined.from) return;
    const key = slice({ text }, defined);
    if (key !== '_' && lastChild.name !== 'VarSpec' && !values.has(key)) values.set(key, slice({ text }, lastChild));
  });
  return values;
};

const called = (go: GoText, node: SyntaxNode): FoundMock[] => {
  const { text } = go.test;
  let callee = node.firstChild;
  if (callee?.name === 'ParameterizedExpr') callee = callee.firstChild;
  if (callee === null) return [];
  const isSelector = callee.name === 'SelectorExpr';
  const name = slice({ text }, isSelector ? (callee.lastChild ?? callee) : callee);
  const owner = isSelector ? callee.firstChild : null;
  const alias = owner?.name === 'VariableName' ? slice({ text }, owner) : null;
  const path = alias === null ? null : (go.imports.get(alias) ?? null);
  const [first] = argumentsIn(node.getChild('Arguments'));
  const at = { by: slice({ text }, callee, 60), from: node.from, to: node.to };
  if (/^NewMock[A-Z]\w*$/.test(name) && (owner === null || path !== null)) {
    return [{ ...at, target: name.slice(3), place: () => placeOfGenerated(go, path, name) }];
  }
  if (callee.name === 'VariableName' && name === 'new') {
    // Types stand among the arguments like expressions.
    return first === undefined ? [] : made(go, node, first);
  }
  if (path !== null && /^New[A-Z]/.test(name)) return ofMockery(go, at, path, name.slice(3));
  const isPatch = go.monkeys && first !== undefined && PATCHES.test(name);
  const isLibrary = path === null ? owner?.name !== 'VariableName' || !go.imports.has(alias ?? '') : MONKEYS.test(path);
  if (!isPatch || !isLibrary) return [];
  const target = slice({ text }, first);
  return [{ ...at, target, place: () => placeOfExpression(go, target, 0) }];
};

const PATCHES =
  /^(?:Patch|PatchMethod|PatchInstanceMethod|PatchInstanceMethodByName|Apply\w+|Mock|MockValue|MockUnsafe|Stub|StubFunc)$/;

/** `&mocks.Store{}`, `new(mocks.Store)`: of a package whose types mockery made. */
const made = (go: GoText, node: SyntaxNode, type: SyntaxNode | null): FoundMock[] => {
  const [, alias = '', name = ''] = /^(\w+)\.(\w+)$/.exec(type === null ? '' : slice(go.test, type)) ?? [];
  const path = go.imports.get(alias);
  return path === undefined
    ? []
    : ofMockery(go, { by: slice(go.test, type ?? node, 60), from: node.from, to: node.to }, path, name);
};

const ofMockery = (
  go: GoText,
  at: { by: string; from: number; to: number },
  path: string,
  name: string,
): FoundMock[] => {
  const { files, file } = go.test;
  const { folder } = placeOfImport(files, file, path);
  const isMock =
    folder !== null &&
    textsIn(files, folder).some(
      (text) => text.includes(`type ${name} struct`) && /^[ \t]*\*?mock\.Mock[ \t]*$/m.test(text),
    );
  return isMock ? [{ ...at, target: `${path}.${name}`, place: () => internal('a mock of the project', path) }] : [];
};

/** What mockgen made says of which interface it is. */
const placeOfGenerated = (go: GoText, path: string | null, name: string): Placed => {
  const { files, file } = go.test;
  const found =
    path === null
      ? { ...internal('the package of the test'), folder: dirname(file) }
      : placeOfImport(files, file, path);
  const { folder, place, why, module } = found;
  if (place === 'internal' && folder !== null) {
    const text = textsIn(files, folder).find((each) => each.includes(`func ${name}(`));
    const source = /^\/\/ Source: (\S+)/m.exec(text ?? '')?.[1];
    if (source !== undefined && !source.endsWith('.go')) {
      const made = placeOfImport(files, file, source);
      if (made.place === 'boundary') return boundary(`made from an interface of ${made.why}`, source);
    }
  }
  return { place, why, ...(module === undefined ? {} : { module }) };
};

/** `type MockStore struct { mock.Mock }`: a mock by hand, of an interface that an assertion or its name tells. */
const declared = (go: GoText, node: SyntaxNode): FoundMock[] => {
  const { text } = go.test;
  const name = node.getChild('DefName');
  const body = node.getChild('StructType')?.getChild('StructBody');
  if (name === null || body == null) return [];
  const embeds = body.getChildren('FieldDecl').some((field) => {
    const alias = /^\*?(\w+)\.Mock$/.exec(slice({ text }, field))?.[1];
    return alias !== undefined && (go.imports.get(alias)?.endsWith('testify/mock') ?? alias === 'mock');
  });
  if (!embeds) return [];
  const type = slice({ text }, name);
  return [{ by: 'mock.Mock', target: type, from: node.from, to: node.to, place: () => placeOfHandmade(go, type) }];
};

const placeOfHandmade = (go: GoText, type: string): Placed => {
  const { files, file, text } = go.test;
  const asserted = new RegExp(
    `^[ \\t]*(?:var[ \\t]+)?_[ \\t]+([\\w.]+)\\s*=\\s*(?:\\(\\*${type}\\)\\(nil\\)|&?${type}\\{\\}|new\\(${type}\\))`,
    'm',
  ).exec(text)?.[1];
  if (asserted !== undefined) return placeOfExpression(go, asserted, 0);
  const name = type.replace(/^(?:mock|fake|stub)_?|(?:mock|fake|stub)$/gi, '');
  const isOwn =
    name !== '' &&
    textsIn(files, dirname(file)).some((each) =>
      new RegExp(`^type ${name} interface\\b|^[ \\t]+${name} interface \\{`, 'm').test(each),
    );
  return isOwn ? internal('an interface of the package', name) : unknown('nothing says which interface it stands for');
};

const MOST_HOPS = 5;

/** `billing.Charge`, `(*Cart).Total`, `reflect.TypeOf(client)`: by the package that the name is of. */
const placeOfExpression = (go: GoText, expression: string, hops: number): Placed => {
  const { files, file } = go.test;
  const bare = expression
    .replace(/^reflect\.TypeOf\(/, '')
    .replace(/^[&*(\s]+/, '')
    .replace(/^new\(/, '')
    .replace(/^[&*(\s]+/, '');
  const [, name = '', member] = /^([A-Za-z_]\w*)(\.\w+)?/.exec(bare) ?? [];
  if (name === '') return unknown('nothing in the test says what it is');
  const path = member === undefined ? undefined : go.imports.get(name);
  if (path !== undefined) {
    const { place, why, module } = placeOfImport(files, file, path);
    return { place, why, ...(module === undefined ? {} : { module }) };
  }
  const value = go.values.get(name);
  if (value !== undefined)
    return hops < MOST_HOPS ? placeOfExpression(go, value, hops + 1) : unknown('it is passed on too often');
  return go.imports.has('.')
    ? unknown('it may be of a package whose names are all taken')
    : internal('the package of the test', name);
};
