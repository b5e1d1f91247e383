import type { EventDraft } from '../../events/envelope.ts';
import type { ObserveInput } from './observe-input.ts';

/** What a trigger says of something that happened: a test run that ended, files that were written. */
export interface Report {
  /** For the stage of a failure: `observe NAME`. */
  readonly name: string;
  /** The type of the events it records; where an earlier delivery of the trigger recorded one, it is not read again. */
  readonly records: string;
  /** Called for every event, so it tells at once when the event is none of its. */
  readonly read: (input: ObserveInput) => Promise<readonly EventDraft[]> | readonly EventDraft[];
}
