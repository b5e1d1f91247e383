import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '..', '..');

/**
 * Packs the built package and installs that file into a new folder below `root`, without network or scripts, as a user
 * would. Gives the folder, which holds `node_modules/docket` and nothing else of docket.
 */
export const installPacked = (root: string, name: string, env: NodeJS.ProcessEnv): string => {
  const run = (cwd: string, ...args: string[]): string => execFileSync('npm', args, { cwd, env, encoding: 'utf8' });
  const packed = run(REPOSITORY, 'pack', '--silent', '--ignore-scripts', '--pack-destination', root).trim();
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  run(folder, 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', join(root, packed));
  return folder;
};
