// Node's modules by this function alone: `require` is a chain of functions that would be compiled for it in every call.
const { closeSync, openSync, readFileSync, readvSync } = process.getBuiltinModule('node:fs');
const { Script } = process.getBuiltinModule('node:vm');

/** A bundle compiled with V8's code cache: its exports, and how to take a cache of what ran since. */
export interface LoadedBundle {
  readonly exports: unknown;
  readonly createCachedData: () => Buffer;
}

/** No cache is as large. Memory that nothing is read into costs nothing. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Loads a bundle beside this file, from V8's code cache where there is one for this bundle and this Node. A bundle is a
 * function of what a CommonJS module has; those it requires by `./name` are loaded the same way.
 *
 * V8 does not check a cache for damage, and a flipped byte crashes the process. So the file holds the data twice, and
 * what differs is not used: comparing costs nothing, a checksum would cost more than the cache saves.
 *
 * One function, since this is compiled in every hook call: nothing caches the loader. It reads with calls that every hook
 * makes anyway, since each other function of Node is compiled at its first use in a process as well.
 */
export const loadBundle = (
  folder: string,
  name: string,
  stamp: string,
  onLoad?: (name: string, bundle: LoadedBundle) => void,
) => {
  const filename = `${folder}/${name}`;
  let cachedData: Uint8Array | undefined;
  try {
    const bytes = new Uint8Array(MOST_BYTES);
    const fd = openSync(`${folder}/${cacheName(name, stamp)}`, 'r');
    const length = readvSync(fd, [bytes], 0);
    closeSync(fd);
    const half = length / 2;
    // Views that V8 makes: `subarray` of a Buffer is code of Node, which would be compiled for it.
    const [data, copy] = [new Uint8Array(bytes.buffer, 0, half), new Uint8Array(bytes.buffer, half, half)];
    if (length > 0 && length < MOST_BYTES && Buffer.compare(data, copy) === 0) cachedData = data;
  } catch {
    // There is none yet for this Node.
  }
  const script = new Script(
    readFileSync(filename, 'utf8'),
    cachedData === undefined ? { filename } : { filename, cachedData },
  );
  const module = { exports: {} as unknown };
  const requireBundle = (id: string): unknown => {
    // A bundle asks for others, and for Node's modules, in many places: each is loaded once, and asking Node takes longer than looking here.
    required[id] ??= id.startsWith('./')
      ? loadBundle(folder, id.slice(2), stamp, onLoad)
      : process.getBuiltinModule(id);
    return required[id];
  };
  script.runInThisContext()(module.exports, requireBundle, module, filename, folder);
  onLoad?.(name, { exports: module.exports, createCachedData: () => script.createCachedData() });
  return module.exports;
};

const required: Record<string, unknown> = {};

/** V8 refuses a cache of another version by itself; the name keeps several Nodes from undoing each other's. */
export const cacheName = (name: string, stamp: string): string =>
  `cache/${name}-${stamp}-${process.version}-${process.arch}.bin`;
