import type { SyntaxNode } from '@lezer/common';
import { type FoundIn, type FoundMock, type Placed, type TestText, unknown } from '../found-mock.ts';
import { childrenOf, commentsIn, eachNode } from '../syntax.ts';
import { bindingAt, bindingsIn, parsePython, stringIn, textIn } from './bindings.ts';
import { type Bound, isLiteral, pathOf, placeOfDotted } from './place.ts';

const MOST_MOCKS = 500;

/** The mocks in a test of Python: unittest.mock, pytest-mock, monkeypatch, flexmock. */
export const findInPython = (test: TestText): FoundIn => {
  const source = parsePython(test.text, test.files);
  const bound: Bound = { source, bindings: bindingsIn(source) };
  const mocks: FoundMock[] = [];
  eachNode(source.tree, ['CallExpression', 'Decorator', 'AssignStatement'], (node) => {
    mocks.push(...(node.name === 'AssignStatement' ? assigned : mocksOf)(test, bound, node));
    return mocks.length < MOST_MOCKS;
  });
  return { mocks, ...commentsIn(source.tree, ['Comment']) };
};

interface Argument {
  readonly name: string | null;
  readonly node: SyntaxNode;
}

const mocksOf = (test: TestText, bound: Bound, node: SyntaxNode): FoundMock[] => {
  const list = node.getChild('ArgList');
  const callee = calleeOf(bound, node);
  const kind = callee === null ? null : kindOf(bound, callee);
  if (list === null || callee === null || kind === null) return [];
  const given = argumentsOf(bound, list);
  const argument = (name: string, index: number): SyntaxNode | null =>
    (given.find((each) => each.name === name) ?? given.filter((each) => each.name === null)[index])?.node ?? null;
  const at = { by: callee.text, from: node.from, to: node.to };
  const mock = (target: string, place: () => Placed): FoundMock => ({ ...at, target, place });
  const first = argument('target', 0) ?? argument('obj', 0);
  switch (kind) {
    case 'patch':
      return first === null ? [] : [atText(test, bound, first, mock, argument('new', 1))];
    case 'object': {
      const attribute = argument('attribute', 1) ?? argument('name', 1);
      return first === null ? [] : [atObject(test, bound, first, attribute, mock, argument('new', 2))];
    }
    case 'setattr': {
      if (first === null) return [];
      const isText =
        stringIn(bound.source, bound.bindings, first) !== null &&
        given.filter((each) => each.name !== 'raising').length <= 2;
      if (isText) return [atText(test, bound, first, mock, argument('value', 1))];
      return [atObject(test, bound, first, argument('name', 1), mock, argument('value', 2))];
    }
    case 'multiple': {
      if (first === null) return [];
      const names = given.flatMap(({ name }) => (name === null || MULTIPLE.has(name) ? [] : [name]));
      const path = stringIn(bound.source, bound.bindings, first) ?? pathOf(bound, first);
      return names.map((name) =>
        mock(`${path ?? textIn(bound.source, first)}.${name}`, () => placeOfPath(test, path, name)),
      );
    }
    case 'dict':
    case 'item':
      return replacedModules(test, bound, kind, first, argument('values', 1) ?? argument('name', 1), mock);
    case 'spec': {
      const spec = argument('spec', 0) ?? argument('spec_set', 0);
      return spec === null ? [] : [atObject(test, bound, spec, null, mock, null)];
    }
    case 'specified': {
      const spec = given.find(({ name }) => name === 'spec' || name === 'spec_set')?.node;
      return spec === undefined || spec.name === 'ArrayExpression'
        ? []
        : [atObject(test, bound, spec, null, mock, null)];
    }
  }
};

