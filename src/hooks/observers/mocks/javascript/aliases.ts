import { dirname, isAbsolute, join } from 'node:path';
import type { SyntaxNode } from '@lezer/common';
import { isJsonObject } from '../../../../events/json-object.ts';
import type { ProjectFiles } from '../project-files.ts';
import { eachNode } from '../syntax.ts';
import { bindingsIn } from './bindings.ts';
import { type Json, manifestsAbove, moduleAt, readJson, textsIn } from './packages.ts';
import { literal, parseScript, type Script, textOf } from './parse.ts';

/** What an alias makes of a specifier: a path on the disk, or another specifier. */
export type Aliased = { readonly path: string } | { readonly specifier: string };

/** Configurations that extend others are followed so far. */
const MOST_EXTENDED = 6;

/** What the nearest configurations of TypeScript, the package and the bundler say of a specifier; null without an alias. */
export const aliasOf = (files: ProjectFiles, file: string, specifier: string): Aliased | null => {
  for (const { folder, manifest } of specifier.startsWith('#') ? manifestsAbove(files, file) : []) {
    const target = importTarget(manifest['imports'], specifier);
    if (target !== null) return target.startsWith('.') ? { path: join(folder, target) } : { specifier: target };
  }
  for (const folder of files.foldersUp(file)) {
    const found = configAlias(files, folder, specifier);
    if (found !== null) return found;
  }
  return null;
};

const configAlias = (files: ProjectFiles, folder: string, specifier: string): Aliased | null => {
  const names = files.names(folder);
  for (const name of names) {
    if (!/^(?:ts|js)config(?:\.[\w-]+)?\.json$/.test(name)) continue;
    const found = pathsAlias(files, join(folder, name), specifier, 0);
    if (found !== null) return found;
  }
  for (const name of names) {
    if (
      !/^(?:vite|vitest|jest|webpack|rspack|rsbuild|rstest|astro|electron\.vite)\.config\.[cm]?[jt]s(?:on)?$/.test(name)
    )
      continue;
    for (const { find, replacement } of bundlerAliases(files, join(folder, name))) {
      const rest = restOf(find, specifier);
      if (rest !== null) return inFolder(folder, replacement, rest);
    }
  }
  const { jest } = (names.includes('package.json') ? readJson(files, join(folder, 'package.json')) : null) ?? {};
  for (const [find, replacement] of Object.entries(
    (isJsonObject(jest) && isJsonObject(jest['moduleNameMapper']) && jest['moduleNameMapper']) || {},
  )) {
    const prefix = patternPrefix(find);
    const rest = prefix === null ? null : restOf(prefix, specifier);
    const [to] = textsIn(replacement);
    if (rest !== null && to !== undefined) return inFolder(folder, to, rest);
  }
  return null;
};

/** `imports` of a package: exact names, or one `*`, each with a target or conditions. */
const importTarget = (imports: unknown, specifier: string): string | null => {
  if (!isJsonObject(imports)) return null;
  for (const [key, value] of Object.entries(imports)) {
    const rest = starred(key, specifier);
    const target = rest === null ? null : firstText(value, 0);
    if (rest !== null && target !== null) return target.replace('*', () => rest);
  }
  return null;
};

const firstText = (value: unknown, depth: number): string | null => {
  if (typeof value === 'string') return value;
  if (depth > 5 || typeof value !== 'object' || value === null) return null;
  for (const each of Object.values(value)) {
    const found = firstText(each, depth + 1);
    if (found !== null) return found;
  }
  return null;
};

/** What stands for the `*` of a pattern, empty for an exact match; null where it does not match. */
const starred = (pattern: string, specifier: string): string | null => {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === specifier ? '' : null;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  const fits =
    specifier.length >= before.length + after.length && specifier.startsWith(before) && specifier.endsWith(after);
  return fits ? specifier.slice(before.length, specifier.length - after.length) : null;
};

/** `paths` and `baseUrl` of a `tsconfig.json`, or of those that it extends. A lone `*` says where to look, not what is there. */
const pathsAlias = (files: ProjectFiles, config: string, specifier: string, depth: number): Aliased | null => {
  const json = depth > MOST_EXTENDED ? null : readJson(files, config);
  if (json === null) return null;
  const options = (isJsonObject(json['compilerOptions']) ? json['compilerOptions'] : {}) as Json;
  const baseUrl = typeof options['baseUrl'] === 'string' ? join(dirname(config), options['baseUrl']) : null;
  const paths = isJsonObject(options['paths']) ? options['paths'] : {};
  for (const [pattern, targets] of Object.entries(paths)) {
    const rest = starred(pattern, specifier);
    if (rest === null) continue;
    const found = textsIn(targets).map((target) =>
      join(
        baseUrl ?? dirname(config),
        target.replace('*', () => rest),
      ),
    );
    const there = found.find((path) => moduleAt(files, path) !== null);
    if (there !== undefined) return { path: there };
    if (pattern !== '*' && found[0] !== undefined) return { path: found[0] };
  }
  if (baseUrl !== null && moduleAt(files, join(baseUrl, specifier)) !== null) return { path: join(baseUrl, specifier) };
  for (const extended of textsIn(json['extends'])) {
    if (!extended.startsWith('.')) continue;
    const path = join(dirname(config), extended);
    const found = pathsAlias(files, files.isFile(path) ? path : `${path}.json`, specifier, depth + 1);
    if (found !== null) return found;
  }
  return null;
};

