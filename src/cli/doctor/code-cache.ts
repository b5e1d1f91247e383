import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from '../../events/location.ts';
import { outputOf } from './run-program.ts';

/** How the compiled copy of a hook stands: see src/hooks/code-cache.ts for what it is. */
export type CodeCacheState = 'accepted' | 'none' | 'damaged' | 'refused' | 'unknown';

const CORE = 'hook-core.cjs';

/** Whether the Node that runs a hook finds a compiled copy of it, and takes it. */
export const codeCacheState = (bundle: string, node: string, env: Environment): CodeCacheState => {
  const folder = dirname(bundle);
  const build = buildOf(node, env);
  if (build === null) return 'unknown';
  const source = textOf(bundle);
  // The loader holds the stamp of its build; caches of other builds may lie beside.
  const name = namesIn(join(folder, 'cache')).find((file) => {
    const stamp = /^hook-core\.cjs-([0-9a-f]+)-/.exec(file)?.[1];
    return stamp !== undefined && source.includes(stamp) && file === `${CORE}-${stamp}-${build}.bin`;
  });
  if (name === undefined) return source.includes('cache/') ? 'none' : 'unknown';
  const path = join(folder, 'cache', name);
  const bytes = readFileSync(path);
  const half = bytes.length / 2;
  // One that is damaged crashes Node: it is never tried.
  if (bytes.length === 0 || !bytes.subarray(0, half).equals(bytes.subarray(half))) return 'damaged';
  const said = outputOf(node, ['-e', TRY, join(folder, CORE), path], env)?.trim();
  return said === 'true' ? 'refused' : said === 'false' ? 'accepted' : 'unknown';
};

/** Removes the compiled copies for one Node, so that they are made anew. */
export const dropCodeCaches = (bundle: string, node: string, env: Environment): void => {
  const folder = join(dirname(bundle), 'cache');
  const build = buildOf(node, env);
  for (const name of namesIn(folder)) if (name.endsWith(`-${build}.bin`)) rmSync(join(folder, name), { force: true });
};

/** What names the copies for one Node: its version and the processor. */
const buildOf = (node: string, env: Environment): string | null => {
  const said = outputOf(node, ['-p', 'process.version + "-" + process.arch'], env)?.trim() ?? '';
  return said === '' ? null : said;
};

/** Compiles the bundle as the hook's loader does, and says whether V8 refused the copy. */
const TRY = `
const { readFileSync } = require('node:fs');
const [filename, cache] = process.argv.slice(1);
const bytes = readFileSync(cache);
const script = new (require('node:vm').Script)(readFileSync(filename, 'utf8'), { filename, cachedData: bytes.subarray(0, bytes.length / 2) });
console.log(script.cachedDataRejected);
`;

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
