import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { isJsonObject } from '../../../../events/json-object.ts';
import { isIn } from '../../../../projections/paths.ts';
import type { ProjectFiles } from '../project-files.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A JSON file as an object, comments and trailing commas allowed; null where it is none. */
export const readJson = (files: ProjectFiles, path: string): Json | null => {
  const text = files.text(path);
  if (text === null) return null;
  try {
    const value: unknown = parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true });
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
};

export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : typeof value === 'string' ? [value] : [];

/** `lodash/fp` is of `lodash`, `@acme/db/client` of `@acme/db`. */
export const packageName = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The folders above a file that hold a `package.json`, with what it says, nearest first. */
export const manifestsAbove = (files: ProjectFiles, file: string): { folder: string; manifest: Json }[] =>
  files.foldersUp(file).flatMap((folder) => {
    const manifest = readJson(files, join(folder, 'package.json'));
    return manifest === null ? [] : [{ folder, manifest }];
  });

const DEPENDENCIES = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Versions that mean a folder of the project. */
const LOCAL = /^(?:workspace|link|portal|file):/;

/** What manifests and `node_modules` say of a package: one of the project's own, a foreign one, or nothing. */
export const packagePlace = (
  files: ProjectFiles,
  file: string,
  name: string,
): { readonly place: 'internal' | 'boundary'; readonly why: string } | null => {
  const above = manifestsAbove(files, file);
  if (above.some(({ manifest }) => manifest['name'] === name)) {
    return { place: 'internal', why: 'the package that the test is in' };
  }
  if (above.some(({ folder, manifest }) => workspacePackages(files, folder, manifest).has(name))) {
    return { place: 'internal', why: 'a package of the workspace' };
  }
  for (const { folder, manifest } of above) {
    for (const kind of DEPENDENCIES) {
      const dependencies = manifest[kind];
      const version = isJsonObject(dependencies) && Object.hasOwn(dependencies, name) ? dependencies[name] : undefined;
      if (typeof version !== 'string') continue;
      if (version.startsWith('workspace:')) return { place: 'internal', why: 'a package of the workspace' };
      const local = LOCAL.exec(version)?.[0];
      const target = local === undefined ? null : join(folder, version.slice(local.length));
      return target !== null && isIn(files.top, target) && !target.includes('/node_modules/')
        ? { place: 'internal', why: 'a package in a folder of the project' }
        : { place: 'boundary', why: 'a package that the project depends on' };
    }
  }
  return installedPlace(files, file, name);
};

/** Workspaces are linked into `node_modules`. */
const installedPlace = (files: ProjectFiles, file: string, name: string) => {
  for (const folder of files.foldersUp(file)) {
    const installed = join(folder, 'node_modules', name);
    if (!files.isFolder(installed)) continue;
    const real = files.real(installed);
    return real !== null && isIn(files.top, real) && !real.includes('/node_modules/')
      ? ({ place: 'internal', why: 'a package of the workspace' } as const)
      : ({ place: 'boundary', why: 'an installed package' } as const);
  }
  return null;
};

const MOST_PACKAGES = 400;
const LONGEST_PATTERN = 500;
const known = new WeakMap<ProjectFiles, Map<string, ReadonlyMap<string, string>>>();

