import type { Cause, FiredCondition, Firing, Postmortem, UndoneState } from '../../postmortem/model.ts';
import { type Child, type Element, el } from '../shared/element.ts';
import { badge, clock, code, data, linkTo, nothing, section } from './parts.ts';
import type { Places } from './places.ts';

/** Every gate that fired, with what made it fire. */
export const firingsView = ({ firings }: Postmortem, places: Places): Element =>
  section(
    'firings',
    'Gates that fired',
    { count: firings.length },
    firings.length === 0 && nothing('No gate fired.'),
    ...firings.map((firing, place) => firingView(firing, place, places)),
    el('p', { class: 'nothing', id: 'no-firings', hidden: true }, 'No gate that fired matches.'),
  );

const firingView = (firing: Firing, place: number, places: Places): Element => {
  const { decision, rule, reason, conditions, undone, opens, event, title, at } = firing;
  const id = places.firingId(place);
  return el(
    'article',
    { id, class: `firing ${decision}`, 'aria-labelledby': `${id}-h` },
    el(
      'details',
      // Advice is frequent and seldom what one looks for.
      { open: decision !== 'advise' },
      el(
        'summary',
        {},
        el('h3', { id: `${id}-h` }, badge(decision), ' ', data(rule)),
        el('span', { class: 'title' }, data(title)),
        clock(at),
      ),
      el('p', { class: 'reason' }, data(reason)),
      el('p', { class: 'facts' }, ...standing(firing), 'Judged: ', linkTo(places.entryId(event), data(title))),
      conditions.length > 0 && el('h4', {}, 'What it requires'),
      conditions.length > 0 &&
        el('ul', { class: 'conditions' }, ...conditions.map((one) => conditionView(one, places))),
      undone.length > 0 && el('h4', {}, 'What had held before'),
      undone.length > 0 && el('ul', {}, ...undone.map((one) => el('li', {}, ...undoneWords(one, places)))),
      opens.length > 0 &&
        el('h4', {}, opens.length === 1 ? 'What would have opened it' : 'What would have opened it: one of'),
      opens.length > 0 && el('ul', {}, ...opens.map((steps) => el('li', {}, data(steps.join(', and '))))),
    ),
  );
};

/** What of the verdict's standing a reader must not miss. */
const standing = ({ mode, answered, hypothetical, waived, gate }: Firing): Child[] => [
  'Gate ',
  data(gate),
  '. ',
  mode === 'monitor' && el('strong', {}, 'Only watched: it was logged, not answered. '),
  hypothetical && el('strong', {}, 'docket was not there: this is what the gate would have said. '),
  answered === false && el('strong', {}, 'The answer did not reach the host. '),
  waived !== null && el('strong', {}, 'Waived by ', data(waived.by), ': ', data(waived.reason), '. '),
];

const conditionView = ({ name, holds, actual, remedy, because }: FiredCondition, places: Places): Element =>
  el(
    'li',
    { class: holds ? 'holds' : 'fails' },
    el('span', { class: 'verdict' }, holds ? '✓ holds' : '✗ does not hold'),
    ' ',
    data(name),
    actual !== '' && el('span', { class: 'actual' }, ' (', data(actual), ')'),
    because.length > 0 &&
      el('ul', { class: 'because', 'aria-label': 'Because' }, ...because.map((cause) => causeView(cause, places))),
    remedy !== null && el('p', { class: 'remedy' }, 'Remedy: ', data(remedy)),
  );

/** An event with what led to it below it, up to the prompt. */
const causeView = (cause: Cause, places: Places): Element => {
  const behind: Element[] = [];
  for (let next = cause.cause; next !== null; next = next.cause) behind.push(el('li', {}, ...causeWords(next, places)));
  return el(
    'li',
    {},
    ...causeWords(cause, places),
    behind.length > 0 && el('ol', { class: 'chain', 'aria-label': 'Caused by' }, ...behind),
  );
};

/** What happened, when, and who is behind it; it leads to the entry. */
export const causeWords = ({ event, at, summary, actor, provenance }: Cause, places: Places): Child[] => [
  clock(at),
  ' ',
  linkTo(places.entryId(event), data(summary)),
  el('span', { class: 'by' }, ' ', '(', actor === 'main' ? null : data(`${actor}, `), provenance, ')'),
];

/** What had been so, and what ended it. */
export const undoneWords = ({ condition, was, since, by }: UndoneState, places: Places): Child[] => [
  code(condition),
  ' was ',
  data(was),
  ...(since === null ? [] : [' since ', ...causeWords(since, places)]),
  ...(by === null ? [] : [', until ', ...causeWords(by, places)]),
];
