import type { Envelope } from '../../events/envelope.ts';

/** What can be taken out of an export before it is shared. */
export const SHARING_LEVELS = ['paths', 'prompts', 'contents', 'identities'] as const;

export type SharingLevel = (typeof SHARING_LEVELS)[number];

/** Takes out of events what is not to be shared. The same value has the same stand-in in one export. */
export interface Sharing {
  readonly levels: readonly SharingLevel[];
  /** Looks at an event before any is redacted, for names that texts may hold. */
  readonly learn: (event: Envelope) => void;
  readonly redact: (event: Envelope) => Envelope;
  /** How many values were taken out so far, by level and event type. */
  readonly removed: () => Readonly<Record<string, Readonly<Record<string, number>>>>;
}
