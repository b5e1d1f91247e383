import type { SyntaxNode } from '@lezer/common';
import { argumentsIn } from '../syntax.ts';
import { bindingAt, callParts } from './bindings.ts';
import { type Bound, type Origin, originOf, propertyOf } from './origin.ts';
import { bare, textOf } from './parse.ts';

/** What a call of a test library replaces. */
export interface Replaced {
  readonly by: string;
  readonly what: /** A module by its name. */
    | { readonly is: 'module'; readonly node: SyntaxNode }
    /** An object, or something in it. */
    | { readonly is: 'object'; readonly node: SyntaxNode }
    /** Dependencies of a module, by the keys of an object. */
    | { readonly is: 'parts'; readonly of: SyntaxNode; readonly node: SyntaxNode }
    /** A class or interface, as a type argument. */
    | { readonly is: 'type'; readonly node: SyntaxNode }
    /** A name inside of a module, through `rewire`. */
    | { readonly is: 'inner'; readonly of: SyntaxNode; readonly node: SyntaxNode }
    /** All that the test imports. */
    | { readonly is: 'imports'; readonly node: SyntaxNode };
}

type Library =
  | 'jest'
  | 'sinon'
  | 'td'
  | 'node'
  | 'jasmine'
  | 'parts'
  | 'require'
  | 'mockery'
  | 'types'
  | 'tap'
  | 'cypress';

/** Libraries by the modules that they are imported from. */
const BY_MODULE: Readonly<Record<string, Library>> = {
  vitest: 'jest',
  '@jest/globals': 'jest',
  '@rstest/core': 'jest',
  'bun:test': 'jest',
  'node:test': 'node',
  sinon: 'sinon',
  'sinon-sandbox': 'sinon',
  testdouble: 'td',
  'testdouble-vitest': 'td',
  quibble: 'require',
  'mock-require': 'require',
  mockery: 'mockery',
  proxyquire: 'parts',
  esmock: 'parts',
  'ts-mockito': 'types',
  'jest-mock-extended': 'types',
  'vitest-mock-extended': 'types',
  '@golevelup/ts-jest': 'types',
  '@golevelup/ts-vitest': 'types',
  '@golevelup/ts-sinon': 'types',
  'ts-sinon': 'types',
  'jest-mock': 'jest',
  tap: 'tap',
  t: 'tap',
  '@std/testing/mock': 'sinon',
  'jsr:@std/testing/mock': 'sinon',
};

/** What test runners put into a file without an import; a binding of that name takes it away. */
const BY_NAME: Readonly<Record<string, Library>> = {
  vi: 'jest',
  vitest: 'jest',
  jest: 'jest',
  rs: 'jest',
  rstest: 'jest',
  sinon: 'sinon',
  sandbox: 'sinon',
  td: 'td',
  spyOn: 'jasmine',
  spyOnProperty: 'jasmine',
  spyOnAllFunctions: 'jasmine',
  proxyquire: 'parts',
  esmock: 'parts',
  mockery: 'mockery',
  cy: 'cypress',
};

const MODULE_METHODS: Readonly<Partial<Record<Library, ReadonlySet<string>>>> = {
  jest: new Set([
    ...['mock', 'doMock', 'unstable_mockModule', 'setMock', 'createMockFromModule', 'genMockFromModule', 'importMock'],
    ...['requireMock', 'mockRequire', 'doMockRequire', 'mockModule', 'module'],
  ]),
  node: new Set(['module']),
  td: new Set(['replace', 'replaceEsm', 'replaceCjs']),
  require: new Set(['', 'reRequire', 'default', 'esm']),
  mockery: new Set(['registerMock', 'registerSubstitute']),
  tap: new Set([]),
};

const OBJECT_METHODS: Readonly<Partial<Record<Library, ReadonlySet<string>>>> = {
  jest: new Set(['spyOn', 'replaceProperty', 'mockObject']),
  jasmine: new Set(['']),
  node: new Set(['method', 'getter', 'setter', 'property']),
  sinon: new Set(['stub', 'spy', 'mock', 'replace', 'replaceGetter', 'replaceSetter', 'createStubInstance', 'define']),
  td: new Set(['replace', 'object', 'instance', 'imitate', 'constructor']),
  types: new Set(['mock', 'spy', 'createMock', 'stubConstructor', 'stubObject', 'stubInterface', 'mockDeep']),
  cypress: new Set(['stub', 'spy']),
};

/** What a call replaces, where it is one of a test library that does. */
export const replacedBy = (bound: Bound, call: SyntaxNode): Replaced | null => {
  const parts = callParts(call);
  if (parts === null || call.name !== 'CallExpression') return null;
  const { callee } = parts;
  const { script } = bound;
  const typeArgument = call.firstChild?.name === 'InstantiationExpression' ? firstType(call.firstChild) : null;
  const [first, second] = argumentsIn(parts.list);
  if (first === undefined && typeArgument === null && callee.name !== 'MemberExpression') return null;
  const rewired = first === undefined ? null : rewiredModule(bound, callee);
  if (first !== undefined && rewired !== null) {
    return { by: textOf(script, callee, 60), what: { is: 'inner', of: rewired, node: first } };
  }
  const used = libraryOf(bound, callee);
  if (used === null) return null;
  const { library, method } = used;
  const by = textOf(script, callee, 60);
  if (library === 'jest' && AUTOMOCK.has(method)) return { by, what: { is: 'imports', node: call } };
  if (library === 'parts' || (library === 'tap' && TAP_METHODS.has(method))) {
    if (first === undefined || second === undefined || second.name !== 'ObjectExpression') return null;
    return { by, what: { is: 'parts', of: first, node: second } };
  }
  if (library === 'types' && first === undefined && typeArgument !== null && isIn(OBJECT_METHODS, library, method)) {
    return { by, what: { is: 'type', node: typeArgument } };
  }
  // A fake or a spy of a function alone replaces nothing anywhere.
  if (first === undefined || FUNCTIONS.has(first.name)) return null;
  const isText = mayBeText(bare(first));
  if (isText && isIn(MODULE_METHODS, library, method)) return { by, what: { is: 'module', node: first } };
  if (!isText && isIn(OBJECT_METHODS, library, method)) {
    if (library === 'sinon' && method !== 'createStubInstance' && method !== 'mock' && second === undefined) {
      return isWhole(bound, first) ? { by, what: { is: 'object', node: first } } : null;
    }
    return { by, what: { is: 'object', node: first } };
  }
  return isText || !isIn(MODULE_METHODS, library, method) ? null : { by, what: { is: 'module', node: first } };
};

