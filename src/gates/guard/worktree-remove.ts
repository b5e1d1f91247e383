import type { Edit } from '../../events/schemas.ts';
import { isInWords } from '../triggers.ts';
import { actRule, type JudgedAct } from './act-rule.ts';

/**
 * Seed 001, guard check 5: a shell whose folder is removed under it can run nothing any more. Not where the command
 * itself goes to the main worktree first, nor where nothing can be written in front of it.
 */
export const worktreeRemove = actRule({
  id: 'guard/worktree-remove',
  decision: 'rewrite',
  kinds: ['git-worktree-remove'],
  requires: 'a-worktree-is-removed-from-the-main-one',
  offends: (judged, { trigger }) => editsOf(judged).length > 0 && !isInWords(trigger),
  reason: (_shown, offending) =>
    `docket runs git worktree remove from ${offending[0]?.git?.data.mainWorktree}, so that the shell's own folder is not removed under it.`,
  remedy: 'Go to the main worktree first: cd MAIN && git worktree remove PATH.',
  rewrite: (offending) => ({ field: 'command', edits: onceEach(offending.flatMap(editsOf)) }),
});

/** What stands in a loop is found once for each round. */
const onceEach = (edits: readonly Edit[]): Edit[] => [
  ...new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit])).values(),
];

const editsOf = ({ act, git, paths }: JudgedAct): Edit[] => {
  const main = git?.data.mainWorktree ?? null;
  const { span, whole, details } = act;
  if (git === null || main === null || span === null || details['relative'] === true) return [];
  const isThere = git.data.path === main;
  if (isThere && details['moved'] === true) return [];
  const operand = isThere ? [] : operandEdits(act.paths[0], paths[0]?.path ?? null, git.data.names === 'path');
  if (operand === null) return [];
  // What follows, and what stands around it, keeps its folder; and quotes may be around that nobody sees here.
  if (whole === true) return [{ start: span.start, end: span.start, text: `cd ${quoted(main)} && ` }, ...operand];
  if (!isPlain(main)) return [];
  return [
    { start: span.start, end: span.start, text: `(cd ${main} && ` },
    ...operand,
    { start: span.end, end: span.end, text: ')' },
  ];
};

/** Names the same folder from elsewhere; null where that cannot be written. */
const operandEdits = (
  named: JudgedAct['act']['paths'][number] | undefined,
  path: string | null,
  isPath: boolean,
): Edit[] | null => {
  const written = named?.written ?? null;
  // A name that is no path is one that git knows the worktree by.
  if (written !== null && (/^[/~]/.test(written) || !isPath)) return [];
  if (named === undefined || named.span === null || path === null || !isPlain(path)) return null;
  return [{ ...named.span, text: path }];
};

const quoted = (path: string): string => `"${path.replace(/["\\$`]/g, '\\$&')}"`;

const isPlain = (path: string): boolean => /^[\w@%+=:,./-]+$/.test(path);
