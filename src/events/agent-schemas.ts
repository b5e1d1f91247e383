import * as z from 'zod/mini';

// What subagents leave: findings of the checks at their end, and what of their work those judge.

const text = z.string();
const ids = z.array(z.string());
const nullableText = z.nullable(z.string());

export const agentSchemas = {
  /** What the checks found as a subagent ended; in place of what they found of it before. */
  FindingsRecorded: z.object({
    /** Its type, as the host calls it. */
    agent: text,
    agentId: text,
    /** None where what was found before is settled. */
    findings: z.array(z.object({ rule: text, text })),
    /** The branch it worked on; null for none. */
    branch: nullableText,
  }),
  /** Findings reached the main agent, with the answer to an event: they are not told again. */
  FindingsDelivered: z.object({ findings: ids, event: text }),
  /** Which long source files that the session changed say nothing of what was decided. */
  AnnotationsObserved: z.object({
    worktree: nullableText,
    /** From how many lines on a file has to. */
    lines: z.number(),
    /** Source files that were looked at. */
    files: z.number(),
    /** Those that do not, from the top of the worktree, the first of many. */
    missing: ids,
    /** Why not all of them could be looked at; null where they were. */
    problem: nullableText,
  }),
};
