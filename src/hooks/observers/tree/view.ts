import { createHash } from 'node:crypto';
import type { Plane } from '../../../projections/planes.ts';

/**
 * Some content: what git keeps at each path, `MODE BLOB`. Paths are bytes, each as one character, so that their order is
 * that of their bytes.
 */
export type Content = ReadonlyMap<string, string>;

/** Where content differs from other content: the value there; null for nothing. */
export type Changes = ReadonlyMap<string, string | null>;

/** Says of what a path holds which plane it belongs to; null for neither. */
export type PlaneOf = (path: string, value: string) => Plane | null;

export const withChanges = (content: Content, changes: Changes): Content => {
  if (changes.size === 0) return content;
  const all = new Map(content);
  for (const [path, value] of changes) {
    if (value === null) all.delete(path);
    else all.set(path, value);
  }
  return all;
};

/**
 * Digests of the code and of the documents among some content: the first 96 bits of SHA-256 over `MODE BLOB PATH NUL` of
 * each, by path. Neither names a commit, so the same content has the same digest wherever it lies.
 */
export const digestsOf = (content: Content, planeOf: PlaneOf): Record<Plane, string> => {
  const lines: Record<Plane, string> = { code: '', docs: '' };
  for (const path of sortedPaths(content)) {
    const value = content.get(path) ?? '';
    const plane = planeOf(path, value);
    if (plane !== null) lines[plane] += `${value} ${path}\0`;
  }
  return { code: digestOf(lines.code), docs: digestOf(lines.docs) };
};

const digestOf = (lines: string): string =>
  createHash('sha256').update(lines, 'latin1').digest('hex').slice(0, DIGEST_LENGTH);

const DIGEST_LENGTH = 24;

/** git lists an index in order; what was added since stands behind it. */
const sortedPaths = (content: Content): string[] => {
  const paths = [...content.keys()];
  for (let at = 1; at < paths.length; at += 1) {
    if ((paths[at - 1] as string) > (paths[at] as string)) return paths.sort();
  }
  return paths;
};

/** Files of each plane by which some content differs from other, by path. */
export const differences = (content: Content, other: Content, planeOf: PlaneOf): Record<Plane, string[]> => {
  const differing: Record<Plane, string[]> = { code: [], docs: [] };
  for (const path of new Set([...content.keys(), ...other.keys()])) {
    const here = content.get(path);
    const there = other.get(path);
    if (here === there) continue;
    const plane =
      (here === undefined ? null : planeOf(path, here)) ?? (there === undefined ? null : planeOf(path, there));
    if (plane !== null) differing[plane].push(path);
  }
  return { code: differing.code.sort(), docs: differing.docs.sort() };
};
