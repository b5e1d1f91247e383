import type { Envelope } from '../../events/envelope.ts';

/** The lanes that subagents are drawn in. */
export interface Lanes {
  /** The lane of whoever an event is of; a subagent that was not seen yet takes the first one that is free. */
  readonly laneOf: (event: Envelope) => number;
}

export const startLanes = (): Lanes => {
  /** Who is in the lanes from 1 on. */
  const actors: (string | null)[] = [];
  return {
    laneOf: ({ actor, type }) => {
      if (actor.id === 'main') return 0;
      const own = actors.indexOf(actor.id);
      const free = own >= 0 ? own : actors.indexOf(null);
      const lane = free >= 0 ? free : actors.length;
      actors[lane] = type === 'SubagentStopped' ? null : actor.id;
      return lane + 1;
    },
  };
};
