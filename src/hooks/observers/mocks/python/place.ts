import { dirname, join } from 'node:path';
import type { SyntaxNode } from '@lezer/common';
import { boundary, internal, type Placed, unknown } from '../found-mock.ts';
import type { ProjectFiles } from '../project-files.ts';
import { childrenOf } from '../syntax.ts';
import { type Bindings, bindingAt, bindingsIn, parsePython, type Source, textIn } from './bindings.ts';
import { isBuiltin } from './names.ts';
import { isForeign, type Located, locate, locateIn } from './project.ts';

export interface Bound {
  readonly source: Source;
  readonly bindings: Bindings;
}

const MOST_HOPS = 6;

/** Input and output that needs no import: replaced where it is used. */
const IO = new Set(['open', 'print', 'input', 'exit', 'quit', 'breakpoint']);

/**
 * Where a dotted name leads, as `patch` takes it: through the modules of the project, and on through what those import, so
 * that `shop.billing.requests.get` is the call to the outside that it replaces.
 */
export const placeOfDotted = (files: ProjectFiles, file: string, dotted: string, hops = 0): Placed => {
  const names = dotted
    .replace(/^\.+/, '')
    .split('.')
    .filter((name) => name !== '()');
  const [first = ''] = names;
  if (first === '' || hops > MOST_HOPS) return unknown('its name says nothing');
  const dots = /^\.*/.exec(dotted)?.[0].length ?? 0;
  const located = dots > 0 ? locateIn(files, above(dirname(file), dots - 1), names) : locate(files, file, names);
  if (located !== null) return placeInProject(files, located, names, hops);
  if (dots > 0) return byNames(files, file, names, 'a relative import');
  if (isForeign(files, file, first)) return boundary('the standard library, or a package from outside', first);
  if (first === '__main__' || names.length < 2) return unknown('its name says nothing');
  return byNames(files, file, names, 'neither of the standard library nor of a known, declared or installed package');
};

const above = (folder: string, steps: number): string => (steps <= 0 ? folder : above(dirname(folder), steps - 1));

/** Where no module can be read, a name further on may say that the outside is replaced where it is used. */
const byNames = (files: ProjectFiles, file: string, names: readonly string[], why: string): Placed => {
  const foreign = names.slice(1).find((name) => isForeign(files, file, name));
  if (foreign !== undefined) return boundary('a call to the outside, replaced where it is used', foreign);
  const last = names.at(-1) ?? '';
  return IO.has(last) ? boundary('a function of the language', last) : internal(why, names[0]);
};

const placeInProject = (files: ProjectFiles, located: Located, names: readonly string[], hops: number): Placed => {
  const [name, ...further] = names.slice(located.used);
  const path = files.shown(located.file ?? join(located.root, ...names.slice(0, located.used)));
  if (name === undefined) return internal('a module of the project', path);
  const bound = located.file === null ? null : boundModule(files, located.file);
  if (located.file === null || bound === null)
    return byNames(files, join(located.root, 'x'), ['', name, ...further], 'a module of the project');
  const value = bindingAt(bound.bindings, name, bound.source.text.length)?.value;
  if (value === undefined) {
    if (isBuiltin(name)) return boundary('a function of the language', name);
    return byNames(files, located.file, ['', name, ...further], 'a module of the project');
  }
  if (value.is === 'own') {
    return further.length <= 1
      ? internal('code of the project', path)
      : unknown('a property of an object of the project');
  }
  if (value.is === 'opaque') return unknown('a parameter');
  const origin = value.is === 'import' ? value.path : pathOf(bound, value.node, hops + 1);
  if (origin === null)
    return LITERALS.has(value.is === 'value' ? value.node.name : '')
      ? unknown('a value, no code')
      : internal('code of the project', path);
  // A name that a package takes from its own module may be called like that module.
  const placed = placeOfDotted(files, located.file, [origin, ...further].join('.'), hops + 1);
  return placed.place === 'boundary' ? boundary(`${path} gives on ${placed.why}`, placed.module) : placed;
};

const LITERALS = new Set([
  'String',
  'Number',
  'Boolean',
  'None',
  'ContinuedString',
  'FormatString',
  'ArrayExpression',
  'DictionaryExpression',
  'TupleExpression',
  'SetExpression',
  'UnaryExpression',
]);

export const isLiteral = ({ name }: SyntaxNode): boolean => LITERALS.has(name);

/** The dotted name of what an expression gives, `()` for a call; null for what the text makes itself or nobody can follow. */
export const pathOf = (bound: Bound, node: SyntaxNode, hops = 0): string | null => {
  if (hops > MOST_HOPS) return null;
  const { source, bindings } = bound;
  switch (node.name) {
    case 'VariableName': {
      const name = textIn(source, node);
      const value = bindingAt(bindings, name, node.from)?.value;
      if (value === undefined) return isBuiltin(name) ? `builtins.${name}` : null;
      if (value.is === 'import') return value.path;
      return value.is === 'value' ? pathOf(bound, value.node, hops + 1) : null;
    }
    case 'MemberExpression': {
      const object = node.firstChild;
      const property = node.lastChild;
      if (object === null || property?.name !== 'PropertyName') return null;
      const path = pathOf(bound, object, hops + 1);
      return path === null ? null : `${path}.${textIn(source, property)}`;
    }
    case 'CallExpression': {
      const callee = node.firstChild;
      const path = callee === null ? null : pathOf(bound, callee, hops + 1);
      if (path === 'importlib.import_module') {
        const [name] = childrenOf(node.getChild('ArgList') ?? node).filter(({ name: kind }) => kind === 'String');
        return name === undefined ? null : textIn(source, name).replace(/["']/g, '');
      }
      return path === null ? null : `${path}.()`;
    }
    case 'AwaitExpression':
    case 'ParenthesizedExpression': {
      const inner = node.firstChild?.nextSibling ?? null;
      return inner === null ? null : pathOf(bound, inner, hops + 1);
    }
    default:
      return null;
  }
};

const parsed = new WeakMap<ProjectFiles, Map<string, Bound | null>>();

const boundModule = (files: ProjectFiles, path: string): Bound | null => {
  const known = parsed.get(files)?.get(path);
  if (known !== undefined) return known;
  const text = files.text(path);
  let bound: Bound | null = null;
  try {
    const source = text === null ? null : parsePython(text, files);
    bound = source === null ? null : { source, bindings: bindingsIn(source) };
  } catch {
    bound = null;
  }
  parsed.set(files, (parsed.get(files) ?? new Map()).set(path, bound));
  return bound;
};
