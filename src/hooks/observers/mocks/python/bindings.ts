import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/python';
import type { ProjectFiles } from '../project-files.ts';
import { childrenOf, eachNode, parseText } from '../syntax.ts';

/** A parsed text of Python. */
export interface Source {
  readonly tree: Tree;
  readonly text: string;
}

export const parsePython = (text: string, files: ProjectFiles): Source => ({
  tree: parseText(parser, text, files),
  text,
});

export const textIn = ({ text }: Source, { from, to }: { from: number; to: number }, most = 200): string =>
  text.slice(from, Math.min(to, from + most));

/** What a name stands for from some place on. */
export interface Binding {
  readonly at: number;
  readonly value: /** A module or a name in one, dotted; one dot or more in front for a relative import. */
    | { readonly is: 'import'; readonly path: string }
    | { readonly is: 'value'; readonly node: SyntaxNode }
    | { readonly is: 'own' }
    | { readonly is: 'opaque' };
}

export interface Bindings {
  readonly names: ReadonlyMap<string, readonly Binding[]>;
  /** Modules that all names are taken from. */
  readonly stars: readonly string[];
}

/** Every name that a text binds at the top or inside: of several bindings the nearest before counts. */
export const bindingsIn = (source: Source): Bindings => {
  const names = new Map<string, Binding[]>();
  const stars: string[] = [];
  const bind = (name: string, at: number, value: Binding['value']): void => {
    const known = names.get(name);
    if (known === undefined) names.set(name, [{ at, value }]);
    else known.push({ at, value });
  };
  eachNode(source.tree, BINDING, (node) => {
    switch (node.name) {
      case 'ImportStatement':
        readImport(source, node, bind, stars);
        return;
      case 'AssignStatement': {
        const [target, ...rest] = childrenOf(node);
        const value = rest.findLast((each) => each.name !== 'TypeDef');
        if (target?.name === 'VariableName' && value !== undefined && rest.some((each) => each.name === 'AssignOp')) {
          bind(textIn(source, target), target.from, { is: 'value', node: value });
        }
        return;
      }
      case 'WithStatement':
        bindAs(source, node, bind);
        return;
      case 'FunctionDefinition':
      case 'ClassDefinition': {
        const defined = node.getChild('VariableName');
        if (defined !== null) bind(textIn(source, defined), defined.from, { is: 'own' });
        return;
      }
      case 'ParamList':
        for (const parameter of node.getChildren('VariableName')) {
          bind(textIn(source, parameter), parameter.from, { is: 'opaque' });
        }
        return;
    }
  });
  return { names, stars };
};

const BINDING = [
  'ImportStatement',
  'AssignStatement',
  'WithStatement',
  'FunctionDefinition',
  'ClassDefinition',
  'ParamList',
];

type Bind = (name: string, at: number, value: Binding['value']) => void;

/** `import a.b as c, d` and `from ..a.b import (c as d, e)`. */
const readImport = (source: Source, node: SyntaxNode, bind: Bind, stars: string[]): void => {
  const words = childrenOf(node)
    .filter(({ name }) => name !== '(' && name !== ')' && name !== 'Comment')
    .map((child) => ({ text: textIn(source, child), from: child.from }));
  let at = 1;
  const dotted = (): string => {
    let path = '';
    while (at < words.length && !ENDS_PATH.has(words[at]?.text ?? '')) {
      path += words[at]?.text ?? '';
      at += 1;
    }
    return path;
  };
  const renamed = (): string | null => {
    if (words[at]?.text !== 'as') return null;
    at += 2;
    return words[at - 1]?.text ?? null;
  };
  const isFrom = words[0]?.text === 'from';
  const module = isFrom ? dotted() : '';
  at += isFrom ? 1 : 0;
  for (; at < words.length; at += 1) {
    const from = words[at]?.from ?? node.from;
    const path = dotted();
    if (path === '') continue;
    const local = renamed();
    if (path === '*') stars.push(module);
    else if (isFrom)
      bind(local ?? path, from, {
        is: 'import',
        path: module.endsWith('.') ? `${module}${path}` : `${module}.${path}`,
      });
    else if (local !== null) bind(local, from, { is: 'import', path });
    else bind(path.split('.', 1)[0] ?? path, from, { is: 'import', path: path.split('.', 1)[0] ?? path });
  }
};

const ENDS_PATH = new Set(['import', 'as', ',']);

/** `with x() as y`: what it gives is not followed. */
const bindAs = (source: Source, node: SyntaxNode, bind: Bind): void => {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    const next = child.nextSibling;
    if (child.name === 'as' && next?.name === 'VariableName') bind(textIn(source, next), next.from, { is: 'opaque' });
  }
};

export const bindingAt = ({ names }: Bindings, name: string, at: number): Binding | null => {
  const all = names.get(name);
  return all === undefined ? null : (all.findLast((binding) => binding.at < at) ?? all[0] ?? null);
};

const MOST_HOPS = 8;

/** The text of a string, of several in a row, of a name that stands for one, of a format that puts such names in. */
export const stringIn = (source: Source, bindings: Bindings, node: SyntaxNode, hops = 0): string | null => {
  if (hops > MOST_HOPS) return null;
  switch (node.name) {
    case 'String':
      return /^[rRuUbB]{0,2}("""|'''|"|')([\s\S]*)\1$/.exec(source.text.slice(node.from, node.to))?.[2] ?? null;
    case 'ParenthesizedExpression': {
      const inner = node.firstChild?.nextSibling ?? null;
      return inner === null ? null : stringIn(source, bindings, inner, hops + 1);
    }
    case 'ContinuedString':
      return joined(childrenOf(node).map((each) => stringIn(source, bindings, each, hops + 1)));
    case 'BinaryExpression': {
      const [left, sign, right] = childrenOf(node);
      if (left === undefined || right === undefined || sign === undefined || textIn(source, sign) !== '+') return null;
      return joined([left, right].map((each) => stringIn(source, bindings, each, hops + 1)));
    }
    case 'FormatString': {
      const parts: (string | null)[] = [];
      let from = node.from + (/^[a-zA-Z]*("""|'''|"|')/.exec(textIn(source, node, 10))?.[0].length ?? 2);
      for (const put of node.getChildren('FormatReplacement')) {
        const value = put.firstChild?.nextSibling ?? null;
        parts.push(
          source.text.slice(from, put.from),
          value === null ? null : stringIn(source, bindings, value, hops + 1),
        );
        from = put.to;
      }
      parts.push(source.text.slice(from, node.to).replace(/["']{1,3}$/, ''));
      return joined(parts);
    }
    case 'VariableName': {
      const value = bindingAt(bindings, textIn(source, node), node.from)?.value;
      return value?.is === 'value' ? stringIn(source, bindings, value.node, hops + 1) : null;
    }
    default:
      return null;
  }
};

const joined = (parts: readonly (string | null)[]): string | null =>
  parts.some((part) => part === null) ? null : parts.join('');
