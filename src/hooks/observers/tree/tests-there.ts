import { join } from 'node:path';
import type { EventData } from '../../../events/schemas.ts';
import { fileKind } from '../../../projections/source-files.ts';
import { findTestCommands } from '../../test-runner/find-command.ts';
import type { Content } from './view.ts';

/**
 * Whether some content of a worktree has tests: a file that is one by its path, or a folder above a changed file that says
 * how its tests are run. Said only where there are none.
 */
export const testsThere = (
  content: Content,
  worktree: string,
  changed: readonly string[],
): Pick<EventData<'TreeObserved'>, 'tests'> => {
  // Paths are bytes here, and what says that one is a test is plain ASCII.
  for (const path of content.keys()) if (fileKind(path) === 'test') return {};
  const paths = changed.map((path) => join(worktree, path));
  return findTestCommands({ worktree, paths, command: null }).length > 0 ? {} : { tests: false };
};
