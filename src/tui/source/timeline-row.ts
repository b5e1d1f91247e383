import type { Position } from '../../events/position.ts';
import type { Verdict } from '../../events/schemas.ts';

/** A row of the timeline: one a tool call with all that belongs to it, one a prompt, one for anything else that is told. */
export interface TimelineRow {
  readonly kind: 'prompt' | 'call' | 'turn-end' | 'session' | 'note' | 'gap';
  /** The event that the row is about: for a call the request. */
  readonly id: string;
  readonly at: string;
  readonly position: Position;
  /** Number of the prompt that it is work on, from 1; 0 before the first. */
  readonly turn: number;
  /** `main`, or the subagent in whose lane it is drawn. */
  readonly actor: string;
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
