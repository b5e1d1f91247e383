import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import { relativeTo } from '../../projections/paths.ts';
import { foldersUp } from '../folders-up.ts';
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

/** What package managers and test runners look for above the folder they are started in. */
export const manifestNames = (): readonly string[] =>
  (
    'package.json pyproject.toml setup.cfg pytest.ini go.mod Cargo.toml Gemfile composer.json pom.xml build.gradle ' +
    'build.gradle.kts mix.exs deno.json Package.swift Makefile'
  ).split(' ');

/** The nearest folder below the top of the worktree, at or above this one, that holds a manifest. */
export const packageIn = (worktree: string, folder: string): string => {
  const manifests = manifestNames();
  const below = foldersUp(folder, worktree).filter((at) => at !== worktree);
  const own = below.find((at) => manifests.some((name) => existsSync(join(at, name))));
  return own === undefined ? '' : relativeTo(worktree, own);
};
