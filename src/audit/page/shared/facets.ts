import { visible } from './visible.ts';

/** By what entries and firings can be chosen, in the order in which the page offers it. */
export const FACETS = ['kind', 'decision', 'gate', 'actor', 'turn'] as const;
export type FacetName = (typeof FACETS)[number];

/** Values of a facet, and which of them each item has, as places in `values`. */
export interface Facet {
  readonly values: readonly string[];
  readonly of: readonly (readonly number[])[];
}

export type Facets = Readonly<Record<FacetName, Facet>>;

/** Values that were chosen: one of each facet that has any must be an item's. */
export type Chosen = Readonly<Record<FacetName, readonly string[]>>;

export const NOTHING_CHOSEN: Chosen = { kind: [], decision: [], gate: [], actor: [], turn: [] };

/** Collects the values of the item of each place, as they are shown. */
export const facetOf = (valuesOf: readonly (readonly string[])[]): Facet => {
  const places = new Map<string, number>();
  const of = valuesOf.map((values) =>
    [...new Set(values.map(visible))].map((value) => {
      const place = places.get(value) ?? places.size;
      places.set(value, place);
      return place;
    }),
  );
  return { values: [...places.keys()], of };
};

/** Says of an item, by its place, whether the chosen values let it through. */
export const chosenBy = (facets: Facets, chosen: Chosen): ((item: number) => boolean) => {
  const wanted = FACETS.filter((name) => chosen[name].length > 0).map((name) => {
    const { values, of } = facets[name];
    const places = new Set(chosen[name].map((value) => values.indexOf(value)));
    return (item: number): boolean => of[item]?.some((place) => places.has(place)) === true;
  });
  return (item) => wanted.every((isWanted) => isWanted(item));
};
