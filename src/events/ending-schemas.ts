import * as z from 'zod/mini';

// What is looked at as a turn ends: facts that gates on its end judge from.

const text = z.string();
const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

export const endingSchemas = {
  /** How the last message of a turn ends. */
  ClosingObserved: z.object({
    /** `bare`: its last paragraph only says that it is over; `offer`: it offers or suggests something, or says what comes next. */
    kind: z.enum(['bare', 'question', 'offer', 'other']),
    /** The end of that paragraph. */
    closing: text,
    /** The words that say so; null where nothing does. */
    mark: nullableText,
  }),
  /** What the end of a turn is summed up from and no other event says. */
  SummaryObserved: z.object({
    worktree: nullableText,
    /** Null outside a repository, and where no branch is checked out. */
    branch: nullableText,
    /** Whether the branch is one that merges go to. */
    isMain: z.boolean(),
    /** Files that git says are not committed; null where it cannot say. */
    uncommitted: nullableNumber,
    /** Commits that the main branch does not have; null where nobody can tell. */
    ahead: nullableNumber,
    /** `@decision` annotations in files of the session that were not there as it began; null where nobody can tell. */
    decisions: nullableNumber,
    /** Whether there is a plan. */
    plan: z.boolean(),
    /** Worktrees of the repository beside this one and the main one; absent outside a repository. */
    linked: z.optional(z.number()),
    /** docket's own test run that was waited for: what it came to meanwhile, null where it still ran. */
    awaited: z.nullable(
      z.object({
        run: text,
        runner: text,
        result: z.nullable(
          z.object({ event: text, status: z.enum(['pass', 'fail', 'unknown']), failures: nullableNumber }),
        ),
      }),
    ),
  }),
};