interface BundlerAlias {
  /** How specifiers begin that it is about. */
  readonly find: string;
  readonly replacement: string;
}

const parsed = new WeakMap<ProjectFiles, Map<string, readonly BundlerAlias[]>>();

/** The aliases that stand plainly in a bundler's configuration: `alias: { '@': … }`, a list of them, `moduleNameMapper`. */
const bundlerAliases = (files: ProjectFiles, config: string): readonly BundlerAlias[] => {
  const before = parsed.get(files)?.get(config);
  if (before !== undefined) return before;
  const text = files.text(config);
  const found = text === null ? [] : aliasesIn(parseScript(text, config, files));
  parsed.set(files, (parsed.get(files) ?? new Map()).set(config, found));
  return found;
};

const MOST_ALIASES = 100;

const aliasesIn = (script: Script): BundlerAlias[] => {
  const found: BundlerAlias[] = [];
  const { names } = bindingsIn(script);
  eachNode(script.tree, ['Property'], (node) => {
    if (found.length >= MOST_ALIASES) return;
    const key = keyOf(script, node);
    if (key !== 'alias' && key !== 'moduleNameMapper') return;
    const named =
      node.lastChild?.name === 'VariableName' ? names.get(textOf(script, node.lastChild))?.[0]?.value : null;
    const value = named?.is === 'value' ? named.node : node.lastChild;
    for (const each of value?.getChildren('Property') ?? []) {
      const find = keyOf(script, each);
      const prefix = find === null || key === 'alias' ? find : patternPrefix(find);
      const replacement = replacementIn(script, each.lastChild);
      if (prefix !== null && replacement !== null) found.push({ find: prefix, replacement });
    }
    for (const each of value?.name === 'ArrayExpression' ? value.getChildren('ObjectExpression') : []) {
      const fields = new Map(
        each.getChildren('Property').map((property) => [keyOf(script, property), property.lastChild]),
      );
      const find = fields.get('find') ?? null;
      const prefix =
        find === null
          ? null
          : find.name === 'RegExp'
            ? patternPrefix(textOf(script, find).slice(1, -1))
            : literal(script, find);
      const replacement = replacementIn(script, fields.get('replacement') ?? null);
      if (prefix !== null && replacement !== null) found.push({ find: prefix, replacement });
    }
  });
  return found;
};

const keyOf = (script: Script, property: SyntaxNode): string | null => {
  const { firstChild } = property;
  if (firstChild === null) return null;
  return firstChild.name === 'String' ? literal(script, firstChild) : textOf(script, firstChild);
};

/** The last text in an expression like `path.resolve(__dirname, './src')`: that is where it leads. */
const replacementIn = (script: Script, node: SyntaxNode | null): string | null => {
  if (node === null) return null;
  const whole = literal(script, node);
  if (whole !== null) return whole;
  let last: string | null = null;
  node.cursor().iterate(({ name, node: inner }) => {
    if (name === 'String') last = literal(script, inner);
  });
  if (last !== null && (node.name === 'CallExpression' || node.name === 'MemberExpression')) return `./${last}`;
  return last;
};

/** How texts begin that a simple pattern like `^@app/(.*)$` matches; null where it does not say. */
const patternPrefix = (pattern: string): string | null => {
  if (!pattern.startsWith('^')) return null;
  const plain = /^\^((?:[\w@~#/-]|\\[/.$-])+)/.exec(pattern)?.[1]?.replaceAll('\\', '');
  return plain === undefined || plain === '' ? null : plain.replace(/\/$/, '');
};

/** What of a specifier follows an alias; null where it is about others. */
const restOf = (find: string, specifier: string): string | null => {
  if (specifier === find) return '';
  const prefix = find.endsWith('/') ? find : `${find}/`;
  return specifier.startsWith(prefix) ? specifier.slice(prefix.length) : null;
};

const inFolder = (folder: string, replacement: string, rest: string): Aliased => {
  const target = replacement.replace('<rootDir>', '.').replace(/\$1$/, '');
  const isPath = target.startsWith('.') || target.startsWith('/');
  if (!isPath) return { specifier: rest === '' ? target : `${target.replace(/\/$/, '')}/${rest}` };
  // Vite's `/src` is a folder of the project.
  return { path: isAbsolute(target) && target.startsWith(folder) ? join(target, rest) : join(folder, target, rest) };
};
