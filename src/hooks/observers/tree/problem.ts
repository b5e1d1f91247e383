import { GitError } from './run-git.ts';

/** Why there is no digest, in a clause. */
export const problemOf = (error: unknown): string => (error instanceof GitError ? error.message : String(error));
