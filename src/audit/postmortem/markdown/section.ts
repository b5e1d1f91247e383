import type { Doubt, Postmortem } from '../model.ts';
import { code, words } from './inert.ts';
import { timeSince } from './times.ts';

/** A part of the document; no lines where there is nothing to say. */
export type Section = (postmortem: Postmortem) => readonly string[];

/** The first of many, and how many more there are: as lines of a list. */
export const firstOf = <Item>(
  items: readonly Item[],
  most: number,
  linesOf: (item: Item) => readonly string[],
  where: string,
): string[] => [
  ...items.slice(0, most).flatMap(linesOf),
  ...(items.length > most ? [`- … and ${items.length - most} more: ${where}`] : []),
];

/** An event's id, as far as commands need it. */
export const idOf = (event: string | null): string =>
  event === null || event === '' ? '' : ` (${code(event.slice(0, 10))})`;

/** When something was, in a session. */
export const when = ({ session }: Postmortem, at: string | null): string =>
  at === null ? '' : timeSince(session.from, at);

export const doubtLine = (postmortem: Postmortem, { kind, text, event, at }: Doubt): string =>
  `- **${kind}**${at === null ? '' : ` at ${when(postmortem, at)}`}: ${words(text)}${idOf(event)}`;

/** Where all of it is. */
export const IN_JSON = '`docket postmortem --format json` has all';
