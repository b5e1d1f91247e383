import { chosenBy } from '../shared/facets.ts';
import type { PageData } from '../shared/page-data.ts';
import type { PageState } from '../shared/page-state.ts';
import { holdsWords, searchWords } from '../shared/search.ts';

/** Entries and firings as they stand in the page, of which some are shown. */
export interface Items {
  readonly entries: readonly HTMLElement[];
  readonly firings: readonly HTMLElement[];
  /** Shows what a state lets through, and says how many there are of each. */
  readonly show: (state: Pick<PageState, 'search' | 'chosen'>) => Shown;
}

export interface Shown {
  readonly entries: number;
  readonly firings: number;
}

export const itemsOf = (data: PageData): Items => {
  const blocks = [...document.querySelectorAll<HTMLElement>('ol.rows')];
  const rows = blocks.map((block) => [...block.children] as HTMLElement[]);
  const entries = rows.flat();
  const firings = [...document.querySelectorAll<HTMLElement>('article.firing')];
  const turns = [...document.querySelectorAll<HTMLElement>('section.turn')];
  const none = {
    entries: document.getElementById('no-entries'),
    firings: document.getElementById('no-firings'),
  };
  // Only who searches pays for it.
  let texts: ReturnType<typeof readTexts> | null = null;

  const show: Items['show'] = ({ search, chosen }) => {
    const words = searchWords(search);
    if (words.length > 0) texts ??= readTexts(entries, firings);
    const isEntryChosen = chosenBy(data.entries, chosen);
    const isFiringChosen = chosenBy(data.firings, chosen);
    const isFound = (text: string | undefined): boolean => words.length === 0 || holdsWords(text ?? '', words);

    const shown = { entries: 0, firings: 0 };
    entries.forEach((entry, place) => {
      const isShown = isEntryChosen(place) && isFound(texts?.entries[place]);
      setHidden(entry, !isShown);
      if (!isShown) return;
      shown.entries += 1;
      const isInside = words.length > 0 && !holdsWords(texts?.titles[place] ?? '', words);
      if (entry.classList.contains('inside') !== isInside) entry.classList.toggle('inside', isInside);
    });
    firings.forEach((firing, place) => {
      const isShown = isFiringChosen(place) && isFound(texts?.firings[place]);
      setHidden(firing, !isShown);
      if (isShown) shown.firings += 1;
    });
    blocks.forEach((block, place) => {
      const count = rows[place]?.filter((row) => !row.hidden).length ?? 0;
      setHidden(block, count === 0);
      block.style.setProperty('--rows', String(count));
    });
    for (const turn of turns) setHidden(turn, turn.querySelector('ol.rows:not([hidden])') === null);
    if (none.entries !== null) none.entries.hidden = shown.entries > 0 || entries.length === 0;
    if (none.firings !== null) none.firings.hidden = shown.firings > 0 || firings.length === 0;
    return shown;
  };
  return { entries, firings, show };
};

const setHidden = (element: HTMLElement, isHidden: boolean): void => {
  if (element.hidden !== isHidden) element.hidden = isHidden;
};

const readTexts = (entries: readonly HTMLElement[], firings: readonly HTMLElement[]) => ({
  entries: entries.map(lowerText),
  titles: entries.map((entry) => lowerText(entry.querySelector('summary'))),
  firings: firings.map(lowerText),
});

const lowerText = (element: Element | null): string => (element?.textContent ?? '').toLowerCase();
