import type { SyntaxNode } from '@lezer/common';
import { argumentsIn } from '../syntax.ts';
import { type Bindings, bindingAt, callParts } from './bindings.ts';
import { bare, literal, type Script, textOf } from './parse.ts';

/** Where a value comes from. */
export type Origin =
  /** Out of a module; `path` leads to it from all that the module exports, with `()` for a call or `new`. */
  | { readonly is: 'module'; readonly specifier: string; readonly path: readonly string[] }
  /** Nothing in the text binds its name. */
  | { readonly is: 'global'; readonly name: string; readonly path: readonly string[] }
  /** The text itself makes it. */
  | { readonly is: 'own' }
  | { readonly is: 'unknown' };

export interface Bound {
  readonly script: Script;
  readonly bindings: Bindings;
}

const UNKNOWN: Origin = { is: 'unknown' };
const OWN: Origin = { is: 'own' };

/** Values that are followed through at most so many names. */
const MOST_HOPS = 8;

/** Follows an expression to where its value comes from. */
export const originOf = (bound: Bound, node: SyntaxNode, hops = 0): Origin => {
  if (hops > MOST_HOPS) return UNKNOWN;
  const { script } = bound;
  const at = bare(node);
  switch (at.name) {
    case 'VariableName':
      return originOfName(bound, textOf(script, at), at.from, hops);
    case 'MemberExpression': {
      const object = at.firstChild;
      const property = propertyOf(script, at);
      if (object === null || property === null) return UNKNOWN;
      return further(originOf(bound, object, hops + 1), property);
    }
    case 'DynamicImport': {
      const specifier = literalIn(bound, at.getChild('String') ?? at.getChild('TemplateString'));
      return specifier === null ? UNKNOWN : { is: 'module', specifier, path: [] };
    }
    case 'CallExpression':
    case 'NewExpression':
      return originOfCall(bound, at, hops);
    default:
      return MADE_HERE.has(at.name) ? OWN : UNKNOWN;
  }
};

const MADE_HERE = new Set([
  ...['ArrowFunction', 'FunctionExpression', 'ClassExpression', 'ObjectExpression', 'ArrayExpression'],
  ...['String', 'Number', 'TemplateString', 'BooleanLiteral', 'RegExp', 'null'],
]);

/** Where a name comes from that is used at some place. */
export const originOfName = (bound: Bound, name: string, at: number, hops = 0): Origin => {
  const value = bindingAt(bound.bindings, name, at)?.value;
  if (value === undefined) return { is: 'global', name, path: [] };
  if (value.is === 'import') {
    const path = value.name === '*' ? [] : [value.name];
    return { is: 'module', specifier: value.specifier, path };
  }
  if (value.is === 'own') return OWN;
  if (value.is === 'opaque') return UNKNOWN;
  const origin = originOf(bound, value.node, hops + 1);
  return value.of === null ? origin : further(origin, value.of);
};

const further = (origin: Origin, step: string): Origin =>
  origin.is === 'module' || origin.is === 'global' ? { ...origin, path: [...origin.path, step] } : origin;

/** `.name`, or `['name']`. */
export const propertyOf = (script: Script, member: SyntaxNode): string | null => {
  const { lastChild } = member;
  if (lastChild === null) return null;
  if (lastChild.name === 'PropertyName' || lastChild.name === 'PrivatePropertyName') return textOf(script, lastChild);
  const computed = member.getChild('String');
  return computed === null || computed.from === member.from ? null : literal(script, computed);
};

/** Functions that give a module by its name. */
const REQUIRES = new Set(['require', 'importActual', 'requireActual', 'importMock', 'requireMock', 'importOriginal']);
/** Functions that give what they are given. */
const PASSES = new Set(['mocked', 'assign', 'freeze', 'toRaw']);
/** Methods of containers that make or hold an instance of the class they are given. */
const INJECTS = new Set(['get', 'inject', 'resolve', 'getInstance']);

const originOfCall = (bound: Bound, node: SyntaxNode, hops: number): Origin => {
  const parts = callParts(node);
  if (parts === null) return UNKNOWN;
  const { callee, list } = parts;
  const [first] = argumentsIn(list);
  const method = callee.name === 'MemberExpression' ? propertyOf(bound.script, callee) : null;
  const name = method ?? (callee.name === 'VariableName' ? textOf(bound.script, callee) : null);
  if (name !== null && first !== undefined) {
    if (REQUIRES.has(name)) {
      const specifier = literalIn(bound, first);
      if (specifier !== null) return { is: 'module', specifier, path: [] };
    }
    if (method !== null && PASSES.has(method)) return originOf(bound, first, hops + 1);
    if (INJECTS.has(name)) {
      const injected = originOf(bound, first, hops + 1);
      if (injected.is === 'module') return further(injected, '()');
    }
  }
  if (holdsOwnCode(list)) return OWN;
  return further(originOf(bound, callee, hops + 1), '()');
};

/** Whether a call is given functions: what it makes then runs code of the text. */
const holdsOwnCode = (list: SyntaxNode | null): boolean =>
  argumentsIn(list).some((argument) => {
    if (CODE.has(argument.name)) return true;
    return argument.getChildren('Property').some(({ lastChild }) => lastChild !== null && CODE.has(lastChild.name));
  });

const CODE = new Set(['ArrowFunction', 'FunctionExpression', 'ClassExpression', 'ParamList']);

/**
 * A text that an expression says: a literal, a name that stands for one, `require.resolve(…)`, a path from the folder of
 * the file. Of one that is put together, what its beginning says: enough to tell where it leads.
 */
export const literalIn = (bound: Bound, node: SyntaxNode | null, hops = 0): string | null => {
  if (node === null || hops > MOST_HOPS) return null;
  const { script, bindings } = bound;
  const at = bare(node);
  const whole = literal(script, at);
  if (whole !== null) return whole;
  switch (at.name) {
    case 'TemplateString':
      return beginning(script.text.slice(at.from + 1, at.firstChild?.from ?? at.to));
    case 'BinaryExpression':
      return at.firstChild === null ? null : beginning(literalIn(bound, at.firstChild, hops + 1));
    case 'DynamicImport':
      return literalIn(bound, at.getChild('String') ?? at.getChild('TemplateString'), hops + 1);
    case 'VariableName': {
      const value = bindingAt(bindings, textOf(script, at), at.from)?.value;
      return value?.is === 'value' && value.of === null ? literalIn(bound, value.node, hops + 1) : null;
    }
    case 'CallExpression':
    case 'NewExpression':
      return pathIn(bound, at, hops);
    default:
      return null;
  }
};

/** A relative path is known to be one by its first characters. */
const beginning = (text: string | null): string | null => (text !== null && /^\.{1,2}\//.test(text) ? text : null);

const pathIn = (bound: Bound, node: SyntaxNode, hops: number): string | null => {
  const parts = callParts(node);
  const [first, second] = argumentsIn(parts?.list ?? null);
  if (parts === null || first === undefined) return null;
  const callee = textOf(bound.script, parts.callee);
  if (/^(?:require|import\.meta)\.resolve$/.test(callee) || callee === 'URL') return literalIn(bound, first, hops + 1);
  const isHere = second !== undefined && /^(?:__dirname|import\.meta\.dirname)$/.test(textOf(bound.script, first));
  if (!isHere || !/(?:^|\.)(?:join|resolve)$/.test(callee)) return null;
  const inside = literalIn(bound, second, hops + 1);
  return inside === null ? null : inside.startsWith('.') ? inside : `./${inside}`;
};
