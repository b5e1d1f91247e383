import { drawTimeline } from '../shared/draw-timeline.ts';
import type { TimelineData } from '../shared/timeline-data.ts';
import { toDom } from './dom.ts';

/** The timeline: the whole session, or one turn of it. */
export interface Drawing {
  /** Draws the turn with a name; null for the whole session. */
  readonly zoom: (turn: string | null) => void;
}

interface DrawingOptions {
  readonly data: TimelineData;
  /** Told which turn the reader wants to see; null for all. */
  readonly onZoom: (turn: string | null) => void;
}

export const createDrawing = ({ data, onZoom }: DrawingOptions): Drawing => {
  const frame = document.getElementById('drawing');
  if (frame === null) return { zoom: () => {} };
  let shown: string | null = null;
  const controls = document.createElement('p');
  controls.className = 'zoom';
  controls.hidden = true;
  frame.before(controls);

  const step = (by: number): string | null => {
    const place = data.turns.findIndex(({ name }) => name === shown);
    return data.turns[place + by]?.name ?? null;
  };
  const button = (label: string, act: () => void): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = label;
    made.addEventListener('click', act);
    controls.append(made);
    return made;
  };
  const previous = button('‹ Turn before', () => onZoom(step(-1)));
  button('Whole session', () => onZoom(null));
  const next = button('Next turn ›', () => onZoom(step(1)));

  const zoom = (turn: string | null): void => {
    if (turn === shown) return;
    const hadFocus = frame.contains(document.activeElement);
    const hadControls = controls.contains(document.activeElement);
    const before = shown;
    shown = turn;
    const place = data.turns.findIndex(({ name }) => name === turn);
    frame.replaceChildren(toDom(drawTimeline(data, place === -1 ? null : place)));
    controls.hidden = place === -1;
    previous.disabled = step(-1) === null;
    next.disabled = step(1) === null;
    roveIn(frame);
    // What had the focus is gone: what stands for it now has it.
    const focused = turn ?? before;
    const cell = [...frame.querySelectorAll<SVGAElement>('.turn-cell')].find((one) => one.dataset['turn'] === focused);
    if (hadFocus || (hadControls && (controls.hidden || document.activeElement === document.body))) cell?.focus();
  };

  frame.addEventListener('keydown', (event) => moveIn(frame, event));
  roveIn(frame);
  return { zoom };
};

/** Of turns and of marks one each is reached by Tab; the arrow keys go on from there. */
const KINDS = ['.turn-cell', '.mark'];

const roveIn = (frame: HTMLElement): void => {
  for (const kind of KINDS) {
    frame.querySelectorAll<SVGAElement>(kind).forEach((link, place) => {
      link.setAttribute('tabindex', place === 0 ? '0' : '-1');
    });
  }
};

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

const moveIn = (frame: HTMLElement, event: KeyboardEvent): void => {
  const by = STEPS[event.key];
  const current = document.activeElement?.closest('.turn-cell, .mark');
  if (by === undefined || !current || event.altKey || event.ctrlKey || event.metaKey) return;
  const kind = KINDS.find((selector) => current.matches(selector)) ?? '';
  const links = inOrder([...frame.querySelectorAll<SVGAElement>(kind)]);
  const place = links.indexOf(current as SVGAElement);
  const target = links[Math.max(0, Math.min(links.length - 1, place + by))];
  if (target === undefined) return;
  event.preventDefault();
  current.setAttribute('tabindex', '-1');
  target.setAttribute('tabindex', '0');
  target.focus();
};

/** As they lie from left to right, whoever acted. */
const inOrder = (links: readonly SVGAElement[]): SVGAElement[] => {
  const left = new Map(links.map((link) => [link, link.getBoundingClientRect().left]));
  return links.toSorted((a, b) => (left.get(a) ?? 0) - (left.get(b) ?? 0));
};
