import { GIT } from './git-table.ts';
import { CARGO, GO, NPM, PIP, PNPM } from './package-tables.ts';
import { PROGRAMS } from './program-table.ts';
import { DOCKER, GH, KUBECTL, TERRAFORM } from './service-tables.ts';
import { TOOLS } from './tool-table.ts';

/** Programs with a table of their own, in which subcommands are known by their names alone. */
const OWN: Readonly<Record<string, string>> = {
  git: GIT,
  npm: NPM,
  pnpm: PNPM,
  pip: PIP,
  pip3: PIP,
  cargo: CARGO,
  go: GO,
  docker: DOCKER,
  podman: DOCKER,
  kubectl: KUBECTL,
  gh: GH,
  terraform: TERRAFORM,
  tofu: TERRAFORM,
};

/** The table of a program; null for one that has none of its own. */
export const ownTable = (program: string): string | null =>
  Object.hasOwn(OWN, program) ? (OWN[program] as string) : null;

/** All other programs; a subcommand is known as `program/subcommand`. */
export const SHARED_TABLES: readonly string[] = [PROGRAMS, TOOLS];
