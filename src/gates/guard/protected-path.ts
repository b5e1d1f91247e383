import { listOption, type Rule } from '../gate.ts';
import { actRule, type JudgedAct, type ObservedPath } from './act-rule.ts';

const keepsGuarded = actRule({
  id: 'guard/protected-path',
  decision: 'deny',
  kinds: ['delete', 'move', 'write'],
  requires: 'what-lies-at-protected-paths-stays',
  offends: (judged) => guardedOf(judged).length > 0,
  reason: (shown, offending) =>
    `The command would delete, move or overwrite what the policy protects (${[
      ...new Set(offending.flatMap(guardedOf).map(({ name }) => name)),
    ].join(', ')}): ${shown}.`,
  remedy: 'Work on a copy elsewhere in the project, or ask the user to do it in a terminal.',
});

/**
 * What lies at the paths of the option `paths` is not deleted, moved away or overwritten. Reading it, appending to it,
 * editing it in place and adding files beside it are free. Without the option it has nothing to say.
 */
export const protectedPath: Rule = {
  ...keepsGuarded,
  judge: (context) => (listOption(context, 'paths', []).length === 0 ? null : keepsGuarded.judge(context)),
};

type Guarded = NonNullable<ObservedPath['guarded']>;

/** The guarded paths that lose something. */
const guardedOf = ({ act, paths }: JudgedAct): Guarded[] =>
  paths.flatMap(({ guarded }) => (guarded !== undefined && isLost(guarded, act) ? [guarded] : []));

const isLost = ({ how, is }: Guarded, { kind, details }: JudgedAct['act']): boolean => {
  if (is === 'nothing') return false;
  if (how === 'holds') {
    // Of what lies below, a choice by name may leave it alone.
    return kind === 'move' || (kind === 'delete' && details['recursive'] === true && details['matching'] !== true);
  }
  if (kind !== 'write' || details['removes'] === true) return true;
  // What is written to a folder goes beside what is in it.
  return is === 'file' && details['appends'] === false && details['changes'] !== true;
};
