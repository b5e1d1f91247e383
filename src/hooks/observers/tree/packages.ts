import { nameKind } from '../../../projections/source-files.ts';
import { manifestNames } from '../test-place.ts';
import type { Content } from './view.ts';

/** Packages that are told one by one; more of them are all. */
const MOST_PACKAGES = 16;

/**
 * The packages of some content to which files belong: folders that hold a manifest, the nearest above each file. The top
 * of the worktree (empty) is one where it has a manifest and the file is source; what else lies there belongs to none.
 */
export const packagesOf = (files: readonly string[], content: Content): string[] => {
  const manifests = manifestNames();
  const known = new Map<string, string>();
  const isPackage = (folder: string): boolean =>
    manifests.some((name) => content.has(folder === '' ? name : `${folder}/${name}`));
  const packageAbove = (folder: string): string => {
    if (folder === '') return '';
    const found = known.get(folder) ?? (isPackage(folder) ? folder : packageAbove(parentOf(folder)));
    known.set(folder, found);
    return found;
  };
  const isTop = isPackage('');
  const found = new Set<string>();
  for (const file of files) {
    const folder = packageAbove(parentOf(file));
    if (folder !== '' || (isTop && nameKind(file.slice(file.lastIndexOf('/') + 1).toLowerCase()) === 'source')) {
      found.add(folder);
    }
  }
  return found.size > MOST_PACKAGES ? [''] : [...found].sort();
};

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));
