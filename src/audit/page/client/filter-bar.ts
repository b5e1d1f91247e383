import { el } from '../shared/element.ts';
import { FACETS, type FacetName } from '../shared/facets.ts';
import type { PageState } from '../shared/page-state.ts';
import { isFiltered } from '../shared/page-state.ts';
import { debounced, required, toDom } from './dom.ts';
import type { Items, Shown } from './items.ts';

/** Search, choices and what they let through. */
export interface FilterBar {
  readonly render: (state: PageState, shown: Shown) => void;
  readonly focusSearch: () => void;
  /** Tells the reader something, beside the counts. */
  readonly tell: (message: string) => void;
}

interface FilterBarOptions {
  readonly items: Items;
  readonly onSearch: (search: string) => void;
  /** The reader wants to go to what was found. */
  readonly onEnter: () => void;
  readonly onToggle: (name: FacetName, value: string) => void;
  readonly onReset: () => void;
}

export const createFilterBar = ({ items, onSearch, onEnter, onToggle, onReset }: FilterBarOptions): FilterBar => {
  const search = required<HTMLInputElement>('search');
  const chips = required('chips');
  const counts = required('counts');
  const selects = FACETS.map((name) => required<HTMLSelectElement>(`facet-${name}`));
  let said = '';
  let message = '';
  // A screen reader should hear the last count, not each on the way there.
  const say = debounced(250, () => {
    counts.textContent = [message, said].filter((part) => part !== '').join(' ');
    message = '';
  });

  search.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    onEnter();
  });
  search.addEventListener('input', () => onSearch(search.value));
  for (const select of selects) {
    select.addEventListener('change', () => {
      // The first character only tells a value from the heading.
      const value = select.value.slice(1);
      select.value = '';
      onToggle(select.dataset['facet'] as FacetName, value);
    });
  }
  chips.addEventListener('click', (event) => {
    const chip = (event.target as Element).closest('button');
    if (chip === null) return;
    const place = [...chips.querySelectorAll('button')].indexOf(chip);
    const { facet, value } = chip.dataset;
    if (facet === undefined) onReset();
    else onToggle(facet as FacetName, value ?? '');
    const left = chips.querySelectorAll('button');
    (left[Math.min(place, left.length - 1)] ?? search).focus();
  });

  return {
    focusSearch: () => {
      search.focus();
      search.select();
    },
    tell: (text) => {
      message = text;
      say();
    },
    render: (state, shown) => {
      if (search.value !== state.search) search.value = state.search;
      const own = FACETS.flatMap((name) => state.chosen[name].map((value) => chip(name, value)));
      const all = isFiltered(state)
        ? [el('li', {}, el('button', { type: 'button', class: 'chip all' }, 'Show everything'))]
        : [];
      chips.replaceChildren(...[...own, ...all].map(toDom));
      said = `${part(shown.entries, items.entries.length, 'entries')}, ${part(shown.firings, items.firings.length, 'gates that fired')}`;
      say();
    },
  };
};

const chip = (name: FacetName, value: string) =>
  el(
    'li',
    {},
    el(
      'button',
      {
        type: 'button',
        class: 'chip',
        'data-facet': name,
        'data-value': value,
        'aria-label': `Remove filter ${name} ${value}`,
      },
      `${name}: ${value} `,
      el('span', { 'aria-hidden': 'true' }, '×'),
    ),
  );

const part = (some: number, all: number, what: string): string =>
  some === all
    ? `${all.toLocaleString('en')} ${what}`
    : `${some.toLocaleString('en')} of ${all.toLocaleString('en')} ${what}`;
