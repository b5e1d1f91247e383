// dist/make-code-cache.cjs: run by the build and by `docket init`, never by a hook, because a code cache is executable.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { hasCodeCache, type LoadedBundle, loadBundle, writeCodeCache } from './code-cache.ts';
import type * as core from './main.ts';
import { warmUpIn } from './warm-up.ts';

declare const BUILD_STAMP: string;

/** Warms the bundles with typical calls, so that the functions a call needs are in the cache, and writes it. */
const makeCodeCache = async (): Promise<void> => {
  if (hasCodeCache(__dirname, 'hook-core.cjs', BUILD_STAMP)) return;
  // A function that was baseline-compiled while warming up would be again in every hook call, at its first run: a quarter
  // of the whole call. The flags are part of the cache's key, so they are as they were when it is taken.
  setFlagsFromString('--no-sparkplug');
  const bundles = new Map<string, LoadedBundle>();
  const { handle, hookDeps, receive } = loadBundle(__dirname, 'hook-core.cjs', BUILD_STAMP, (name, bundle) => {
    bundles.set(name, bundle);
  }) as typeof core;
  const folder = mkdtempSync(join(tmpdir(), 'docket-warm-'));
  try {
    await warmUpIn(folder, { handle, receive, deps: hookDeps([], undefined) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  setFlagsFromString('--sparkplug');
  for (const [name, bundle] of bundles) writeCodeCache(__dirname, name, BUILD_STAMP, bundle.createCachedData());
};

void makeCodeCache();
