import type { AttributeValue, Child, Element } from './shared/element.ts';
import { visible } from './shared/visible.ts';

/** Elements without content (HTML Standard 13.1.2). */
const VOID = new Set(['br', 'input', 'link', 'meta']);

/** The element as HTML, in which every text and every value is inert. */
export const writeHtml = (element: Element): string => {
  const { tag, children } = element;
  return VOID.has(tag) ? opening(element) : `${opening(element)}${children.map(childText).join('')}</${tag}>`;
};

/** The element with more in it behind its own content, piece by piece: what there may be a lot of is never all in memory. */
export const writeAround = function* (element: Element, more: Iterable<Element>): Generator<string> {
  yield `${opening(element)}${element.children.map(childText).join('')}\n`;
  for (const one of more) yield `${writeHtml(one)}\n`;
  yield `</${element.tag}>\n`;
};

const opening = ({ tag, attributes }: Element): string =>
  `<${tag}${Object.entries(attributes).map(attributeText).join('')}>`;

const childText = (child: Child): string => {
  if (child === false || child === null) return '';
  return typeof child === 'object' ? writeHtml(child) : escaped(String(child));
};

const attributeText = ([name, value]: [string, AttributeValue | undefined]): string => {
  if (value === false || value === null || value === undefined) return '';
  return value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`;
};

const escaped = (text: string): string => visible(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Data as JSON that can stand in a `script` element: it can neither end the element nor a line. */
export const writeJson = (data: unknown): string =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
