import type { SyntaxNode } from '@lezer/common';
import { eachNode } from '../syntax.ts';
import { bare, literal, type Script, textOf } from './parse.ts';

/** What a name stands for from some place on. */
export interface Binding {
  readonly at: number;
  readonly value:
    | { readonly is: 'import'; readonly specifier: string /** `*` for all of it. */; readonly name: string }
    | {
        readonly is: 'value';
        readonly node: SyntaxNode /** What is taken of it by destructuring. */;
        readonly of: string | null;
      }
    /** A function or class of the text itself. */
    | { readonly is: 'own' }
    /** A parameter, a loop's variable: nobody can tell. */
    | { readonly is: 'opaque' };
}

/** What a module gives on from another one; `name` is what others call it, null for everything. */
export interface Passed {
  readonly name: string | null;
  readonly specifier: string;
  readonly original: string;
}

export interface Bindings {
  readonly names: ReadonlyMap<string, readonly Binding[]>;
  readonly passed: readonly Passed[];
  /** What `export default` gives, and what names are exported under others. */
  readonly defaultExport: SyntaxNode | null;
  readonly renamed: ReadonlyMap<string, string>;
}

/** Every name that a text binds. Scopes are not told apart: of several bindings the one that stands nearest before counts. */
export const bindingsIn = (script: Script): Bindings => {
  const names = new Map<string, Binding[]>();
  const passed: Passed[] = [];
  const renamed = new Map<string, string>();
  let defaultExport: SyntaxNode | null = null;
  const bind = (name: string, at: number, value: Binding['value']): void => {
    const known = names.get(name);
    if (known === undefined) names.set(name, [{ at, value }]);
    else known.push({ at, value });
  };
  eachNode(script.tree, BINDING, (node) => {
    switch (node.name) {
      case 'ImportDeclaration':
        bindImport(script, node, bind);
        return;
      case 'VariableDeclaration':
        bindVariables(script, node, bind);
        return;
      case 'AssignmentExpression':
        bindAssignment(script, node, bind);
        return;
      case 'FunctionDeclaration':
      case 'ClassDeclaration': {
        const name = node.getChild('VariableDefinition');
        if (name !== null) bind(textOf(script, name), name.from, { is: 'own' });
        return;
      }
      case 'ParamList':
        bindParameters(script, node, bind);
        return;
      case 'ExportDeclaration':
        defaultExport = readExport(script, node, passed, renamed) ?? defaultExport;
        return;
    }
  });
  return { names, passed, defaultExport, renamed };
};

const BINDING = [
  'ImportDeclaration',
  'VariableDeclaration',
  'AssignmentExpression',
  'FunctionDeclaration',
  'ClassDeclaration',
  'ParamList',
  'ExportDeclaration',
];

type Bind = (name: string, at: number, value: Binding['value']) => void;

const bindImport = (script: Script, node: SyntaxNode, bind: Bind): void => {
  const from = node.getChild('String');
  const specifier = from === null ? null : literal(script, from);
  if (specifier === null) return;
  let isAll = false;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === 'Star') isAll = true;
    if (child.name === 'VariableDefinition') {
      bind(textOf(script, child), child.from, { is: 'import', specifier, name: isAll ? '*' : 'default' });
    }
    if (child.name !== 'ImportGroup') continue;
    let original: string | null = null;
    for (let each = child.firstChild; each !== null; each = each.nextSibling) {
      if (each.name === 'VariableName' || each.name === 'String') original = textOf(script, each);
      if (each.name !== 'VariableDefinition') continue;
      const local = textOf(script, each);
      bind(local, each.from, { is: 'import', specifier, name: original ?? local });
      original = null;
    }
  }
};

/** `const x = …, { a, b: c } = …`: each pattern or name, and behind its `=` the value. */
const bindVariables = (script: Script, node: SyntaxNode, bind: Bind): void => {
  let target: SyntaxNode | null = null;
  let isValue = false;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === 'VariableDefinition' || child.name === 'ObjectPattern' || child.name === 'ArrayPattern') {
      target = child;
      isValue = false;
    } else if (child.name === 'Equals') isValue = true;
    else if (isValue && target !== null) {
      bindTarget(script, target, child, bind);
      target = null;
    }
  }
};

