import type { Data, Envelope, EventDraft } from '../../events/envelope.ts';
import type { Policy } from '../../events/schemas.ts';
import type { Gate } from '../../gates/gate.ts';
import type { View } from '../../projections/fold.ts';
import type { HookDeps } from '../deps.ts';
import type { CallPlace } from '../place.ts';

/** What observers of a trigger know. */
export interface ObserveInput {
  readonly trigger: Envelope;
  /** The tool's input as the host sent it: facts are taken from the original text. */
  readonly toolInput: unknown;
  /** All that the host sent, before anything was redacted or cut. */
  readonly payload: Data;
  /** The state after the trigger. */
  readonly state: View;
  readonly place: CallPlace;
  /** The project's folder: its main worktree, or the project directory outside git. */
  readonly policyDir: string;
  /** The folder of docket's files; absent where nothing is to be kept. */
  readonly root?: string;
  readonly gates: readonly Gate[];
  readonly policy: Policy;
  readonly deps: HookDeps;
  /** What another delivery of the same event recorded. */
  readonly known: readonly Envelope[];
  /** Gives a draft its place in the log: redacted, with an id. */
  readonly encode: (draft: EventDraft) => Envelope;
}
