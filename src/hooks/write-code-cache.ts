import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { cacheName } from './code-cache.ts';

/** Whether there is a code cache for the bundles of this build under this Node. */
export const hasCodeCache = (folder: string, name: string, stamp: string): boolean =>
  existsSync(`${folder}/${cacheName(name, stamp)}`);

/** Writes a code cache, so that readers see all of it or nothing. */
export const writeCodeCache = (folder: string, name: string, stamp: string, data: Buffer): void => {
  const path = `${folder}/${cacheName(name, stamp)}`;
  mkdirSync(`${folder}/cache`, { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, Buffer.concat([data, data]));
  renameSync(temporary, path);
};
