import { join } from 'node:path';
import { isAbsolute } from '../../../projections/paths.ts';
import { fileKind } from '../../../projections/source-files.ts';
import { keptAnnotations, MARK } from '../decisions/kept-annotation.ts';
import { readSource } from '../decisions/read-source.ts';
import type { ObserveInput } from '../observe-input.ts';
import { type GitRun, runGit } from '../tree/run-git.ts';

/** Files of the session that are read. */
const MOST_FILES = 200;

/**
 * How many `@decision` annotations stand in the source files of the session that the commit it began with did not have in
 * the same file; null where nobody knows that commit.
 */
export const addedDecisions = async ({ state, place, policy }: ObserveInput, run: GitRun): Promise<number | null> => {
  const paths = state.changes.files.flatMap(({ path }) => (isAbsolute(path) || path.includes('\n') ? [] : [path]));
  const sources = paths.filter((path) => fileKind(path, policy.files) === 'source').slice(-MOST_FILES);
  const annotated = sources.flatMap((path) => {
    const source = readSource(join(place.worktree, path));
    if (source === null || !source.bytes.includes(MARK)) return [];
    return [{ path, ids: idsIn(source.bytes.toString(), path) }];
  });
  if (annotated.length === 0) return 0;
  const { headAtStart, branchAtStart } = state.session;
  // Without a commit on its branch it began with nothing.
  if (headAtStart === null && branchAtStart === null) return null;
  const before = headAtStart === null ? new Map<string, string>() : await committed(headAtStart, annotated, run);
  return annotated.reduce((sum, { path, ids }) => sum + added(ids, idsIn(before.get(path) ?? '', path)), 0);
};

/** Without an id, by what cannot be taken for one. */
const idsIn = (text: string, path: string): string[] => keptAnnotations(text, path).map(({ id }) => id ?? '');

const added = (now: readonly string[], before: readonly string[]): number => {
  const left = [...before];
  return now.filter((id) => {
    const at = left.indexOf(id);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  }).length;
};

/** What a commit holds of some files, as far as it has them (git-cat-file(1), "BATCH OUTPUT"). */
const committed = async (
  commit: string,
  files: readonly { readonly path: string }[],
  run: GitRun,
): Promise<Map<string, string>> => {
  const input = Buffer.from(files.map(({ path }) => `${commit}:${path}\n`).join(''));
  const output = await runGit(['cat-file', '--batch'], { ...run, input });
  const texts = new Map<string, string>();
  let at = 0;
  for (const { path } of files) {
    const end = output.indexOf('\n', at);
    if (end < 0) break;
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(output.toString('latin1', at, end))?.[1];
    at = end + 1;
    if (size === undefined) continue;
    texts.set(path, output.toString('utf8', at, at + Number(size)));
    at += Number(size) + 1;
  }
  return texts;
};
