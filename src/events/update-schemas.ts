import * as z from 'zod/mini';

const text = z.string();

export const updateSchemas = {
  /** Whether there is a newer docket was looked up. */
  UpdateChecked: z.object({
    /** Where: at the registry of packages, or in the remote of a docket that is a checkout of git. */
    way: z.enum(['registry', 'checkout']),
    /** The version that runs, and the newest; null where that could not be found out. */
    current: text,
    newest: z.nullable(text),
    outcome: z.enum(['current', 'available', 'applied', 'failed']),
    /** How to get it, why it was not applied, or why nobody knows. */
    reason: text,
  }),
};
