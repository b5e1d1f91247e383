import { quotedList, shortened } from '../gate.ts';
import type { Found } from './evidence-rule.ts';

/** Kinds of acts that record what is in the worktree. */
const RECORDING: ReadonlySet<string> = new Set(['git-commit', 'git-continue']);

export const records = ({ asked }: Found): boolean => RECORDING.has(asked.act.kind);

/** The content that is asked about: "what `git commit -m x` would commit". */
export const contentOf = (found: Found): string => {
  const { kind, shown } = found.asked.act;
  const verb = records(found) ? 'commit' : kind === 'git-revert' ? 'leave' : 'bring in';
  return `what ${quotedList([shownAct(shown)])} would ${verb}`;
};

const shownAct = (shown: string): string => shortened(shown, 120);

/** "3 minutes ago" */
export const agoWords = (at: string, now: string): string => {
  const minutes = Math.floor((Date.parse(now) - Date.parse(at)) / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`;
};

/** Seed 001, guard checks 6 and 7: a failure is told with its count while it is younger than ten minutes. */
export const isRecent = (at: string, now: string): boolean => Date.parse(now) - Date.parse(at) < 10 * 60_000;

/** Says that what the command does first leaves nothing to know about the content. */
export const changedWords = ({ asked: { changed } }: Found, nothingKnown: string): string => {
  // One command may do it in more than one way.
  const shown = [...new Set(changed.map((each) => shownAct(each.shown)))];
  const [first, changes] = shown.length === 1 ? ['comes', 'changes'] : ['come', 'change'];
  return `${quotedList(shown)} ${first} first in the same command and ${changes} what is there, so ${nothingKnown}.`;
};

/** Files of the worktree that are not in what would be committed; empty where there are none. */
export const leftOutWords = ({ asked }: Found): string => {
  const leftOut = asked.tree?.data.leftOut ?? [];
  return leftOut.length === 0 ? '' : ` It is not what is in the worktree: ${quotedList(leftOut)} would stay out of it.`;
};

/** How anybody knows, where git could not say. */
export const basisWords = ({ asked, standing }: Found): string => {
  if (standing.basis === 'tree') return '';
  const problem = asked.tree?.data.problem ?? null;
  const why = problem === null ? '' : ` (${shortened(problem, 120)})`;
  return ` Git cannot say which content that is${why}, so the order of this session's events decides.`;
};

/** Where nobody can tell the folder, naming it is part of every way out. */
export const folderWords = ({ asked }: Found): string =>
  asked.git === null && !asked.act.directoryKnown ? ' Name the folder in words, so that it can be looked at.' : '';
