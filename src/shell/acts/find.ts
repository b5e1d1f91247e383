import { fedBy, foundBy } from '../fed-paths.ts';
import { readFindCall } from '../find-call.ts';
import type { Run } from '../run.ts';
import { WRAPPERS } from '../wrapper-table.ts';
import { unwrap } from '../wrappers.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { deletedBy, deletion } from './delete.ts';
import { permissionsBy } from './permission.ts';

/** What find does with all that it finds: `-delete`, and deleting or opening programs behind `-exec`. */
export const findActions: Recognizer = {
  programs: ['find'],
  recognize: (run) => readFindCall(run).actions.flatMap((words): FoundAct[] => actsOfAction(run, words)),
};

const actsOfAction = (run: Run, words: Run['args']): FoundAct[] => {
  const fed = fedBy(foundBy(run));
  if (words.length === 0) return [deletion(run, fed.paths, false, fed)];
  const { program, args } = unwrap(words, WRAPPERS);
  const executed = { ...run, program, args, extended: true };
  return [...deletedBy(executed, fed), ...permissionsBy(executed, fed)];
};
