import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Script } from 'node:vm';

/** A bundle compiled with V8's code cache: its exports, and how to take a cache of what ran since. */
export interface LoadedBundle {
  readonly exports: unknown;
  readonly createCachedData: () => Buffer;
}

/**
 * Loads a CommonJS bundle beside this file, from V8's code cache where there is one for this bundle and this Node.
 * Bundles it requires by `./name` are loaded the same way.
 */
export const loadBundle = (
  folder: string,
  name: string,
  stamp: string,
  onLoad?: (name: string, bundle: LoadedBundle) => void,
) => {
  const path = `${folder}/${name}`;
  const cachedData = readCodeCache(cachePath(folder, name, stamp));
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(path, 'utf8')}\n})`;
  const script = new Script(source, cachedData === null ? { filename: path } : { filename: path, cachedData });
  const module = { exports: {} as unknown };
  const requireBundle = (id: string): unknown =>
    id.startsWith('./') ? loadBundle(folder, id.slice(2), stamp, onLoad) : require(id);
  script.runInThisContext()(module.exports, requireBundle, module, path, folder);
  onLoad?.(name, { exports: module.exports, createCachedData: () => script.createCachedData() });
  return module.exports;
};

/** Whether there is a code cache for the bundles of this build under this Node. */
export const hasCodeCache = (folder: string, name: string, stamp: string): boolean =>
  existsSync(cachePath(folder, name, stamp));

/** Writes a code cache, so that readers see all of it or nothing. */
export const writeCodeCache = (folder: string, name: string, stamp: string, data: Buffer): void => {
  const path = cachePath(folder, name, stamp);
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, Buffer.concat([data, data]));
  renameSync(temporary, path);
};

/** V8 refuses a cache of another version by itself; the name keeps several Nodes from undoing each other's. */
const cachePath = (folder: string, name: string, stamp: string): string =>
  `${folder}/cache/${name}-${stamp}-${process.version}-${process.arch}.bin`;

/** No cache is as large. Memory that nothing is read into costs nothing. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * V8 does not check a cache for damage, and a flipped byte crashes the process. So the file holds the data twice, and
 * what differs is not used: comparing costs nothing, a checksum would cost more than the cache saves. Read with calls that
 * every hook makes anyway, since each other function of Node is compiled at its first use in a process.
 */
const readCodeCache = (path: string): Buffer | null => {
  const bytes = Buffer.allocUnsafe(MOST_BYTES);
  let length: number;
  try {
    const fd = openSync(path, 'r');
    length = readSync(fd, bytes, 0, MOST_BYTES, 0);
    closeSync(fd);
  } catch {
    return null;
  }
  const half = length / 2;
  if (half === 0 || length === MOST_BYTES || !Number.isInteger(half)) return null;
  const data = bytes.subarray(0, half);
  return data.equals(bytes.subarray(half, length)) ? data : null;
};
