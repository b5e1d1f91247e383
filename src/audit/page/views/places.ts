import type { Entry, Postmortem, PostmortemTurn } from '../../postmortem/model.ts';

/** Where in the page things are, so that others can lead to them. */
export interface Places {
  /** The id of the entry that an event belongs to; null where it has none. */
  readonly entryId: (event: string | null) => string | null;
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
  const places = new Map<string, number>();
  // The row of a problem names what another row is about: that one comes first.
  for (const [place, { event, kind }] of postmortem.entries.entries()) {
    if (!places.has(event) || postmortem.entries[places.get(event) ?? -1]?.kind === 'problem') {
      if (kind !== 'problem' || !places.has(event)) places.set(event, place);
    }
  }
  // What a call came to belongs to the call.
  for (const { entry, event, ruling } of postmortem.firings) {
    for (const name of [event, ruling]) if (name !== '' && !places.has(name)) places.set(name, entry);
  }
  return {
    entryId: (event) => {
      const place = event === null ? undefined : places.get(event);
      return place === undefined ? null : entryIdAt(place);
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
    groups.push({
      id: `t${turn.number}`,
      name: turn.event === null ? 'before' : String(turn.number),
      turn,
      from: reached,
      to: end,
    });
    reached = end;
  }
  outside(entries.length);
  return groups;
};

/** What the group is called. */
export const titleOf = ({ turn, name }: TurnGroup): string => {
  if (turn === null) return 'Outside of any turn';
  return turn.event === null ? 'Before the first prompt' : `Turn ${name}`;
};

/** The actor as people name it: the kind of agent and the beginning of its id. */
export const actorName = ({ actor, actorType }: Pick<Entry, 'actor' | 'actorType'>): string => {
  if (actor === 'main') return 'main';
  const id = actor.length > 12 ? actor.slice(0, 8) : actor;
  return actorType === null ? id : `${actorType} ${id}`;
};
