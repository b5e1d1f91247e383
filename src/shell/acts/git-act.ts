import { changeDirectories, UNKNOWN_DIRECTORY } from '../directory.ts';
import type { GitCall } from '../git-arguments.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { ActDetails, FoundAct } from './act.ts';

/** What one git command does; `call` is behind the global options. */
export type GitReader = (call: GitCall, run: Run) => readonly FoundAct[];

/** Paths of one act that are listed; more are as one that nobody knows. */
const MOST_PATHS = 16;

/** An act in the folder and repository that the call names. */
export const gitAct = (
  call: GitCall,
  run: Run,
  kind: string,
  more: { readonly details?: ActDetails; readonly paths?: readonly (ShellWord | null)[] } = {},
): FoundAct => {
  const paths = more.paths ?? [];
  const gitDir = repositoryOf(call, run);
  return {
    kind,
    directory: run.host === 'here' ? changeDirectories(run.directory, call.directories) : UNKNOWN_DIRECTORY,
    paths: paths.length > MOST_PATHS ? [...paths.slice(0, MOST_PATHS), null] : paths,
    // A null is a repository that only shows at run time.
    details: { ...more.details, ...(gitDir === undefined ? {} : { gitDir }) },
  };
};

/** What `--git-dir`, or the variable behind it, says; undefined without one. */
const repositoryOf = ({ gitDir }: GitCall, { variables }: Run): string | null | undefined =>
  gitDir === null ? variables.findLast(({ name }) => name === 'GIT_DIR')?.value : gitDir.value;
