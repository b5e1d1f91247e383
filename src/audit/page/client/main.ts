import type { Action } from '../shared/keys.ts';
import { DATA_ID, type PageData } from '../shared/page-data.ts';
import { FIRST_STATE, hashOf, type PageState, stateOf, toggled } from '../shared/page-state.ts';
import { searchWords } from '../shared/search.ts';
import { debounced, required } from './dom.ts';
import { createDrawing } from './drawing.ts';
import { createFilterBar } from './filter-bar.ts';
import { createHighlights } from './highlights.ts';
import { itemsOf } from './items.ts';
import { listenToKeys } from './keyboard.ts';
import { openForPaper } from './paper.ts';
import { createTheme } from './theme.ts';
import { placeOf, stepTo, travelTo } from './travel.ts';

// The page works without this script; with it, one can search, choose, jump and look at a turn alone. What the reader looks
// at stands in the address, and going back goes back in it.

const data = JSON.parse(required(DATA_ID).textContent ?? '') as PageData;
const items = itemsOf(data);
const highlight = createHighlights();
const help = required<HTMLDialogElement>('help');

let state: PageState = FIRST_STATE;

const bar = createFilterBar({
  items,
  onSearch: (search) => {
    state = { ...state, search };
    renderSoon();
    writeAddressSoon();
  },
  onEnter: () => {
    render();
    step(items.entries, -1, 1);
  },
  onToggle: (name, value) => go(toggled(state, name, value)),
  onReset: () => go({ ...FIRST_STATE, at: state.at }),
});
const drawing = createDrawing({ data: data.timeline, onZoom: (turn) => go(withTurn(turn)) });

const withTurn = (turn: string | null): PageState => ({
  ...state,
  chosen: { ...state.chosen, turn: turn === null ? [] : [turn] },
});

const render = (): void => {
  const shown = items.show(state);
  bar.render(state, shown);
  const [turn, ...others] = state.chosen.turn;
  drawing.zoom(turn !== undefined && others.length === 0 ? turn : null);
  highlightSoon();
};

const highlightSoon = debounced(120, () => highlight(searchWords(state.search)));

let isWaiting = false;
/** Once a frame at most, however fast somebody types. */
const renderSoon = (): void => {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    render();
  });
};

const address = (): string => `#${hashOf(state)}`;
const writeAddress = (): void => history.replaceState(null, '', address());
// Browsers allow only so many changes a second.
const writeAddressSoon = debounced(300, writeAddress);

/** Goes to a state, from which one can come back. */
const go = (next: PageState): void => {
  const before = address();
  state = next;
  if (address() !== before) history.pushState(null, '', address());
  render();
};

/** Goes to an element; filters that hide it are removed. */
const arrive = (id: string): void => {
  if (travelTo(id)) return;
  state = { ...FIRST_STATE, at: id };
  writeAddress();
  render();
  bar.tell('Filters were removed to show this.');
  travelTo(id);
};

const jump = (from: Element, id: string): void => {
  const place = placeOf(from);
  if (place !== null && place !== state.at) {
    state = { ...state, at: place };
    writeAddress();
  }
  state = { ...state, at: id };
  history.pushState(null, '', address());
  arrive(id);
};

const readAddress = (): void => {
  state = stateOf(location.hash);
  // A plain id is a link to an element: the browser would go there in its own way, and take the focus away.
  if (location.hash !== '') writeAddress();
  render();
  // Where filters hide what was looked at before they were chosen, the filters are what is meant.
  if (state.at !== null) travelTo(state.at);
};

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest<HTMLElement | SVGElement>('a[href^="#"]');
  if (link === null) return;
  event.preventDefault();
  const { turn } = link.dataset;
  const isAlone = state.chosen.turn.length === 1 && state.chosen.turn[0] === turn;
  if (turn !== undefined && !isAlone) go(withTurn(turn));
  else jump(link, (link.getAttribute('href') ?? '').slice(1));
});

/** The next item that is shown, from a place on. */
const step = (all: readonly HTMLElement[], from: number, by: 1 | -1): void => {
  for (let place = from + by; place >= 0 && place < all.length; place += by) {
    const item = all[place];
    if (item === undefined || item.hidden) continue;
    stepTo(item);
    state = { ...state, at: item.id };
    writeAddressSoon();
    return;
  }
  bar.tell(by === 1 ? 'That was the last one.' : 'That was the first one.');
};

const currentPlace = (): string => placeOf(document.activeElement) ?? state.at ?? '';

const entryNow = (): number => {
  const [, kind, digits] = /^([ef])(\d+)$/.exec(currentPlace()) ?? [];
  if (digits === undefined) return -1;
  return kind === 'e' ? Number(digits) : (data.judged[Number(digits)] ?? -1);
};

const stepFiring = (by: 1 | -1): void => {
  const own = /^f(\d+)$/.exec(currentPlace());
  if (own !== null) {
    step(items.firings, Number(own[1]), by);
    return;
  }
  const entry = entryNow();
  // From an entry: the first firing from it on, or the last one before it.
  const next = data.judged.findIndex((judged) => judged >= entry);
  const from = next === -1 ? items.firings.length : next;
  step(items.firings, by === 1 ? from - 1 : from, by);
};

const showHelp = (): void => help.showModal();
const stepTheme = createTheme(required('theme'));

const ACTIONS: Readonly<Record<Action, () => void>> = {
  search: bar.focusSearch,
  next: () => step(items.entries, entryNow(), 1),
  previous: () => step(items.entries, entryNow() === -1 ? items.entries.length : entryNow(), -1),
  'next-firing': () => stepFiring(1),
  'previous-firing': () => stepFiring(-1),
  theme: stepTheme,
  reset: () => {
    // Keys are letters where somebody searches.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    go({ ...FIRST_STATE, at: state.at });
  },
  help: showHelp,
};

listenToKeys(help, (action) => ACTIONS[action]());
required('keys').addEventListener('click', showHelp);
required('help-close').addEventListener('click', () => help.close());
openForPaper();
// Only then is the browser done with going where the address says.
addEventListener('hashchange', readAddress);
document.documentElement.dataset['scripted'] = '';
readAddress();
