import { type Child, type Element, el } from '../shared/element.ts';
import { FACETS, type FacetName } from '../shared/facets.ts';
import { KEYS } from '../shared/keys.ts';
import type { PageData } from '../shared/page-data.ts';

// What is around the content: where to go, what to look for, what the keys do.

/** Leads to each section. */
export const navigationView = (sections: readonly Element[]): Element =>
  el(
    'nav',
    { class: 'sections', 'aria-label': 'Sections' },
    el(
      'ul',
      {},
      ...sections.map((one) => {
        const [heading] = one.children;
        const title: readonly Child[] = typeof heading === 'object' && heading !== null ? heading.children : [];
        return el('li', {}, el('a', { href: `#${one.attributes.id ?? ''}` }, ...title));
      }),
    ),
  );

const FACET_WORDS: Readonly<Record<FacetName, string>> = {
  kind: 'Kind',
  decision: 'Decision',
  gate: 'Gate',
  actor: 'Agent',
  turn: 'Turn',
};

/** Search and filters: of use only where the page's script runs. */
export const toolbarView = ({ entries, firings }: PageData): Element =>
  el(
    'form',
    { class: 'toolbar scripted', role: 'search', 'aria-label': 'Search and filters', autocomplete: 'off' },
    el(
      'div',
      { class: 'controls' },
      el('label', { class: 'hidden-text', for: 'search' }, 'Search in everything'),
      el('input', {
        id: 'search',
        type: 'search',
        placeholder: 'Search everything ( / )',
        spellcheck: 'false',
        enterkeyhint: 'search',
      }),
      ...FACETS.flatMap((name) => {
        const values = [...new Set([...entries[name].values, ...firings[name].values])];
        return [
          el('label', { class: 'hidden-text', for: `facet-${name}` }, `Filter by ${FACET_WORDS[name].toLowerCase()}`),
          el(
            'select',
            { id: `facet-${name}`, 'data-facet': name },
            el('option', { value: '' }, FACET_WORDS[name]),
            ...values.map((value) => el('option', { value: `=${value}` }, value)),
          ),
        ];
      }),
      el('button', { type: 'button', id: 'theme' }, 'Theme: auto'),
      el('button', { type: 'button', id: 'keys' }, 'Keys ( ? )'),
    ),
    el(
      'div',
      { class: 'status-line' },
      el('ul', { id: 'chips', 'aria-label': 'Filters in force' }),
      el('p', { id: 'counts', role: 'status', 'aria-live': 'polite' }),
    ),
  );

/** What the keys do. */
export const helpView = (): Element =>
  el(
    'dialog',
    { id: 'help', 'aria-labelledby': 'help-h' },
    el('h2', { id: 'help-h' }, 'Keys'),
    el(
      'dl',
      {},
      ...KEYS.map(({ keys, does }) =>
        el('div', {}, el('dt', {}, ...keys.map((key) => el('kbd', {}, key))), el('dd', {}, does)),
      ),
    ),
    el('button', { type: 'button', id: 'help-close' }, 'Close'),
  );
