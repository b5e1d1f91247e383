// dist/make-code-cache.cjs: run by the build and by `docket init`, never by a hook, because a code cache is executable.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type LoadedBundle, loadBundle } from './code-cache.ts';
import type * as core from './main.ts';
import { ASKED_FOR, FREQUENT, SELDOM, warmUpIn } from './warm-up.ts';
import { hasCodeCache, writeCodeCache } from './write-code-cache.ts';

declare const BUILD_STAMP: string;
declare const CLI_STAMP: string;

/**
 * Warms the bundles with calls, so that the functions a call needs are in the cache, and writes it. What only seldom
 * calls need is not in that of a bundle that every call loads: it would cost every call its reading.
 */
const makeCodeCache = async (): Promise<void> => {
  if (hasCodeCache(__dirname, CORE, BUILD_STAMP)) return;
  // A function that was baseline-compiled while warming up would be again in every hook call, at its first run: a quarter
  // of the whole call.
  setFlagsFromString('--no-sparkplug');
  // Nor may what ran only once be thrown away by a collection of garbage before it is in the cache.
  setFlagsFromString('--no-flush-bytecode');
  const loaded = new Map<string, LoadedBundle>();
  const { callHook } = loadBundle(__dirname, CORE, BUILD_STAMP, (name, bundle) => {
    loaded.set(name, bundle);
  }) as typeof core;
  const folder = mkdtempSync(join(tmpdir(), 'docket-warm-'));
  const caches = new Map<string, Buffer>();
  try {
    for (const calls of [FREQUENT, SELDOM, ASKED_FOR]) {
      await warmUpIn(folder, calls, callHook);
      takeCaches(loaded, caches);
      loaded.delete(CORE);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const [name, data] of caches) writeCodeCache(__dirname, name, BUILD_STAMP, data);
};

/** The command's cache has what runs whenever it is loaded, which is most of what it takes to start it. */
const makeCommandCache = (): void => {
  if (hasCodeCache(__dirname, COMMAND, CLI_STAMP)) return;
  loadBundle(__dirname, COMMAND, CLI_STAMP, (name, bundle) => {
    writeCodeCache(__dirname, name, CLI_STAMP, bundle.createCachedData());
  });
};

const COMMAND = 'cli.cjs';

const CORE = 'hook-core.cjs';

/** Takes a cache of each bundle with all that ran in it so far. V8 puts its flags into a cache, so they are as in a hook meanwhile. */
const takeCaches = (loaded: ReadonlyMap<string, LoadedBundle>, caches: Map<string, Buffer>): void => {
  setFlagsFromString('--sparkplug');
  setFlagsFromString('--flush-bytecode');
  for (const [name, bundle] of loaded) caches.set(name, bundle.createCachedData());
  setFlagsFromString('--no-sparkplug');
  setFlagsFromString('--no-flush-bytecode');
};

makeCommandCache();
void makeCodeCache();
