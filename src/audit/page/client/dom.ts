import type { Child, Element as PageElement } from '../shared/element.ts';
import { visible } from '../shared/visible.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** Makes an element of the document; what it says is only ever text in it. */
export const toDom = (element: PageElement): Element => make(element, element.tag === 'svg');

const make = ({ tag, attributes, children }: PageElement, isDrawing: boolean): Element => {
  const made = isDrawing ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) made.setAttribute(name, value === true ? '' : visible(String(value)));
  }
  for (const child of children) made.append(...nodes(child, isDrawing));
  return made;
};

const nodes = (child: Child, isDrawing: boolean): Node[] => {
  if (child === false || child === null) return [];
  if (typeof child === 'object') return [make(child, isDrawing || child.tag === 'svg')];
  return [document.createTextNode(visible(String(child)))];
};

/** An element that the page always has. */
export const required = <Kind extends HTMLElement>(id: string): Kind => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no ${id}`);
  return element as Kind;
};

/** Waits until there was no call for some milliseconds, then does it once. */
export const debounced = (milliseconds: number, act: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
};
