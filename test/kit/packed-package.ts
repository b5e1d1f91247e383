import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '..', '..');

export interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
  /** Bytes of the tarball, and of what is in it. */
  readonly size: number;
  readonly unpackedSize: number;
}

const npm = (cwd: string, env: NodeJS.ProcessEnv, ...args: string[]): string =>
  execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Packs the built package into a file in `root`, and says what is in it. */
export const packInto = (root: string, env: NodeJS.ProcessEnv): Packed => {
  const said = npm(REPOSITORY, env, 'pack', '--json', '--ignore-scripts', '--pack-destination', root);
  return (JSON.parse(said) as [Packed])[0];
};

/**
 * Installs a packed package into a new folder below `root`, without network or scripts, as a user would. Gives the folder,
 * which holds `node_modules/docket` and nothing else of docket.
 */
export const installPacked = (
  root: string,
  name: string,
  env: NodeJS.ProcessEnv,
  { filename } = packInto(root, env),
): string => {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  npm(folder, env, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(root, filename));
  return folder;
};