const bindTarget = (script: Script, target: SyntaxNode, node: SyntaxNode, bind: Bind): void => {
  if (target.name === 'VariableDefinition' || target.name === 'VariableName') {
    bind(textOf(script, target), target.from, { is: 'value', node, of: null });
    return;
  }
  if (target.name !== 'ObjectPattern') return;
  for (const property of target.getChildren('PatternProperty')) {
    const first = property.firstChild;
    const local = property.getChild('VariableDefinition') ?? property.getChild('VariableName');
    if (first !== null && local !== null) {
      bind(textOf(script, local), local.from, { is: 'value', node, of: textOf(script, first) });
    }
  }
};

const bindAssignment = (script: Script, node: SyntaxNode, bind: Bind): void => {
  const target = node.firstChild;
  const value = node.lastChild;
  if (target !== null && value !== null && value.from !== target.from && target.name === 'VariableName') {
    bindTarget(script, target, value, bind);
  }
};

/** Names of one function's parameters, patterns included to some depth. */
const bindParameters = (script: Script, node: SyntaxNode, bind: Bind): void => {
  const visit = (at: SyntaxNode, depth: number): void => {
    for (let child = at.firstChild; child !== null; child = child.nextSibling) {
      if (child.name === 'VariableDefinition') bind(textOf(script, child), child.from, { is: 'opaque' });
      else if (depth < 3 && PATTERNS.has(child.name)) visit(child, depth + 1);
    }
  };
  visit(node, 0);
};

const PATTERNS = new Set(['ObjectPattern', 'ArrayPattern', 'PatternProperty']);

/** Notes what an export passes on; returns the value of a default export. */
const readExport = (
  script: Script,
  node: SyntaxNode,
  passed: Passed[],
  renamed: Map<string, string>,
): SyntaxNode | null => {
  const from = node.getChild('String');
  const specifier = from === null ? null : literal(script, from);
  if (specifier !== null && node.getChild('Star') !== null) {
    const name = node.getChild('VariableDefinition') ?? node.getChild('VariableName');
    passed.push({ name: name === null ? null : textOf(script, name), specifier, original: '*' });
  }
  const group = node.getChild('ExportGroup');
  let original: string | null = null;
  let isRenamed = false;
  for (let each = group?.firstChild ?? null; each !== null; each = each.nextSibling) {
    if (each.name === 'as') isRenamed = true;
    else if (each.name === 'VariableName' || each.name === 'default') {
      if (!isRenamed) original = textOf(script, each);
      const name = textOf(script, each);
      if (specifier !== null) passed.push({ name, specifier, original: original ?? name });
      else renamed.set(name, original ?? name);
      isRenamed = false;
    }
  }
  if (node.getChild('default') === null) return null;
  const { lastChild } = node;
  return lastChild?.name === ';' ? lastChild.prevSibling : lastChild;
};

/** The binding of a name that counts at some place: the nearest before it, else the first one behind. */
export const bindingAt = ({ names }: Bindings, name: string, at: number): Binding | null => {
  const all = names.get(name);
  if (all === undefined) return null;
  return all.findLast((binding) => binding.at < at) ?? all[0] ?? null;
};

/** The parts of a call: what is called, and with what. */
export const callParts = (node: SyntaxNode): { callee: SyntaxNode; list: SyntaxNode | null } | null => {
  if (node.name !== 'CallExpression' && node.name !== 'NewExpression') return null;
  let callee = node.firstChild;
  while (
    callee !== null &&
    (callee.name === 'new' || callee.name === 'LineComment' || callee.name === 'BlockComment')
  ) {
    callee = callee.nextSibling;
  }
  return callee === null ? null : { callee: bare(callee), list: node.getChild('ArgList') };
};
