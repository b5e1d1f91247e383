import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/java';
import { type FoundIn, type FoundMock, type TestText, unknown } from '../found-mock.ts';
import { argumentsIn, childrenOf, commentsIn, eachNode, parseText } from '../syntax.ts';
import { type Names, placeOfType } from './types.ts';

const MOST_MOCKS = 500;

/** The mocks in a test of Java: Mockito, Spring, EasyMock, PowerMock, JMockit, jMock. */
export const findInJava = (test: TestText): FoundIn => {
  // The grammar takes `X.class` for the beginning of something else; nothing here depends on the word.
  const text = test.text.replace(/\.class\b/g, '.klass');
  const tree = parseText(parser, text, test.files);
  const java: JavaText = { text, names: namesIn(tree, text, test), types: typesIn(tree, text) };
  const mocks: FoundMock[] = [];
  eachNode(tree, ['MethodInvocation', 'MarkerAnnotation', 'Annotation'], (node) => {
    mocks.push(...(node.name === 'MethodInvocation' ? called(java, node) : annotated(java, node)));
    return mocks.length < MOST_MOCKS;
  });
  return { mocks, ...commentsIn(tree, ['LineComment', 'BlockComment']) };
};

interface JavaText {
  readonly text: string;
  readonly names: Names;
  /** The types that variables are declared with, by their names. */
  readonly types: ReadonlyMap<string, string>;
}

const slice = (text: string, { from, to }: { from: number; to: number }, most = 200): string =>
  text.slice(from, Math.min(to, from + most));

const namesIn = (tree: Tree, text: string, { files, file }: TestText): Names => {
  const imports = new Map<string, string>();
  const wildcards: string[] = [];
  let ownPackage: string | null = null;
  eachNode(tree, ['PackageDeclaration', 'ImportDeclaration'], (node) => {
    if (node.name === 'PackageDeclaration') ownPackage = /^package\s+([\w.]+)/.exec(slice(text, node))?.[1] ?? null;
    if (node.name !== 'ImportDeclaration') return;
    const [, isStatic, path, all] =
      /^import\s+(static\s+)?([\w$]+(?:\s*\.\s*[\w$]+)*)(\s*\.\s*\*)?/.exec(slice(text, node)) ?? [];
    // What is imported statically are members.
    if (path === undefined || isStatic !== undefined) return;
    const whole = path.replace(/\s/g, '');
    if (all === undefined) imports.set(whole.slice(whole.lastIndexOf('.') + 1), whole);
    else wildcards.push(whole);
  });
  return { files, file, ownPackage, imports, wildcards };
};

const TYPES = new Set(['TypeName', 'GenericType', 'ScopedTypeName', 'ArrayType']);
const DECLARATIONS = new Set([
  'FieldDeclaration',
  'LocalVariableDeclaration',
  'FormalParameter',
  'RecordComponent',
  'Resource',
]);

const typeOf = (text: string, declaration: SyntaxNode): string | null => {
  const type = childrenOf(declaration).find(({ name }) => TYPES.has(name));
  return type === undefined ? null : slice(text, type);
};

const typesIn = (tree: Tree, text: string): Map<string, string> => {
  const types = new Map<string, string>();
  eachNode(tree, [...DECLARATIONS], (node) => {
    const type = typeOf(text, node);
    if (type === null) return;
    const names = [...node.getChildren('VariableDeclarator'), node].flatMap(
      (each) => each.getChild('Definition') ?? [],
    );
    for (const defined of names) if (type !== 'var') types.set(slice(text, defined), type);
  });
  return types;
};

const METHODS = new Set([
  ...['mock', 'spy', 'mockStatic', 'mockConstruction', 'createMock', 'createNiceMock', 'createStrictMock', 'niceMock'],
  ...[
    'strictMock',
    'partialMockBuilder',
    'createPartialMock',
    'createStrictPartialMock',
    'mockStaticPartial',
    'partialMock',
  ],
]);
const ROOTS = new Set(['Mockito', 'BDDMockito', 'EasyMock', 'PowerMock', 'PowerMockito', 'MockitoExtension', 'this']);

const called = ({ text, names, types }: JavaText, node: SyntaxNode): FoundMock[] => {
  const method = node.getChild('MethodName');
  if (method === null || !METHODS.has(slice(text, method))) return [];
  const root = node.firstChild?.from === method.from ? null : node.firstChild;
  const [first] = argumentsIn(node.getChild('ArgumentList'));
  const at = {
    by: `${root === null ? '' : `${slice(text, root, 40)}.`}${slice(text, method)}`,
    from: node.from,
    to: node.to,
  };
  const given = first === undefined ? '' : slice(text, first);
  const named = /^([\w.$]+)\.klass$/.exec(given)?.[1];
  const made = /^new\s+([\w.$]+)/.exec(given)?.[1];
  // Anything may have a method of such a name; with a class it makes mocks, without one only a library's is meant.
  if (named === undefined && root !== null && !ROOTS.has(slice(text, root))) return [];
  const explicit = node.getChild('TypeArguments');
  const type =
    named ??
    made ??
    (first === undefined
      ? explicit === null
        ? declaredType(text, node)
        : slice(text, explicit).slice(1, -1)
      : first.name === 'Identifier'
        ? (types.get(given) ?? null)
        : null);
  if (type === null) {
    return first === undefined || named !== undefined
      ? []
      : [{ ...at, target: given, place: () => unknown('nothing in the test says what it is') }];
  }
  return [{ ...at, target: type, place: () => placeOfType(names, type) }];
};

/** `Cart cart = mock();` */
const declaredType = (text: string, node: SyntaxNode): string | null => {
  const declaration = node.parent?.name === 'VariableDeclarator' ? node.parent.parent : null;
  const type = declaration === null ? null : typeOf(text, declaration);
  return type === 'var' ? null : type;
};

/** Of an annotation's arguments, what is read. */
const LONGEST_LIST = 2000;

const ANNOTATIONS = new Set([
  ...['Mock', 'Spy', 'MockBean', 'SpyBean', 'MockitoBean', 'MockitoSpyBean', 'Mocked', 'Injectable', 'InjectMock'],
  ...['InjectSpy', 'MockK', 'RelaxedMockK', 'SpyK', 'MockkBean', 'SpykBean', 'BindMock'],
]);

/** Annotations of fields and parameters mock their type; those of a class mock the classes that they list. */
const annotated = ({ text, names }: JavaText, node: SyntaxNode): FoundMock[] => {
  const name = /^@\s*(?:[\w.]+\.)?(\w+)/.exec(slice(text, node))?.[1] ?? '';
  if (!ANNOTATIONS.has(name)) return [];
  const declaration = node.parent?.parent ?? null;
  if (declaration === null) return [];
  const at = { by: `@${name}`, from: node.from, to: declaration.to };
  if (DECLARATIONS.has(declaration.name)) {
    const type = typeOf(text, declaration);
    return type === null ? [] : [{ ...at, target: type, place: () => placeOfType(names, type) }];
  }
  const list = node.getChild('AnnotationArgumentList');
  if (list === null) return [];
  return [...slice(text, list, LONGEST_LIST).matchAll(/([\w.$]+)\.klass\b/g)].map(([, type = '']) => ({
    ...at,
    to: node.to,
    target: type,
    place: () => placeOfType(names, type),
  }));
};
