import * as z from 'zod/mini';

// What happens in workflows: which phases were entered, on which evidence, and what belongs to which phase.

const text = z.string();
const ids = z.array(z.string());
const nullableText = z.nullable(z.string());

export const workflowSchemas = {
  /** A run of a workflow began, or a phase of it was done or failed, and the run is in another phase now. */
  PhaseEntered: z.object({
    workflow: text,
    /** Id of the event that began the run. */
    run: text,
    /** The session whose run it is; null for a run of the worktree. */
    session: nullableText,
    /** The phase that it is in now: `complete` behind the last one. */
    phase: text,
    /** The phase that was done or failed; null where the run began. */
    from: nullableText,
    outcome: z.enum(['started', 'done', 'failed']),
    by: z.enum(['agent', 'tool', 'approval', 'person']),
    reason: text,
    /** The events that show it. */
    evidence: ids,
    /** Phases that had to be done before that one. */
    requires: ids,
    /** All phases, in order. */
    phases: ids,
    /** Where it began or failed: those that are done all the same. */
    keeps: ids,
    /** The subagent whose end it was. */
    agent: z.optional(text),
  }),
  /** A person approved something that there is nothing to approve of. */
  ApprovalRefused: z.object({ workflow: text, reason: text }),
  /** A person ended a run before it was complete. */
  WorkflowReset: z.object({ workflow: text, run: text, reason: text }),
  /** A call that is about to run belongs to phases of workflows. */
  PhaseCallObserved: z.object({
    tool: text,
    /** The type of the agent that it starts; null where it starts none. */
    agent: nullableText,
    phases: z.array(z.object({ workflow: text, phase: text })),
  }),
};
