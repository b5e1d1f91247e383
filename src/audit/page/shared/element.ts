// The page as data, before it is text or part of a document: what a log says is only ever a text in it, never markup.

type AttributeName =
  | 'id'
  | 'class'
  | 'href'
  | 'title'
  | 'role'
  | 'lang'
  | 'type'
  | 'name'
  | 'for'
  | 'value'
  | 'content'
  | 'charset'
  | 'http-equiv'
  | 'placeholder'
  | 'autocomplete'
  | 'spellcheck'
  | 'enterkeyhint'
  | 'tabindex'
  | 'hidden'
  | 'open'
  | 'datetime'
  | 'scope'
  | 'start'
  | 'dir'
  | `aria-${string}`
  | `data-${string}`
  // Of drawings.
  | 'x'
  | 'y'
  | 'x1'
  | 'x2'
  | 'y1'
  | 'y2'
  | 'dx'
  | 'width'
  | 'height'
  | 'rx'
  | 'd'
  | 'text-anchor'
  | 'viewBox';

/** True is an attribute without a value; false and null are none. */
export type AttributeValue = string | number | boolean | null;

export type Attributes = { readonly [Name in AttributeName]?: AttributeValue };

export interface Element {
  readonly tag: string;
  readonly attributes: Attributes;
  readonly children: readonly Child[];
}

/** False and null are nothing. */
export type Child = Element | string | number | false | null;

/** An element of the page. Links only lead to places in the page. */
export const el = (
  tag: string,
  attributes: Attributes = {},
  ...children: readonly (Child | readonly Child[])[]
): Element => ({ tag, attributes, children: children.flat() as readonly Child[] });