/** `cart.total = Mock()`, `sys.modules['shop.cart'] = fake`: replaced by hand. */
const assigned = (test: TestText, bound: Bound, node: SyntaxNode): FoundMock[] => {
  const [target, sign, value] = childrenOf(node);
  if (target?.name !== 'MemberExpression' || sign?.name !== 'AssignOp' || value === undefined) return [];
  const { firstChild: object, lastChild: last } = target;
  if (object === null || last === null) return [];
  const by = `= ${textIn(bound.source, value, 40)}`;
  const mock: Mock = (name, place) => ({ by, target: name, from: node.from, to: node.to, place });
  const key = last.prevSibling;
  if (last.name === ']' && key !== null) {
    return isLiteral(value) ? [] : replacedModules(test, bound, 'item', object, key, mock);
  }
  if (last.name !== 'PropertyName' || !makesFake(test, bound, value)) return [];
  const name = textIn(bound.source, last);
  return [mock(textIn(bound.source, target, 120), () => placeOfPath(test, pathOf(bound, object), name))];
};

/** `Mock()`; one that stands for something in particular is a mock of that already. */
const makesFake = (test: TestText, bound: Bound, value: SyntaxNode): boolean => {
  const callee = value.name === 'CallExpression' ? calleeOf(bound, value) : null;
  return callee !== null && kindOf(bound, callee) === 'specified' && mocksOf(test, bound, value).length === 0;
};

const MULTIPLE = new Set(['target', 'spec', 'create', 'spec_set', 'autospec', 'new_callable']);

type Kind = 'patch' | 'object' | 'dict' | 'multiple' | 'setattr' | 'item' | 'spec' | 'specified';
type Mock = (target: string, place: () => Placed) => FoundMock;

interface Callee {
  readonly text: string;
  readonly root: SyntaxNode;
  readonly members: readonly string[];
}

/** The dotted name that is called, or stands behind the `@`. */
const calleeOf = ({ source }: Bound, node: SyntaxNode): Callee | null => {
  if (node.name === 'Decorator') {
    const names = node.getChildren('VariableName');
    const members = childrenOf(node).filter(({ name }) => name === 'VariableName' || name === 'PropertyName');
    const [root] = names;
    if (root === undefined) return null;
    return {
      root,
      members: members.slice(1).map((each) => textIn(source, each)),
      text: members.map((each) => textIn(source, each)).join('.'),
    };
  }
  const members: string[] = [];
  let at = node.firstChild;
  while (at?.name === 'MemberExpression' && members.length < 8) {
    if (at.lastChild?.name !== 'PropertyName') return null;
    members.unshift(textIn(source, at.lastChild));
    at = at.firstChild;
  }
  if (at?.name !== 'VariableName') return null;
  return { root: at, members, text: [textIn(source, at), ...members].join('.') };
};

const MOCKERS = new Set(['mocker', 'class_mocker', 'module_mocker', 'package_mocker', 'session_mocker']);
const MONKEYS = new Set([
  'monkeypatch',
  'monkeypatch_module',
  'monkeypatch_session',
  'monkeymodule',
  'monkeysession',
  'mp',
  'm',
]);
const SPECIFIED = new Set([
  'Mock',
  'MagicMock',
  'AsyncMock',
  'NonCallableMock',
  'NonCallableMagicMock',
  'PropertyMock',
]);

const kindOf = ({ source, bindings }: Bound, { root, members }: Callee): Kind | null => {
  const name = textIn(source, root);
  const value = bindingAt(bindings, name, root.from)?.value;
  if (value?.is === 'own') return null;
  // `self.mocker.patch(…)`
  const isInSelf = name === 'self' && members.length > 1;
  const fixture = isInSelf ? (members[0] ?? '') : name;
  const rest = isInSelf ? members.slice(1) : members;
  const method = rest.join('.');
  if (value?.is !== 'import') {
    if (MOCKERS.has(fixture)) return ofMock(method);
    if (MONKEYS.has(fixture))
      return method === 'setattr' || method === 'delattr' ? 'setattr' : method === 'setitem' ? 'item' : null;
    if (value?.is === 'value') return null;
  }
  const path = [value?.is === 'import' ? value.path : name, ...members].join('.');
  if (path === 'flexmock' || path === 'flexmock.flexmock') return 'spec';
  const inMock = /^(?:unittest\.mock|asynctest\.mock|asynctest|mock\.mock|mock|asyncmock)\.(.+)$/.exec(path)?.[1];
  if (inMock !== undefined) return ofMock(inMock);
  return value === undefined ? ofMock(path) : null;
};

