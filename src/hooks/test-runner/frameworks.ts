import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../../events/git-layout.ts';
import { foldersUp } from '../folders-up.ts';
import type { TestCommand } from './find-command.ts';
import { type PackageFile, readPackage } from './package-script.ts';

/** A test framework that a project's files tell of. */
interface Framework {
  /** Ends of the names of files in the languages it tests. */
  readonly languages: RegExp;
  /** The words that run it; null where the folder does not say that it uses it. */
  readonly find: (folder: Folder) => readonly string[] | null;
  readonly shown: string;
}

interface Folder {
  readonly path: string;
  readonly worktree: string;
  readonly names: readonly string[];
  readonly has: (name: string) => boolean;
  readonly text: (name: string) => string;
  readonly manifest: PackageFile | null;
}

/** How the tests of a folder are run, by its configuration; first what tests the language of a file. */
export const frameworksAt = (path: string, worktree: string, file: string): readonly TestCommand[] => {
  const folder = folderAt(path, worktree);
  const found = FRAMEWORKS.flatMap(({ languages, find, shown }) => {
    const words = find(folder);
    return words === null ? [] : [{ isFirst: languages.test(file), words, shown }];
  });
  const ordered = [...found.filter(({ isFirst }) => isFirst), ...found.filter(({ isFirst }) => !isFirst)];
  return ordered.map(({ words, shown }) => ({ words, folder: path, shown, isScript: false }));
};

const folderAt = (path: string, worktree: string): Folder => {
  const names = namesIn(path);
  return {
    path,
    worktree,
    names,
    has: (name) => names.includes(name),
    text: (name) => (names.includes(name) ? (readSmallFile(join(path, name)) ?? '') : ''),
    manifest: readPackage(path),
  };
};

const namesIn = (path: string): string[] => {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
};

const SCRIPT = /\.([cm]?[jt]sx?|vue|svelte|astro)$/;

/** In this order (seed 001, test-runner.sh: pytest, vitest, jest, npm-test, cargo-test, go-test; scripts come before all). */
const FRAMEWORKS: readonly Framework[] = [
  {
    shown: 'vitest run',
    languages: SCRIPT,
    find: (folder) =>
      folder.names.some((name) => /^vitest\.(config|workspace)\.[cm]?[jt]s$/.test(name)) || dependsOn(folder, 'vitest')
        ? installed(folder, 'vitest', ['run'])
        : null,
  },
  {
    shown: 'jest',
    languages: SCRIPT,
    find: (folder) =>
      folder.names.some((name) => /^jest\.config\.([cm]?[jt]s|json)$/.test(name)) ||
      folder.manifest?.jest !== undefined ||
      dependsOn(folder, 'jest')
        ? installed(folder, 'jest', ['--ci'])
        : null,
  },
  { shown: 'pytest', languages: /\.pyi?$/, find: (folder) => (usesPytest(folder) ? pytest(folder) : null) },
  { shown: 'cargo test', languages: /\.rs$/, find: ({ has }) => (has('Cargo.toml') ? ['cargo', 'test'] : null) },
  { shown: 'go test ./...', languages: /\.go$/, find: ({ has }) => (has('go.mod') ? ['go', 'test', './...'] : null) },
];

const dependsOn = ({ manifest }: Folder, name: string): boolean =>
  [manifest?.dependencies, manifest?.devDependencies].some(
    (group) => typeof group === 'object' && group !== null && Object.hasOwn(group, name),
  );

/** A program of a package as it is installed for a folder, so that nothing is downloaded; null where it is not. */
const installed = ({ path, worktree }: Folder, name: string, args: readonly string[]): readonly string[] | null => {
  const program = nearest(path, worktree, join('node_modules', '.bin', name));
  if (program !== null) return [program, ...args];
  return nearest(path, worktree, '.pnp.cjs') === null ? null : ['yarn', 'run', name, ...args];
};

/** A file in a folder or the nearest one above it, up to the top. */
const nearest = (path: string, worktree: string, name: string): string | null =>
  foldersUp(path, worktree)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file)) ?? null;

/** The places where pytest reads its configuration, and those that say it is needed. */
const usesPytest = ({ path, worktree, has, text, names }: Folder): boolean =>
  has('pytest.ini') ||
  has('.pytest.ini') ||
  // Each folder of tests may have one; only the one at the top stands for the project.
  (path === worktree && has('conftest.py')) ||
  /\bpytest\b/.test(text('pyproject.toml')) ||
  /^\[tool:pytest\]/m.test(text('setup.cfg')) ||
  /^\[pytest\]/m.test(text('tox.ini')) ||
  names.some((name) => /^requirements.*\.txt$/.test(name) && /^pytest\b/m.test(text(name)));

/** In the environment that the project keeps for itself, where it has one. */
const pytest = ({ path, worktree, has }: Folder): readonly string[] => {
  const python = ['.venv', 'venv'].flatMap((name) => nearest(path, worktree, join(name, 'bin', 'python')) ?? []);
  if (python[0] !== undefined) return [python[0], '-m', 'pytest'];
  const manager = PYTHON_MANAGERS.find(([lock]) => has(lock))?.[1];
  return manager === undefined ? ['pytest'] : [manager, 'run', 'pytest'];
};

const PYTHON_MANAGERS: readonly (readonly [lock: string, manager: string])[] = [
  ['uv.lock', 'uv'],
  ['poetry.lock', 'poetry'],
  ['pdm.lock', 'pdm'],
  ['Pipfile', 'pipenv'],
];
