import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { EventDraft } from '../../events/envelope.ts';
import { codeIndexes } from '../../gates/code-indexes.ts';
import { shortened } from '../../gates/gate.ts';
import { relativeTo } from '../../projections/paths.ts';
import type { Search } from '../../shell/searches.ts';
import type { CallPlace } from '../place.ts';
import type { ObserveInput } from './observe-input.ts';
import { commandText } from './shell-command.ts';

/** Which indexes of the code there are: one look at each path that the policy names, in the worktree and the project. */
export const observeIndexes = ({ place, policy }: Pick<ObserveInput, 'place' | 'policy'>): EventDraft[] => {
  const folders = new Set([place.worktree, place.projectDir]);
  const indexes = codeIndexes(policy.gates['codegraph-nudge']?.options ?? {}).flatMap(({ name, paths, tools }) => {
    const path = paths.find((each) => [...folders].some((folder) => existsSync(resolvedIn(folder, each))));
    return path === undefined ? [] : [{ name, path, tools }];
  });
  return [{ type: 'IndexObserved', data: { indexes } }];
};

/** With a `/` at its end a path is only there where it is that of a folder. */
const resolvedIn = (folder: string, path: string): string => `${resolve(folder, path)}${path.endsWith('/') ? '/' : ''}`;

/**
 * The search of many files that a call would be, told by the shape of its arguments and one look at each path it names
 * (seed 003, "Argument-shape heuristic"); none for another call, and for files that no index of the project knows.
 */
export const observeSearch = async ({ trigger, toolInput, place }: ObserveInput): Promise<EventDraft[]> => {
  const found = await manyIn(trigger.data['tool_name'], toolInput, place);
  if (found === null) return [];
  const paths = found.paths.slice(0, MOST_PATHS).map((path) => shortened(path, LONGEST_PATH));
  return [{ type: 'SearchObserved', data: { by: found.by, paths } }];
};

const MOST_PATHS = 8;
const LONGEST_PATH = 200;

interface Many {
  readonly by: string;
  readonly paths: readonly string[];
}

const manyIn = async (tool: unknown, toolInput: unknown, place: CallPlace): Promise<Many | null> => {
  if (tool !== 'Grep' && tool !== 'Glob') return manyInCommand(toolInput, place);
  const { path, pattern } = (toolInput ?? {}) as { readonly path?: unknown; readonly pattern?: unknown };
  if (path !== undefined && typeof path !== 'string') return null;
  if (tool === 'Glob' && !(typeof pattern === 'string' && hasMeta(pattern))) return null;
  const paths = path === undefined || path === '' ? [] : [path];
  const isMany = tool === 'Glob';
  return looksInMany({ paths, isMany, mayNameOther: false, directory: null }, place) ? { by: tool, paths } : null;
};

const hasMeta = (text: string): boolean => text.includes('*') || text.includes('?') || text.includes('[');

const manyInCommand = async (toolInput: unknown, place: CallPlace): Promise<Many | null> => {
  const text = commandText(toolInput);
  if (text === null) return null;
  const { searchesIn } = await import('../../shell/understand.ts');
  const search = searchesIn(text).find((each) => looksInMany(each, place));
  return search === undefined ? null : { by: search.program, paths: search.paths };
};

/** Whether any of the paths is of the project and more than a file. */
const looksInMany = (search: Omit<Search, 'program'>, place: CallPlace): boolean => {
  const { paths, isMany, mayNameOther, directory } = search;
  const folder = directory === null ? place.folder : place.folderAt(directory);
  return (paths.length === 0 ? ['.'] : paths.slice(0, MOST_PATHS)).some((path) => {
    if (path.length > LONGEST_NAME) return false;
    const at = place.folderAt(path.startsWith('~') ? path : resolve(folder, path));
    if (!isIndexed(at, place)) return false;
    return isMany || isFolderOrNothing(at, mayNameOther);
  });
};

/** No system has longer paths. */
const LONGEST_NAME = 4_096;

const isFolderOrNothing = (path: string, mayNameOther: boolean): boolean => {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? !mayNameOther : !stat.isFile();
  } catch {
    // What nobody can look at is no reason to say anything.
    return false;
  }
};

/** Whether a path (links resolved) is one of the project's own: what it depends on is in no index. */
const isIndexed = (path: string, place: CallPlace): boolean => {
  const worktree = place.worktreeOf(path);
  return (
    worktree !== null &&
    !relativeTo(worktree, path)
      .split('/')
      .some((name) => NOT_INDEXED.has(name))
  );
};

const NOT_INDEXED: ReadonlySet<string> = new Set(['.git', 'node_modules']);
