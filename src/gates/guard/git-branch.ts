import type { EventData } from '../../events/schemas.ts';
import { isIn } from '../../projections/paths.ts';
import { aboutAct, type Fact, type Facts } from '../facts.ts';
import { type Act, judgedActs } from './act-rule.ts';

export type GitFact = Fact<EventData<'GitObserved'>>;

/** The branch that will be checked out in a fact's worktree once the acts before a position happened. */
export const branchThen = (facts: Facts, git: GitFact, before: number): string | null => {
  const acts = facts.command()?.data.acts ?? [];
  for (let index = Math.min(before, acts.length) - 1; index >= 0; index -= 1) {
    const act = acts[index] as Act;
    if (act.kind !== 'git-switch') continue;
    const at = facts.git(aboutAct(index))?.data;
    if (at === undefined || at.worktree !== git.data.worktree || at.names === 'path') continue;
    const { branch } = act.details;
    return typeof branch === 'string' ? branch : null;
  }
  return git.data.branch;
};

/** A repository that an earlier act of the command makes: what is there now says nothing about it. */
export const isMadeBefore = (facts: Facts, git: GitFact, before: number): boolean =>
  judgedActs(facts, ['git-create']).some(({ index, paths }) => {
    const path = paths[0]?.path ?? null;
    if (path === null || index >= before) return false;
    const { path: folder, worktree } = git.data;
    return isIn(path, folder) && !(worktree !== null && isIn(path, worktree));
  });