const ofMock = (method: string): Kind | null => {
  if (method === 'patch') return 'patch';
  if (method === 'patch.object' || method === 'spy') return 'object';
  if (method === 'patch.dict') return 'dict';
  if (method === 'patch.multiple') return 'multiple';
  if (method === 'create_autospec') return 'spec';
  return SPECIFIED.has(method) ? 'specified' : null;
};

const argumentsOf = ({ source }: Bound, list: SyntaxNode): Argument[] => {
  const found: Argument[] = [];
  for (let child = list.firstChild; child !== null; child = child.nextSibling) {
    if (NO_ARGUMENT.has(child.name)) continue;
    const next = child.nextSibling;
    const value = next?.name === 'AssignOp' ? next.nextSibling : null;
    if (child.name === 'VariableName' && value !== null && value !== undefined) {
      found.push({ name: textIn(source, child), node: value });
      child = value;
    } else found.push({ name: null, node: child });
  }
  return found;
};

const NO_ARGUMENT = new Set(['(', ')', ',', '*', '**', 'Comment', '⚠']);

const VALUE = unknown('replaced by a plain value');

/** A target that is named in a text. */
const atText = (
  { files, file }: TestText,
  { source, bindings }: Bound,
  node: SyntaxNode,
  mock: Mock,
  value: SyntaxNode | null,
): FoundMock => {
  const dotted = stringIn(source, bindings, node);
  if (dotted === null) return mock(textIn(source, node), () => unknown('its name is worked out'));
  return mock(dotted, () => (value !== null && isLiteral(value) ? VALUE : placeOfDotted(files, file, dotted)));
};

/** An attribute of an object, or the object alone. */
const atObject = (
  test: TestText,
  bound: Bound,
  node: SyntaxNode,
  attribute: SyntaxNode | null,
  mock: Mock,
  value: SyntaxNode | null,
): FoundMock => {
  const { source, bindings } = bound;
  const name = attribute === null ? null : stringIn(source, bindings, attribute);
  const target = textIn(source, node, 120) + (name === null ? '' : `.${name}`);
  return mock(target, () =>
    value !== null && isLiteral(value) ? VALUE : placeOfPath(test, pathOf(bound, node), name),
  );
};

const placeOfPath = ({ files, file }: TestText, path: string | null, name: string | null): Placed =>
  path === null
    ? unknown('nothing in the test says what it is')
    : placeOfDotted(files, file, name === null ? path : `${path}.${name}`);

/** Entries of a dictionary are values; those of `sys.modules` are modules. */
const replacedModules = (
  { files, file }: TestText,
  bound: Bound,
  kind: 'dict' | 'item',
  target: SyntaxNode | null,
  entries: SyntaxNode | null,
  mock: Mock,
): FoundMock[] => {
  const { source, bindings } = bound;
  if (target === null || entries === null) return [];
  if ((stringIn(source, bindings, target) ?? pathOf(bound, target)) !== 'sys.modules') return [];
  const keys = kind === 'item' ? [entries] : keysIn(entries);
  return keys.flatMap((key) => {
    const name = stringIn(source, bindings, key);
    return name === null ? [] : [mock(name, () => placeOfModule(files, file, name))];
  });
};

const placeOfModule = (files: TestText['files'], file: string, name: string): Placed => {
  const { place, why, module } = placeOfDotted(files, file, `${name}.__name__`);
  return { place, why, ...(module === undefined ? {} : { module }) };
};

const keysIn = (node: SyntaxNode): SyntaxNode[] => {
  if (node.name !== 'DictionaryExpression') return [];
  return childrenOf(node).filter(({ nextSibling }) => nextSibling?.name === ':');
};
