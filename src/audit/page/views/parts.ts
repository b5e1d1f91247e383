import type { Entry, Firing } from '../../postmortem/model.ts';
import { type Child, type Element, el } from '../shared/element.ts';

// Small pieces that many sections share.

/** Signs as in the terminal. */
const SIGNS: Readonly<Record<string, string>> = {
  deny: '✗',
  ask: '?',
  rewrite: '↻',
  allow: '✓',
  advise: '!',
  pass: '·',
  none: '·',
};

/** A decision, told by sign, word and colour; `quiet` says why it stopped nothing. */
export const badge = (decision: Exclude<Entry['decision'], null>, quiet: string | null = null): Element =>
  el(
    'span',
    { class: `badge ${decision}${quiet === null ? '' : ' quiet'}` },
    `${SIGNS[decision] ?? ''} ${decision}${quiet === null ? '' : `, ${quiet}`}`,
  );

/** Why a verdict stopped nothing; null where it was in force. */
export const quietWord = ({
  mode,
  waived,
  hypothetical,
}: Pick<Firing, 'mode' | 'hypothetical'> & { readonly waived: unknown }): string | null => {
  if (waived !== null && waived !== false) return 'waived';
  if (hypothetical) return 'hypothetical';
  return mode === 'monitor' ? 'only watched' : null;
};

/** A time: the clock on its own where the day is plain. */
export const clock = (at: string): Element => el('time', { datetime: at, title: at }, at.slice(11, 19) || at);

export const dateAndClock = (at: string): Element =>
  el('time', { datetime: at }, `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`);

/** What leads to an element of the page, or only the text where there is none. */
export const linkTo = (id: string | null, ...content: readonly Child[]): Element =>
  id === null ? el('span', {}, ...content) : el('a', { href: `#${id}`, class: 'jump' }, ...content);

/** Text as it was logged: its own direction of writing does not reach beyond it. */
export const data = (text: string): Element => el('bdi', {}, text);

export const code = (text: string): Element => el('code', { dir: 'ltr' }, text);

interface SectionOptions {
  /** How many there are, beside the heading. */
  readonly count?: number;
  readonly note?: string;
}

/** A part of the page with its heading. */
export const section = (
  id: string,
  title: string,
  { count, note }: SectionOptions,
  ...content: readonly (Child | readonly Child[])[]
): Element =>
  el(
    'section',
    { id, 'aria-labelledby': `${id}-h` },
    el(
      'h2',
      { id: `${id}-h`, tabindex: -1 },
      title,
      count !== undefined && el('span', { class: 'count' }, ` ${count.toLocaleString('en')}`),
    ),
    note !== undefined && el('p', { class: 'note' }, note),
    ...content,
  );

export const nothing = (text: string): Element => el('p', { class: 'nothing' }, text);

interface Column<Row> {
  readonly title: string;
  /** What is wide, and may be broken anywhere. */
  readonly isWide?: true;
  readonly cell: (row: Row) => Child | readonly Child[];
}

/** A table of which each row can be read on its own on a narrow screen. */
export const table = <Row>(caption: string, rows: readonly Row[], columns: readonly Column<Row>[]): Element =>
  el(
    'table',
    // Laid out as blocks on a narrow screen, a table would be none to a screen reader.
    { role: 'table' },
    el('caption', { class: 'hidden-text' }, caption),
    el(
      'thead',
      { role: 'rowgroup' },
      el('tr', { role: 'row' }, ...columns.map(({ title }) => el('th', { role: 'columnheader', scope: 'col' }, title))),
    ),
    el(
      'tbody',
      { role: 'rowgroup' },
      ...rows.map((row) =>
        el(
          'tr',
          { role: 'row' },
          ...columns.map(({ title, isWide, cell }) => {
            const content = cell(row);
            return el(
              'td',
              { role: 'cell', class: isWide === true ? 'wide' : null, 'data-title': title },
              ...(Array.isArray(content) ? (content as readonly Child[]) : [content as Child]),
            );
          }),
        ),
      ),
    ),
  );
