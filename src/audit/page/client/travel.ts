/** Goes to an element: opens what it is in, brings it into sight and gives it the focus. False where it is not shown. */
export const travelTo = (id: string): boolean => {
  const target = document.getElementById(id);
  if (target === null || target.closest('[hidden]') !== null) return target === null;
  for (let around: Element | null = target; around !== null; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true;
  }
  const own = target.querySelector<HTMLDetailsElement>(':scope > details');
  if (own !== null) own.open = true;
  markAs(target);
  focusOf(target).focus({ preventScroll: true });
  bringIntoSight(target);
  // What was not laid out yet has its size only now.
  requestAnimationFrame(() => requestAnimationFrame(() => bringIntoSight(target)));
  return true;
};

/** Gives a row or a card the focus without opening it. */
export const stepTo = (target: HTMLElement): void => {
  markAs(target);
  focusOf(target).focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
};

/** The id of the row, card or section that holds an element, to come back to. */
export const placeOf = (element: Element | null): string | null => {
  const holder = element?.closest('ol.rows > li, article.firing, main > section');
  return holder?.id ?? null;
};

const bringIntoSight = (target: HTMLElement): void => {
  const { top, bottom } = target.getBoundingClientRect();
  const isLarge = bottom - top > innerHeight * 0.6;
  target.scrollIntoView({ block: isLarge || target.matches('section, h2, h3') ? 'start' : 'center' });
};

let marked: HTMLElement | null = null;
const markAs = (target: HTMLElement): void => {
  marked?.classList.remove('is-at');
  target.classList.add('is-at');
  marked = target;
};

const focusOf = (target: HTMLElement): HTMLElement => {
  if (target.matches('[tabindex], summary')) return target;
  return target.querySelector<HTMLElement>('summary, [tabindex="-1"]') ?? target;
};
