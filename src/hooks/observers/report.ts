import type { EventDraft } from '../../events/envelope.ts';
import type { ObserveInput } from './observe-input.ts';

/** What a trigger says of something that happened: a test run that ended, files that were written. */
export interface Report {
  /** For the stage of a failure: `observe NAME`. */
  readonly name: string;
  /** The type of the events it records; where an earlier delivery of the trigger recorded one, it is not read again. */
  readonly records: string;
  /** The types of triggers that it is read of. */
  readonly on: readonly string[];
  readonly read: (input: ObserveInput) => Promise<readonly EventDraft[]> | readonly EventDraft[];
}