/** The module that `x.__set__(…)` changes, where `x` is one that `rewire` gave. */
const rewiredModule = (bound: Bound, callee: SyntaxNode): SyntaxNode | null => {
  const { script, bindings } = bound;
  const object =
    callee.name === 'MemberExpression' && propertyOf(script, callee) === '__set__' ? callee.firstChild : null;
  if (object === null) return null;
  const value = object.name === 'VariableName' ? bindingAt(bindings, textOf(script, object), object.from)?.value : null;
  const parts = callParts(value?.is === 'value' ? bare(value.node) : object);
  if (parts === null || textOf(script, parts.callee) !== 'rewire') return null;
  return argumentsIn(parts.list)[0] ?? null;
};

const AUTOMOCK = new Set(['enableAutomock', 'autoMockOn']);
const TAP_METHODS = new Set(['mock', 'mockImport', 'mockRequire', 'mockAll']);
const FUNCTIONS = new Set(['ArrowFunction', 'FunctionExpression']);

/** `sinon.stub(fs)` replaces all of an object; `sinon.spy(callback)` wraps one function for the test. */
const isWhole = (bound: Bound, node: SyntaxNode): boolean => originOf(bound, node).is === 'module';

const isIn = (
  table: Readonly<Partial<Record<Library, ReadonlySet<string>>>>,
  library: Library,
  method: string,
): boolean => table[library]?.has(method) === true;

const mayBeText = ({ name }: SyntaxNode): boolean =>
  name === 'String' || name === 'TemplateString' || name === 'DynamicImport' || name === 'BinaryExpression';

const firstType = (node: SyntaxNode): SyntaxNode | null => {
  const list = node.getChild('TypeArgList');
  const type = list?.firstChild?.nextSibling ?? null;
  return type?.name === 'TypeName' ? type : null;
};

/**
 * The library that a call is one of, and its method there, empty for the library itself: through names it is imported as,
 * sandboxes that it made, and calls in a row (`jest.mock('a').mock('b')`).
 */
const libraryOf = (bound: Bound, callee: SyntaxNode): { library: Library; method: string } | null => {
  const { script } = bound;
  let at = callee;
  let method = '';
  let nearest = '';
  for (let steps = 0; steps < 50; steps += 1) {
    at = bare(at);
    if (at.name === 'MemberExpression') {
      const property = propertyOf(script, at);
      if (at.firstChild === null || property === null) return null;
      if (method === '') method = property;
      nearest = property;
      // `t.mock.method(…)`, `this.sandbox.stub(…)`, `self.sinon.spy(…)`.
      if (at !== callee && property === 'mock' && NODE_METHODS.has(method)) return { library: 'node', method };
      if (at !== callee && (property === 'sandbox' || property === 'sinon')) return { library: 'sinon', method };
      at = at.firstChild;
    } else if (at.name === 'CallExpression') {
      const parts = callParts(at);
      if (parts === null) return null;
      at = parts.callee;
    } else break;
  }
  if (at.name !== 'VariableName') return null;
  const name = textOf(script, at);
  const origin = originOf(bound, at);
  if (origin.is === 'module') {
    const library = Object.hasOwn(BY_MODULE, origin.specifier) ? BY_MODULE[origin.specifier] : undefined;
    if (library === undefined) return null;
    return memberOf(library, origin.path, method);
  }
  const mayBeTest = origin.is === 'unknown' && name === 't';
  if (mayBeTest && TAP_METHODS.has(method)) return { library: 'tap', method };
  return origin.is === 'global' ? globalLibrary(origin, nearest, method) : null;
};

/** `vi.mock(…)`, `globalThis.vi.mock(…)`, `const { mock } = vi; mock(…)`; what a call of one gives is none, but sandboxes. */
const globalLibrary = (
  { name: root, path }: Extract<Origin, { is: 'global' }>,
  nearest: string,
  method: string,
): ReturnType<typeof libraryOf> => {
  const ofGlobal = path.length === 0 ? [nearest] : path;
  const [name = '', ...inside] = GLOBAL_OBJECTS.has(root) ? ofGlobal : [root, ...path];
  const library = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (library === undefined || (inside.includes('()') && library !== 'sinon')) return null;
  return inside.length === 0 ? { library, method } : memberOf(library, inside, method);
};

const GLOBAL_OBJECTS = new Set(['globalThis', 'global', 'window', 'self']);

const NODE_METHODS = new Set(['module', 'method', 'getter', 'setter', 'property']);

/** What is imported by its name from a library is its method, or an object that has the methods. */
const memberOf = (library: Library, path: readonly string[], method: string): { library: Library; method: string } => {
  const name = path.findLast((step) => step !== 'default' && step !== '()');
  if (library === 'jest' && name === 'mock') return { library, method: method === '' ? 'mock' : method };
  if (library === 'jest' && name === 'spyOn') return { library, method: 'spyOn' };
  return { library, method: method === '' ? (name ?? '') : method };
};
