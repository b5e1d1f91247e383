import * as z from 'zod/mini';

// A person's exceptions for rules. Who said so is in the envelope: at a terminal, or in a prompt; what anybody else says grants nothing.

const text = z.string();

/** A rule's id, or the name of a gate for all its rules that can be waived. */
const rule = text;

export const waiverSchemas = {
  /** Until then the rule stops, changes and says nothing: in one session, or where that is null in all of the project. */
  WaiverGranted: z.object({ rule, reason: text, until: text, session: z.nullable(text) }),
  /** From now on it does again; `waiver`: the id of the event that granted it. */
  WaiverRevoked: z.object({ waiver: text, rule }),
};
