import type { Entry, Postmortem, PostmortemTurn } from '../../postmortem/model.ts';

/** Where in the page things are, so that others can lead to them. */
export interface Places {
  /** The id of the entry that an event belongs to; null where it has none. */
  readonly entryId: (event: string | null) => string | null;
  readonly entryPlace: (event: string) => number | null;
  /** The id of the element that tells of a firing, by its place. */
  readonly firingId: (firing: number) => string;
  /** Decision and rule, by which links to firings are told apart. */
  readonly firingWords: (firing: number) => string;
  readonly groups: readonly TurnGroup[];
}

/** The entries of a turn, or those that belong to none. */
export interface TurnGroup {
  readonly id: string;
  /** What the filter calls it. */
  readonly name: string;
  readonly turn: PostmortemTurn | null;
  /** Places of its first entry, and behind its last. */
  readonly from: number;
  readonly to: number;
}

export const placesIn = (postmortem: Postmortem): Places => {
  const places = new Map(postmortem.entries.map(({ event }, place) => [event, place]));
  // What a call came to belongs to the call.
  for (const { event, ruling } of postmortem.firings) {
    const place = places.get(event);
    if (place !== undefined && !places.has(ruling)) places.set(ruling, place);
  }
  const entryPlace = (event: string): number | null => places.get(event) ?? null;
  return {
    entryPlace,
    entryId: (event) => {
      const place = event === null ? null : entryPlace(event);
      return place === null ? null : entryIdAt(place);
    },
    firingId: (firing) => `f${firing}`,
    firingWords: (firing) => {
      const { decision, rule } = postmortem.firings[firing] ?? {};
      return `${decision} ${rule}`;
    },
    groups: groupsOf(postmortem),
  };
};

export const entryIdAt = (place: number): string => `e${place}`;

const groupsOf = ({ turns, entries }: Postmortem): TurnGroup[] => {
  const groups: TurnGroup[] = [];
  let reached = 0;
  const outside = (to: number): void => {
    if (to > reached)
      groups.push({
        id: `t-${groups.length}`,
        name: groups.length === 0 ? 'before' : `after ${groups.at(-1)?.name}`,
        turn: null,
        from: reached,
        to,
      });
    reached = Math.max(reached, to);
  };
  for (const turn of turns) {
    const [from, to] = turn.entries;
    outside(Math.min(from, entries.length));
    const end = Math.min(Math.max(to, reached), entries.length);
    groups.push({ id: `t${turn.number}`, name: String(turn.number), turn, from: reached, to: end });
    reached = end;
  }
  outside(entries.length);
  return groups;
};

/** The actor as people name it: the kind of agent and the beginning of its id. */
export const actorName = ({ actor, actorType }: Pick<Entry, 'actor' | 'actorType'>): string => {
  if (actor === 'main') return 'main';
  const id = actor.length > 12 ? actor.slice(0, 8) : actor;
  return actorType === null ? id : `${actorType} ${id}`;
};
