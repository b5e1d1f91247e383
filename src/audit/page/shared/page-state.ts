import { type Chosen, FACETS, type FacetName, NOTHING_CHOSEN } from './facets.ts';

/** What a reader looks at: all of it stands in the address, so that a link shows the same to others. */
export interface PageState {
  readonly search: string;
  readonly chosen: Chosen;
  /** The id of the element that was jumped to. */
  readonly at: string | null;
}

export const FIRST_STATE: PageState = { search: '', chosen: NOTHING_CHOSEN, at: null };

/** The part of the address behind `#`. It is never an id, to which browsers would go by themselves. */
export const hashOf = ({ search, chosen, at }: PageState): string => {
  const words = new URLSearchParams();
  if (search !== '') words.set('q', search);
  for (const name of FACETS) for (const value of chosen[name]) words.append(name, value);
  if (at !== null) words.set('at', at);
  return words.toString();
};

/** Reads it back, and a plain id as well; what it does not know it leaves out. */
export const stateOf = (hash: string): PageState => {
  const text = hash.replace(/^#/, '');
  if (!text.includes('=')) return { ...FIRST_STATE, at: text === '' ? null : text };
  const words = new URLSearchParams(text);
  const chosen = Object.fromEntries(FACETS.map((name) => [name, [...new Set(words.getAll(name))]])) as Record<
    FacetName,
    string[]
  >;
  return { search: words.get('q') ?? '', chosen, at: words.get('at') };
};

/** The state with one more value, or without it where it was chosen. */
export const toggled = (state: PageState, name: FacetName, value: string): PageState => {
  const values = state.chosen[name];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  return { ...state, chosen: { ...state.chosen, [name]: next } };
};

export const isFiltered = ({ search, chosen }: PageState): boolean =>
  search !== '' || FACETS.some((name) => chosen[name].length > 0);
