import { boundary, internal, type Placed, unknown } from '../found-mock.ts';
import type { ProjectFiles } from '../project-files.ts';
import { bindingsIn } from './bindings.ts';
import { isGlobalName, NODE_MODULES } from './globals.ts';
import { type Bound, type Origin, originOf, originOfName } from './origin.ts';
import { parseScript } from './parse.ts';
import { type Resolved, resolveSpecifier } from './resolve.ts';

/** Modules that pass a name on are followed so far. */
const MOST_MODULES = 5;

/** Where what is replaced lies, by where its value comes from. */
export const placeOfOrigin = (files: ProjectFiles, file: string, origin: Origin, modules = 0): Placed => {
  switch (origin.is) {
    case 'module':
      return placeInModule(files, file, origin, modules);
    case 'global':
      return isGlobalName(origin.name)
        ? boundary('an object of the language or its runtime', origin.name)
        : unknown('nothing in the test says what it is');
    case 'own':
      return unknown('the test makes it itself');
    case 'unknown':
      return unknown('nothing in the test says what it is');
  }
};

type OfModule = Extract<Origin, { is: 'module' }>;

const placeInModule = (files: ProjectFiles, file: string, { specifier, path }: OfModule, modules: number): Placed => {
  const resolved = resolveSpecifier(files, file, specifier);
  const { place, why, module } = resolved;
  const placed: Placed = { place, why, ...(module === undefined ? {} : { module }) };
  if (place !== 'internal') return placed;
  const names = path.filter((step) => step !== 'prototype' && step !== '()');
  const [exported, ...further] =
    names[0] === 'default' && names.length > 1 && resolved.found === null ? names.slice(1) : names;
  if (exported === undefined) return placed;
  const given = modules < MOST_MODULES ? givenBy(files, resolved, exported, modules) : null;
  if (given !== null) return given;
  // What hangs on an object of the project may be its client of something else.
  return further.length === 0 ? placed : unknown('a property of an object of the project');
};

/** Where the thing comes from that a module of the project only gives on under a name; null for its own. */
const givenBy = (files: ProjectFiles, { found, module }: Resolved, name: string, modules: number): Placed | null => {
  const bound = found === null ? null : boundModule(files, found);
  if (found === null || bound === null) return null;
  const { bindings } = bound;
  const local = bindings.renamed.get(name) ?? name;
  const passed = bindings.passed.find((each) => each.name === name);
  const origin: Origin | null =
    passed !== undefined
      ? { is: 'module', specifier: passed.specifier, path: passed.original === '*' ? [] : [passed.original] }
      : name === 'default' && bindings.defaultExport !== null
        ? originOf(bound, bindings.defaultExport)
        : bindings.names.has(local)
          ? originOfName(bound, local, bound.script.text.length)
          : null;
  if (origin === null || origin.is === 'own' || origin.is === 'unknown') return null;
  const given = placeOfOrigin(files, found, origin, modules + 1);
  return given.place === 'boundary' ? boundary(`${module ?? 'the module'} gives on ${given.why}`, given.module) : null;
};

/** Where a name inside of a module lies, as `rewire` replaces it: an import of it, or a variable of its own. */
export const placeOfInner = (files: ProjectFiles, file: string, specifier: string | null, name: string): Placed => {
  if (NODE_MODULES.has(name) || isGlobalName(name)) return boundary('a module or object of the runtime', name);
  const resolved = specifier === null ? null : resolveSpecifier(files, file, specifier);
  const bound = resolved?.found == null ? null : boundModule(files, resolved.found);
  if (resolved?.found == null || bound === null || !bound.bindings.names.has(name)) {
    return unknown('the module cannot be read, or has no such name');
  }
  const origin = originOfName(bound, name, bound.script.text.length);
  if (origin.is === 'module' || origin.is === 'global') return placeOfOrigin(files, resolved.found, origin);
  return internal('a variable of the module', resolved.module);
};

const parsed = new WeakMap<ProjectFiles, Map<string, Bound | null>>();

const boundModule = (files: ProjectFiles, path: string): Bound | null => {
  const known = parsed.get(files)?.get(path);
  if (known !== undefined) return known;
  const text = /\.(?:vue|svelte)$/.test(path) ? null : files.text(path);
  const bound = text === null ? null : bind(text, path, files);
  parsed.set(files, (parsed.get(files) ?? new Map()).set(path, bound));
  return bound;
};

const bind = (text: string, path: string, files: ProjectFiles): Bound | null => {
  try {
    const script = parseScript(text, path, files);
    return { script, bindings: bindingsIn(script) };
  } catch {
    return null;
  }
};
