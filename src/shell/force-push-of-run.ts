import { editsInText } from './edits.ts';
import { type ForcePush, readForcePush } from './force-push.ts';
import { REPOSITORY_VARIABLES, readGitCall } from './git-arguments.ts';
import type { Run } from './run.ts';

/** The force push that a run is, with edits as positions in the original text; undefined when it is none. */
export const forcePushOf = (run: Run): { push: ForcePush; directoryKnown: boolean } | undefined => {
  if (run.program !== 'git') return undefined;
  const call = readGitCall(run.args, run.variables);
  const elsewhere = call.elsewhere || run.variables.some(({ name }) => REPOSITORY_VARIABLES.has(name));
  const read = readForcePush({ ...call, elsewhere }, run.directory);
  if (read === undefined) return undefined;
  // Its input becomes further arguments, so that no branch it names is all it pushes.
  if (run.extended) return { ...read, push: { ...read.push, branches: null, certain: false, edits: [] } };
  return { ...read, push: { ...read.push, edits: editsInText(run, read.push.edits) } };
};
