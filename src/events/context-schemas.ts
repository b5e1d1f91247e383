import * as z from 'zod/mini';

// What is told around the work: what a prompt is about, and what is kept over a compaction.

const text = z.string();
const texts = z.array(z.string());
const nullableText = z.nullable(z.string());
const nullableNumber = z.nullable(z.number());

const decisionSchema = z.object({ id: text, status: nullableText, title: nullableText });

export const contextSchemas = {
  /** What a person's prompt is about, as far as words tell. */
  PromptUnderstood: z.object({
    /** Which lists of words it has a word of. */
    topics: z.array(z.enum(['plan', 'commit', 'later', 'large'])),
    /** The clause that puts something off; null without one. */
    deferred: nullableText,
    /** Steps that it lists or strings together. */
    steps: z.number(),
    /** Issues that it asks to be worked on: `#42`, `owner/name#42`. The first of many. */
    issues: texts,
    /** Files of the project that it names, from the top of the worktree, with the decisions that they state. The first of many. */
    files: z.array(
      z.object({
        path: text,
        lines: z.number(),
        decisions: z.array(decisionSchema),
        /** How many decisions more it states. */
        more: z.optional(z.number()),
      }),
    ),
  }),
  /** What a session knew as its conversation was about to be summed up. Lists hold the first or the newest of many. */
  ContextPreserved: z.object({
    /** What began the compaction: `manual`, `auto`. */
    trigger: text,
    /** What a person asked for last, the beginnings, oldest first; before them the newest that says more than a few words. */
    prompts: texts,
    /** Null outside of a repository, and where git could not say. */
    git: z.nullable(
      z.object({
        branch: nullableText,
        commit: nullableText,
        changed: z.number(),
        untracked: z.number(),
        files: texts,
      }),
    ),
    /** Null without one. */
    plan: z.nullable(
      z.object({
        path: text,
        phases: z.number(),
        planned: z.number(),
        inProgress: z.number(),
        completed: z.number(),
        current: nullableText,
      }),
    ),
    /** Files that the session wrote, from the top of the worktree, the newest last. */
    changes: z.object({ count: z.number(), files: texts }),
    /** Decisions that those files state. */
    decisions: z.array(z.object({ path: text, id: text, status: nullableText })),
    /** Null where nobody knows of any. */
    tests: z.nullable(z.object({ status: text, failures: nullableNumber, by: nullableText, at: nullableText })),
    /** What checks found of subagents and was not told yet. */
    findings: texts,
    /** What happened, `time|event|detail`, the newest last. */
    trail: texts,
  }),
};
