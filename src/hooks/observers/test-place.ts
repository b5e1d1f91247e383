import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import { isAbsolute, relativeTo } from '../../projections/paths.ts';
import type { CallPlace } from '../place.ts';

/** Where tests run. */
export interface TestPlace {
  readonly worktree: string;
  /** The package they are of, from the top of the worktree; empty where they may be about all of it. */
  readonly folder: string;
}

/** The place of a folder as a command names it: its worktree, or that of the call where it lies in none. */
export const testPlace = (place: CallPlace, directory: string | null): TestPlace => {
  const folder = realFolder(place.folderAt(directory));
  const worktree = place.gitOf(folder)?.worktree ?? place.worktree;
  return { worktree, folder: packageIn(worktree, folder) };
};

const DEEPEST = 16;

/** What package managers and test runners look for above the folder they are started in. */
export const manifestNames = (): readonly string[] =>
  (
    'package.json pyproject.toml setup.cfg pytest.ini go.mod Cargo.toml Gemfile composer.json pom.xml build.gradle ' +
    'build.gradle.kts mix.exs deno.json Package.swift Makefile'
  ).split(' ');

/** The nearest folder below the top of the worktree, at or above this one, that holds a manifest. */
export const packageIn = (worktree: string, folder: string): string => {
  const manifests = manifestNames();
  let at = folder;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const inside = relativeTo(worktree, at);
    if (inside === '' || inside === '.' || at === worktree || isAbsolute(inside)) return '';
    if (manifests.some((name) => existsSync(join(at, name)))) return inside;
    at = dirname(at);
  }
  return '';
};
