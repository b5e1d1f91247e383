import type { Position } from '../../events/position.ts';
import type { Verdict } from '../../events/schemas.ts';

/**
 * A row of the timeline: one a tool call with all that belongs to it, one a prompt, one for anything else that is told, and
 * one for what is missing. Below a row that is open there is one for each of its events.
 */
export interface TimelineRow {
  readonly kind: 'prompt' | 'call' | 'turn-end' | 'session' | 'note' | 'gap' | 'event';
  /** The event that the row is about: for a call the request; for a gap, which is none, a name that nothing else has. */
  readonly id: string;
  readonly at: string;
  readonly position: Position;
  /** Number of the prompt that it is work on, from 1; 0 before the first. */
  readonly turn: number;
  /** `main`, or the subagent in whose lane it is drawn. */
  readonly actor: string;
  /** What kind of subagent that is, where the host says so. */
  readonly actorType?: string;
  /** The lane that it is drawn in: 0 is the main agent's, each subagent at work has one of the others. */
  readonly lane: number;
  /** Of an event that is shown below what it belongs to: the id of that row. */
  readonly of?: string;
  readonly text: string;
  /** Of a call: the tool, and the file that it is about. */
  readonly tool?: string;
  readonly path?: string;
  /** What became of a call. */
  readonly outcome?: 'open' | 'done' | 'failed' | 'unknown';
  /** What was decided, and by which gates; absent where nobody judged it. */
  readonly decision?: string;
  readonly fired: readonly Pick<Verdict, 'gate' | 'rule' | 'decision' | 'mode'>[];
  /** Ids of all events that belong to it, in order. */
  readonly events: readonly string[];
  /** Their types, in the same order. */
  readonly types: readonly string[];
}
