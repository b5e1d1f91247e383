import { appendFileSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { EventDraft } from '../events/envelope.ts';
import { readSmallFile } from '../events/git-layout.ts';
import { errorCode } from '../events/log-fs.ts';
import type { Verdict } from '../events/schemas.ts';
import { sharedFolderOf } from './observers/temporary.ts';
import type { CallPlace } from './place.ts';

type Moved = NonNullable<Verdict['moved']>[number];

/**
 * Makes the folders that a rewritten command is about to write to, and keeps them out of git without touching a file that
 * somebody else wrote (docs/decisions/0011). Returns what could not be made, as a fact: the rewrite is then not to be sent.
 */
export const prepareMoves = (moved: readonly Moved[], place: CallPlace): EventDraft | null => {
  for (const move of moved) {
    try {
      prepareMove(move, place);
    } catch (error) {
      return { type: 'FolderRefused', call: null, data: { path: dirname(move.to), code: errorCode(error) } };
    }
  }
  return null;
};

const prepareMove = ({ from, to }: Moved, place: CallPlace): void => {
  const shared = sharedFolderOf(from);
  const folder = to.slice(0, to.length - (from.length - shared.length));
  const isNew = mkdirSync(folder, { recursive: true }) !== undefined;
  if (isNew) writeFileSync(`${folder}/.gitignore`, '*\n', { flag: 'wx' });
  else excludeFromGit(to, folder, place);
  // The folders that are there for the original command are there for the new one.
  const inside = isFolder(from) ? to : isFolder(dirname(from)) ? dirname(to) : folder;
  mkdirSync(inside, { recursive: true });
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A folder that was there before is somebody's: only what is moved there is ignored, unless it is already. */
const excludeFromGit = (to: string, folder: string, place: CallPlace): void => {
  const git = place.gitOf(dirname(folder));
  if (git === null || to === folder || existsSync(`${folder}/.gitignore`)) return;
  const name = basename(folder);
  const patterns = [name, `/${name}`].flatMap((path) => [path, `${path}/`, `${path}/*`, `${path}/**`]);
  const own = `/${to.slice(git.worktree.length + 1).replaceAll(/[\\*?[\]!# ]/g, '\\$&')}`;
  const exclude = `${git.commonDir}/info/exclude`;
  const lines = [readSmallFile(`${git.worktree}/.gitignore`), readSmallFile(exclude)].join('\n').split(/\r?\n/);
  if (own.includes('\n') || lines.some((line) => line === own || patterns.includes(line.trim()))) return;
  mkdirSync(dirname(exclude), { recursive: true });
  appendFileSync(exclude, `${lines.at(-1) === '' ? '' : '\n'}${own}\n`);
};
