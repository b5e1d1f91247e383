import { join } from 'node:path';
import type { ProjectFiles } from '../project-files.ts';
import { isDeclared, isKnownPackage, isStandard } from './names.ts';

/** Where folders of modules lie in a project, beside the folders themselves. */
const INNER_ROOTS = ['', 'src', 'lib', 'python', 'app', 'backend'];

/** A module of the project that a dotted name begins with. */
export interface Located {
  /** The file that holds its names; null for a folder without one. */
  readonly file: string | null;
  /** How many of the names lead to it, and from which folder. */
  readonly used: number;
  readonly root: string;
}

/** Finds the module that the first names of a dotted one lead to, from folders above a file. */
export const locate = (files: ProjectFiles, from: string, names: readonly string[]): Located | null => {
  for (const folder of files.foldersUp(from)) {
    for (const inner of INNER_ROOTS) {
      const found = locateIn(files, inner === '' ? folder : join(folder, inner), names);
      if (found !== null) return found;
    }
  }
  return null;
};

/** The same from one folder. */
export const locateIn = (files: ProjectFiles, root: string, names: readonly string[]): Located | null => {
  let at = root;
  let used = 0;
  let file: string | null = null;
  for (const name of names) {
    const path = join(at, name);
    if (!/^\w+$/.test(name)) break;
    if (files.isFolder(path)) {
      const init = join(path, '__init__.py');
      const isPackage = files.isFile(init);
      // A folder beside the code may be called like a package: `docker`, `redis`.
      if (!isPackage && used === 0 && !holdsPython(files, path, names[1], name)) break;
      file = isPackage ? init : null;
      at = path;
      used += 1;
    } else if (files.isFile(`${path}.py`)) return { file: `${path}.py`, used: used + 1, root };
    else break;
  }
  return used === 0 ? null : { file, used, root };
};

const holdsPython = (files: ProjectFiles, folder: string, next: string | undefined, name: string): boolean => {
  if (isStandard(name) || isKnownPackage(name)) return false;
  return next !== undefined && (files.isFile(join(folder, `${next}.py`)) || files.isFolder(join(folder, next)));
};

/** Whether a name is one of a package from outside: of the standard library, known, declared or installed. */
export const isForeign = (files: ProjectFiles, file: string, name: string): boolean =>
  isStandard(name) ||
  isKnownPackage(name) ||
  isDeclared(declaredIn(files, file), name) ||
  isInstalled(files, file, name);

const ENVIRONMENTS = ['.venv', 'venv', 'env', '.env'];

const isInstalled = (files: ProjectFiles, file: string, name: string): boolean =>
  /^\w+$/.test(name) &&
  files.foldersUp(file).some((folder) =>
    ENVIRONMENTS.some((environment) => {
      const lib = join(folder, environment, 'lib');
      if (!files.isFolder(lib)) return false;
      return files.names(lib).some((version) => {
        const packages = join(lib, version, 'site-packages');
        return files.isFolder(join(packages, name)) || files.isFile(join(packages, `${name}.py`));
      });
    }),
  );

const known = new WeakMap<ProjectFiles, Map<string, ReadonlySet<string>>>();

/** The packages that manifests above a file name, in lower case and with hyphens. */
const declaredIn = (files: ProjectFiles, file: string): ReadonlySet<string> => {
  const [folder = ''] = files.foldersUp(file);
  const before = known.get(files)?.get(folder);
  if (before !== undefined) return before;
  const packages = new Set<string>();
  for (const each of files.foldersUp(file)) {
    for (const name of files.names(each)) {
      const read = READERS.find(({ pattern }) => pattern.test(name))?.read;
      const text = read === undefined ? null : files.text(join(each, name));
      for (const found of text === null ? [] : (read?.(text) ?? []))
        packages.add(found.toLowerCase().replace(/[_.]+/g, '-'));
    }
  }
  known.set(files, (known.get(files) ?? new Map()).set(folder, packages));
  return packages;
};

const NAME = /^\s*([A-Za-z0-9][\w.-]*)/;

const listed = (text: string): string[] => text.split('\n').flatMap((line) => NAME.exec(line)?.[1] ?? []);

/** Names in the tables and lists of a TOML file whose name says that they are dependencies. */
const inToml = (text: string): string[] => {
  let isTable = false;
  let isList = false;
  return text.split('\n').flatMap((line) => {
    const header = /^\s*\[+([^\]]+)\]/.exec(line)?.[1];
    if (header !== undefined) {
      isTable = /dependenc|packages/.test(header);
      isList = false;
      return [];
    }
    if (/dependencies"?\s*=\s*\[/.test(line)) isList = true;
    if (!isTable && !isList) return [];
    const names = [...line.matchAll(/["']\s*([A-Za-z0-9][\w.-]*)/g)].map(([, name = '']) => name);
    const key = isTable ? /^\s*"?([A-Za-z0-9][\w.-]*)"?\s*=/.exec(line)?.[1] : undefined;
    if (line.includes(']')) isList = false;
    return key === undefined ? names : [key];
  });
};

const READERS = [
  { pattern: /^(?:requirements|constraints|dev-requirements)[\w.-]*\.(?:txt|in)$/, read: listed },
  { pattern: /^(?:pyproject\.toml|Pipfile)$/, read: inToml },
  {
    pattern: /^setup\.py$/,
    read: (text: string) =>
      [...text.matchAll(/requires?\s*=\s*\[([^\]]{0,5000})\]/g)].flatMap(([, list = '']) =>
        list.split(',').flatMap((item) => /["']\s*([A-Za-z0-9][\w.-]*)/.exec(item)?.[1] ?? []),
      ),
  },
  {
    pattern: /^setup\.cfg$/,
    read: (text: string) => listed(/install_requires\s*=([\s\S]*?)(?:\n\S|$(?![\s\S]))/.exec(text)?.[1] ?? ''),
  },
  {
    pattern: /^environment\.ya?ml$/,
    read: (text: string) => text.split('\n').flatMap((line) => /^\s*-\s*([A-Za-z0-9][\w.-]*)/.exec(line)?.[1] ?? []),
  },
];