/** The packages of a workspace by their names, as `package.json`, pnpm or lerna list their folders. */
export const workspacePackages = (files: ProjectFiles, folder: string, manifest: Json): ReadonlyMap<string, string> => {
  const before = known.get(files)?.get(folder);
  if (before !== undefined) return before;
  const { workspaces } = manifest;
  const patterns = [
    ...textsIn(isJsonObject(workspaces) ? workspaces['packages'] : workspaces),
    ...pnpmPatterns(files.text(join(folder, 'pnpm-workspace.yaml'))),
    ...textsIn(readJson(files, join(folder, 'lerna.json'))?.['packages']),
  ];
  const names = new Map<string, string>();
  for (const pattern of patterns) {
    if (pattern.startsWith('!') || pattern.length > LONGEST_PATTERN) continue;
    for (const found of foldersLike(files, folder, pattern.replace(/^\.\//, '').replace(/\/+$/, '').split('/'))) {
      if (names.size >= MOST_PACKAGES) break;
      const name = readJson(files, join(found, 'package.json'))?.['name'];
      if (typeof name === 'string') names.set(name, found);
    }
  }
  known.set(files, (known.get(files) ?? new Map()).set(folder, names));
  return names;
};

/** The list under `packages:`, in the block or the flow style. */
const pnpmPatterns = (text: string | null): string[] => {
  const [, flow, block = ''] =
    /^packages:[ \t]*(?:\[([^\]]*)\]|\r?\n((?:[ \t]*(?:-[^\n]*|#[^\n]*)?\r?\n?)*))/m.exec(text ?? '') ?? [];
  const items =
    flow === undefined ? block.split('\n').map((line) => /^\s*-\s*(.*)$/.exec(line)?.[1] ?? '') : flow.split(',');
  return items.flatMap((item) => {
    const bare = item
      .slice(0, LONGEST_PATTERN)
      .trim()
      .replace(/\s+#.*$/, '')
      .replace(/^(['"])(.*)\1$/, '$2');
    return bare === '' ? [] : [bare];
  });
};

/** Folders that a pattern like `packages/*` or `apps/**` names. */
const foldersLike = (files: ProjectFiles, from: string, steps: readonly string[]): string[] => {
  let folders = [from];
  for (const step of steps) {
    if (step === '**') {
      folders = [...folders, ...belowAll(files, folders, DEEPEST)];
    } else if (step.includes('*')) {
      const [before = '', after = ''] = step.split('*');
      folders = folders.flatMap((folder) =>
        subfolders(files, folder, (name) => name.startsWith(before) && name.endsWith(after)),
      );
    } else folders = folders.map((folder) => join(folder, step));
    if (folders.length > MOST_PACKAGES) folders = folders.slice(0, MOST_PACKAGES);
  }
  return folders;
};

const DEEPEST = 3;

const belowAll = (files: ProjectFiles, folders: readonly string[], depth: number): string[] => {
  if (depth === 0 || folders.length === 0 || folders.length > MOST_PACKAGES) return [];
  const below = folders.flatMap((folder) => subfolders(files, folder, () => true));
  return [...below, ...belowAll(files, below, depth - 1)];
};

const subfolders = (files: ProjectFiles, folder: string, isWanted: (name: string) => boolean): string[] =>
  files.names(folder).flatMap((name) => {
    if (name.startsWith('.') || name === 'node_modules' || !isWanted(name)) return [];
    const path = join(folder, name);
    return files.isFolder(path) ? [path] : [];
  });

/** The folder of a workspace package, where that is known. */
export const workspaceFolder = (files: ProjectFiles, file: string, name: string): string | null => {
  for (const { folder, manifest } of manifestsAbove(files, file)) {
    if (manifest['name'] === name) return folder;
    const found = workspacePackages(files, folder, manifest).get(name);
    if (found !== undefined) return found;
  }
  return null;
};

/** The module file at a path without or with its ending. */
export const moduleAt = (files: ProjectFiles, path: string): string | null => {
  if (files.isFile(path)) return path;
  for (const ending of ENDINGS) if (files.isFile(path + ending)) return path + ending;
  // `./cart.js` is how TypeScript names `cart.ts`.
  const bare = /\.[cm]?jsx?$/.test(path) ? path.replace(/\.[cm]?jsx?$/, '') : null;
  for (const ending of bare === null ? [] : ENDINGS) if (files.isFile(bare + ending)) return bare + ending;
  for (const ending of files.isFolder(path) ? ENDINGS : []) {
    if (files.isFile(join(path, `index${ending}`))) return join(path, `index${ending}`);
  }
  return null;
};

const ENDINGS = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.vue', '.svelte'];

/** The folder of a file that names others from where it is. */
export const beside = (file: string, path: string): string => join(dirname(file), path);
