import { cacheFile } from '../../../events/cache-file.ts';
import { partText } from '../../../events/cache-part.ts';
import type { CacheParts } from '../../../events/cache-parts.ts';
import { shortDigest } from '../../../events/digest.ts';
import type { LogFs } from '../../../events/log-fs.ts';
import type { KeptAnnotation } from './kept-annotation.ts';

/** What was read of a file, and what tells its content. */
export interface KnownFile {
  readonly stamp: string;
  readonly annotations: readonly KeptAnnotation[];
}

/** Files of a worktree by name. */
export type AnnotationCache = ReadonlyMap<string, KnownFile>;

/** Changes whenever the same bytes would be read as something else. */
const VERSION = 1;

/** What is known of a worktree's files; nothing where nothing can be read. */
export const readAnnotationCache = (root: string, worktree: string, fs: LogFs): AnnotationCache => {
  const file = fileOf(root, worktree, fs);
  file.read();
  return file.data ?? new Map();
};

/** Keeps it for the next audit. What cannot be written is read again then. */
export const writeAnnotationCache = (root: string, worktree: string, fs: LogFs, cache: AnnotationCache): void => {
  try {
    const file = fileOf(root, worktree, fs);
    file.data = cache;
    file.write();
  } catch {
    // A full disk, or a link in the folder's place.
  }
};

const fileOf = (root: string, worktree: string, fs: LogFs) =>
  cacheFile<AnnotationCache>(`${root}/cache`, `annotations-${shortDigest(worktree)}.json`, fs, {
    parse: (parts) => parse(parts, worktree),
    partsOf: (cache) => {
      const annotated = [...cache].filter(({ 1: { annotations } }) => annotations.length > 0);
      return [
        JSON.stringify([VERSION, worktree]),
        JSON.stringify(annotated.map(([name, { annotations }]) => [name, annotations])),
        JSON.stringify([...cache].flatMap(([name, { stamp }]) => [name, stamp])),
      ];
    },
  });

/** The two copies of each part show damage; a part that is none of ours throws, and that is no cache. */
const parse = (parts: CacheParts, worktree: string): AnnotationCache | null => {
  const [version, annotated, stamps] = [0, 1, 2].map((index) => {
    const part = parts(index);
    return part === null ? null : (JSON.parse(partText(part)) as unknown);
  });
  if (JSON.stringify(version) !== JSON.stringify([VERSION, worktree])) return null;
  if (!Array.isArray(annotated) || !Array.isArray(stamps)) return null;
  const annotations = new Map(annotated as [string, KeptAnnotation[]][]);
  const cache = new Map<string, KnownFile>();
  for (let at = 0; at + 1 < stamps.length; at += 2) {
    cache.set(stamps[at] as string, {
      stamp: stamps[at + 1] as string,
      annotations: annotations.get(stamps[at] as string) ?? NONE,
    });
  }
  return cache;
};

const NONE: readonly KeptAnnotation[] = [];
