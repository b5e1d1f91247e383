import * as z from 'zod/mini';

// Workflows as policy files declare them (seed 002). What they resolve to is `Workflow` in projections/workflow-definition.ts.

const text = z.string().check(z.minLength(1), z.maxLength(200));
const texts = z.union([text, z.array(text).check(z.minLength(1), z.maxLength(64))]);

/** Part of file names, of commands and of lines in prompts. */
export const workflowNameSchema = z.string().check(z.regex(/^[A-Za-z0-9][\w-]{0,63}$/));

/** `start` is before the first phase and `complete` behind the last one: neither is declared. */
const phaseNameSchema = z.string().check(z.regex(/^(?!(?:start|complete)$)[a-z][\w-]{0,39}$/));

const inputSchema = z.record(z.string(), z.union([text, z.number(), z.boolean()]));

/** A tool by its name, and by what fields of its input hold. */
const toolSchema = z.strictObject({ tool: texts, input: z.optional(inputSchema) });

/** Something that happened: a subagent finished, a tool succeeded, a person approved. */
const evidenceSchema = z.union([
  z.strictObject({ agent: texts, says: z.optional(texts) }),
  z.strictObject({ tool: texts, input: z.optional(inputSchema), says: z.optional(texts) }),
  z.strictObject({ approval: z.literal(true) }),
]);

const phaseSchema = z.strictObject({
  name: phaseNameSchema,
  /** Phases that must be done before this one; all that stand before it unless it says. */
  requires: z.optional(z.array(phaseNameSchema)),
  /** Agent types whose work is of this phase: none of them begins before what it requires. */
  agents: z.optional(texts),
  /** Calls of tools that are of this phase. */
  tools: z.optional(z.array(toolSchema)),
  /** What completes it, any of these; unless it says: that one of its agents finished. */
  done: z.optional(z.array(evidenceSchema).check(z.minLength(1))),
  /** What shows that it failed. */
  failed: z.optional(z.array(evidenceSchema)),
  /** Where a failure leads; the phase before it unless it says. */
  returnsTo: z.optional(phaseNameSchema),
  /** Phases that stay done after a failure; all that were unless it says. */
  keeps: z.optional(z.array(phaseNameSchema)),
  /** The end of its marker file's name, `.WORKFLOW-MARKER`; `PHASE-done` unless it says, false for no file. */
  marker: z.optional(z.union([z.string().check(z.regex(/^[a-z][\w-]{0,39}$/)), z.literal(false)])),
});

export const workflowSchema = z.union([
  /** `true`: the phases that docket ships; `false`: not this one, whatever a weaker file says. */
  z.boolean(),
  z.strictObject({ phases: z.optional(z.array(phaseSchema).check(z.minLength(1), z.maxLength(32))) }),
]);

export type DeclaredWorkflow = z.infer<typeof workflowSchema>;
export type DeclaredPhase = z.infer<typeof phaseSchema>;
