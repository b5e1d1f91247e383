import { counted } from '../../counted.ts';
import type { ChangedFile, Evidence, Postmortem, RunCommand } from '../../postmortem/model.ts';
import { type Child, type Element, el } from '../shared/element.ts';
import { diff } from './diff.ts';
import { causesView, undoneWords } from './firings.ts';
import { badge, clock, code, data, dateAndClock, linkTo, nothing, section, table } from './parts.ts';
import type { Places } from './places.ts';

// What the work came to: evidence, files, commands.

export const evidenceView = ({ evidence }: Postmortem, places: Places): Element =>
  section(
    'evidence',
    'Evidence at the end',
    { count: evidence.length },
    evidence.length === 0
      ? nothing('No evidence is known: no tests, no reviews, no proof.')
      : table<Evidence>('Evidence at the end of the session', evidence, [
          { title: 'What', cell: ({ name }) => data(name) },
          {
            title: 'Status',
            cell: ({ status }) => el('strong', { class: `status ${STATUSES[status] ?? ''}` }, data(status)),
          },
          { title: 'Because', isWide: true, cell: (one) => because(one, places) },
          {
            title: 'When',
            cell: ({ at, event }) => (at === null ? 'never' : linkTo(places.entryId(event), dateAndClock(at))),
          },
          { title: 'From', cell: ({ provenance }) => provenance ?? 'nobody' },
        ]),
  );

const STATUSES: Readonly<Record<string, string>> = { pass: 'good', fail: 'bad', stale: 'bad' };

const because = ({ text, basis, undone, history }: Evidence, places: Places): Child[] => [
  data(text),
  basis === 'order' && el('span', { class: 'by' }, ' (by the order of events alone)'),
  undone !== null && el('p', {}, ...undoneWords(undone, places)),
  history.length > 0 &&
    el(
      'details',
      { class: 'expands' },
      el('summary', {}, `How it came about: ${counted(history.length, 'result')}`),
      causesView('Results in order', history, places),
    ),
];

export const filesView = ({ files }: Postmortem, places: Places): Element =>
  section(
    'files',
    'Files changed',
    { count: files.length },
    files.length === 0 && nothing('No file was changed that docket knows of.'),
    ...files.map((file) => fileView(file, places)),
  );

const fileView = ({ path, kind, added, removed, edits }: ChangedFile, places: Places): Element =>
  el(
    'details',
    { class: 'file expands' },
    el(
      'summary',
      {},
      code(path),
      el('span', { class: 'by' }, ` ${kind}, ${counted(edits.length, 'edit')}, +${added} −${removed} lines`),
    ),
    ...edits.map(({ event, at, actor, diff: text, note }) =>
      el(
        'div',
        { class: 'part' },
        el(
          'p',
          { class: 'facts' },
          linkTo(places.entryId(event), clock(at)),
          ' by ',
          data(actor),
          note !== null && '. ',
          note !== null && data(note),
        ),
        text !== null && diff(text),
        text === null && note === null && nothing('What it changed is not known.'),
      ),
    ),
  );

export const commandsView = ({ commands }: Postmortem, places: Places): Element =>
  section(
    'commands',
    'Commands, by risk',
    { count: commands.length },
    ...TIERS.map(([tier, title]) => {
      const own = commands.filter((command) => command.tier === tier);
      return (
        own.length > 0 &&
        el(
          'details',
          { class: 'tier expands', open: tier === 3 || tier === null },
          el('summary', {}, el('h3', {}, title, el('span', { class: 'count' }, ` ${own.length}`))),
          table<RunCommand>(title, own, [
            { title: 'When', cell: ({ at, event }) => linkTo(places.entryId(event), clock(at)) },
            { title: 'By', cell: ({ actor }) => data(actor) },
            { title: 'Command', isWide: true, cell: ({ command }) => code(command) },
            {
              title: 'Dangers',
              cell: ({ dangers }) =>
                dangers.length === 0
                  ? ''
                  : el('span', { class: tier === 3 ? 'danger grave' : 'danger' }, data(dangers.join(' '))),
            },
            {
              title: 'Outcome',
              cell: ({ outcome, decision }) => [
                outcome ?? 'not known',
                decision === null || decision === 'none' ? null : ' ',
                decision !== null && decision !== 'none' && badge(decision),
              ],
            },
          ]),
        )
      );
    }),
    commands.length === 0 && nothing('No command was run.'),
  );

const TIERS: readonly (readonly [RunCommand['tier'], string])[] = [
  [3, 'Risky'],
  [null, 'Not understood'],
  [2, 'It depends'],
  [1, 'Safe'],
];
