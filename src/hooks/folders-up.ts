import { dirname } from 'node:path';
import { isIn } from '../projections/paths.ts';

/** Folders that are looked through; no project is deeper. */
const MOST_FOLDERS = 64;

/** A folder and those above it up to a top folder, the nearest first; none for one that is not in it. */
export const foldersUp = (folder: string, top: string): string[] => {
  const folders: string[] = [];
  for (let at = folder; isIn(top, at) && folders.length < MOST_FOLDERS; at = dirname(at)) {
    folders.push(at);
    if (at === top) break;
  }
  return folders;
};
