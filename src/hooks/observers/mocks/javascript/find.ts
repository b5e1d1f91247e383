import type { SyntaxNode } from '@lezer/common';
import { type FoundIn, type FoundMock, internal, type Placed, type TestText, unknown } from '../found-mock.ts';
import { commentsIn, eachNode } from '../syntax.ts';
import { bindingsIn, callParts } from './bindings.ts';
import { type Replaced, replacedBy } from './libraries.ts';
import { type Bound, literalIn, originOf, originOfName } from './origin.ts';
import { bare, literal, parseScript, textOf } from './parse.ts';
import { placeOfInner, placeOfOrigin } from './place.ts';
import { resolveSpecifier } from './resolve.ts';

/** More mocks than any person wrote are not looked up. */
const MOST_MOCKS = 500;

/** The mocks in a test of JavaScript or TypeScript. */
export const findInScript = (test: TestText): FoundIn => {
  const script = parseScript(test.text, test.file, test.files);
  const bound: Bound = { script, bindings: bindingsIn(script) };
  const mocks: FoundMock[] = [];
  eachNode(script.tree, ['CallExpression', 'AssignmentExpression'], (node) => {
    if (node.name === 'CallExpression') {
      const replaced = replacedBy(bound, node);
      if (replaced !== null) mocks.push(...mocksOf(test, bound, node, replaced));
    } else mocks.push(...assigned(test, bound, node));
    return mocks.length < MOST_MOCKS;
  });
  return { mocks, ...commentsIn(script.tree, ['LineComment', 'BlockComment']) };
};

const mocksOf = (test: TestText, bound: Bound, call: SyntaxNode, { by, what }: Replaced): FoundMock[] => {
  const { files, file } = test;
  const { script } = bound;
  const at = { by, from: call.from, to: call.to };
  switch (what.is) {
    case 'module': {
      const specifier = literalIn(bound, what.node);
      if (specifier === null)
        return [{ ...at, target: textOf(script, what.node), place: () => unknown('its name is worked out') }];
      return [{ ...at, target: specifier, place: () => withoutFile(resolveSpecifier(files, file, specifier)) }];
    }
    case 'object':
      return [
        {
          ...at,
          target: objectName(bound, call, what.node),
          place: () => placeOfOrigin(files, file, originOf(bound, what.node)),
        },
      ];
    case 'type': {
      const target = textOf(script, what.node);
      return [{ ...at, target, place: () => placeOfOrigin(files, file, originOfName(bound, target, what.node.from)) }];
    }
    case 'parts': {
      const tested = literalIn(bound, what.of);
      const from = tested === null ? null : resolveSpecifier(files, file, tested).found;
      return what.node.getChildren('Property').flatMap(({ firstChild, from: start, to }) => {
        if (firstChild === null) return [];
        const target = literal(script, firstChild) ?? textOf(script, firstChild);
        return [
          { by, from: start, to, target, place: () => withoutFile(resolveSpecifier(files, from ?? file, target)) },
        ];
      });
    }
    case 'inner': {
      const tested = literalIn(bound, what.of);
      const names =
        what.node.name === 'ObjectExpression'
          ? what.node.getChildren('Property').map((each) => each.firstChild)
          : [what.node];
      return names.flatMap((node) => {
        if (node === null) return [];
        const target = literal(script, node) ?? textOf(script, node);
        return [{ ...at, target, place: () => placeOfInner(files, file, tested, target) }];
      });
    }
    case 'imports':
      return [{ ...at, target: 'all imports', place: () => placeOfImports(test, bound) }];
  }
};

const withoutFile = ({ place, why, module }: Placed): Placed => ({
  place,
  why,
  ...(module === undefined ? {} : { module }),
});

/** `cart.total`: the object, and the method where it is named. */
const objectName = (bound: Bound, call: SyntaxNode, object: SyntaxNode): string => {
  const name = textOf(bound.script, bare(object), 120);
  const { nextSibling } = object.nextSibling ?? {};
  const method =
    nextSibling === null || nextSibling === undefined || nextSibling.to > call.to
      ? null
      : literal(bound.script, nextSibling);
  return method === null ? name : `${name}.${method}`;
};

/** Automatic mocks stand for every module that the test imports. */
const placeOfImports = ({ files, file }: TestText, { bindings }: Bound): Placed => {
  for (const all of bindings.names.values()) {
    for (const { value } of all) {
      if (value.is !== 'import') continue;
      const { place, module } = resolveSpecifier(files, file, value.specifier);
      if (place === 'internal') return internal('the test imports a module of the project', module);
    }
  }
  return unknown('the test imports nothing of the project');
};

/** `cart.total = vi.fn()`: a method of an imported object that is replaced by hand. */
const assigned = ({ files, file }: TestText, bound: Bound, node: SyntaxNode): FoundMock[] => {
  const { firstChild: target, lastChild: value } = node;
  if (target?.name !== 'MemberExpression' || value === null || !makesFake(bound, value)) return [];
  const { script } = bound;
  const object = target.firstChild;
  if (object === null) return [];
  return [
    {
      by: `= ${textOf(script, value, 40)}`,
      target: textOf(script, target, 120),
      from: node.from,
      to: node.to,
      place: () => placeOfOrigin(files, file, originOf(bound, object)),
    },
  ];
};

/** `jest.fn()`, `vi.fn(…).mockReturnValue(…)`, `sinon.stub()`, `sinon.fake(…)`. */
const makesFake = (bound: Bound, node: SyntaxNode): boolean => {
  let at: SyntaxNode | null = node;
  for (let steps = 0; steps < 50 && at !== null; steps += 1) {
    const parts = callParts(at);
    const callee: SyntaxNode | null = parts?.callee ?? at;
    if (
      parts !== null &&
      /^(?:vi|jest|rs|td|sinon|sandbox|mock|jasmine|t\.mock)\.(?:fn|stub|fake|func|createSpy)$/.test(
        textOf(bound.script, callee),
      )
    ) {
      return true;
    }
    at = callee.name === 'MemberExpression' ? callee.firstChild : null;
  }
  return false;
};
