import type { Postmortem } from '../postmortem/model.ts';
import { type Facets, facetOf } from './shared/facets.ts';
import type { PageData } from './shared/page-data.ts';
import { actorName, type Places } from './views/places.ts';
import { timelineData } from './views/timeline.ts';

/** By what the reader can choose entries and firings, and what is drawn. */
export const pageDataOf = (postmortem: Postmortem, places: Places): PageData => {
  const judged = postmortem.firings.map(({ entry }) => entry);
  return {
    entries: entryFacets(postmortem, places),
    firings: firingFacets(postmortem, places, judged),
    judged,
    timeline: timelineData(postmortem, places),
  };
};

const entryFacets = ({ entries, firings }: Postmortem, places: Places): Facets => {
  const firedBy = entries.map((entry) => entry.firings.flatMap((place) => firings[place] ?? []));
  return {
    kind: facetOf(entries.map(({ kind }) => [kind])),
    decision: facetOf(
      entries.map(({ decision }, place) => {
        const own = decision === null || decision === 'none' ? [] : [decision];
        return [...own, ...(firedBy[place] ?? []).map((firing) => firing.decision)];
      }),
    ),
    gate: facetOf(firedBy.map((fired) => fired.map(({ gate }) => gate))),
    actor: facetOf(entries.map((entry) => [actorName(entry)])),
    turn: facetOf(places.groups.flatMap(({ name, from, to }) => Array.from({ length: to - from }, () => [name]))),
  };
};

/** A firing is of the kind, the actor and the turn of what it judged. */
const firingFacets = ({ entries, firings }: Postmortem, places: Places, judged: readonly number[]): Facets => {
  const of = judged.map((place) => entries[place]);
  return {
    kind: facetOf(of.map((entry) => (entry === undefined ? [] : [entry.kind]))),
    decision: facetOf(firings.map(({ decision }) => [decision])),
    gate: facetOf(firings.map(({ gate }) => [gate])),
    actor: facetOf(of.map((entry) => (entry === undefined ? [] : [actorName(entry)]))),
    turn: facetOf(
      judged.map((place) => {
        const group = places.groups.find(({ from, to }) => place >= from && place < to);
        return group === undefined ? [] : [group.name];
      }),
    ),
  };
};
