import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Every file, folder and link below some folders: its path, beginning with the folder's name, and what it is. */
export type Files = ReadonlyMap<string, string>;

/** Looks at all of it: permission bits, and the digest of each content. */
export const filesBelow = (folders: Readonly<Record<string, string>>): Files =>
  new Map(Object.entries(folders).flatMap(([name, path]) => below(path, name)));

/** The paths that only one of the two has, or that are something else in it. */
export const changesBetween = (before: Files, after: Files): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path)).sort();

const below = (folder: string, shown: string): [string, string][] =>
  readdirSync(folder).flatMap((name): [string, string][] => {
    const path = join(folder, name);
    const stat = lstatSync(path);
    const mode = (stat.mode & 0o7777).toString(8);
    const here = `${shown}/${name}`;
    if (stat.isDirectory()) return [[`${here}/`, mode], ...below(path, here)];
    if (stat.isSymbolicLink()) return [[here, `to ${readlinkSync(path)}`]];
    const content = stat.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'special';
    return [[here, `${mode} ${content}`]];
  });
