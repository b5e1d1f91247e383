import { counted } from '../../counted.ts';
import type { Cause, FiredCondition, Firing, FiringGroup, Postmortem, UndoneState } from '../../postmortem/model.ts';
import { type Child, type Element, el } from '../shared/element.ts';
import { badge, clock, code, data, linkTo, nothing, quietWord, section, table } from './parts.ts';
import { WAIVED_BY } from './people.ts';
import { entryIdAt, type Places } from './places.ts';

/** Of the gates that fired what stands before the cards. */
export const firingsView = ({ firings, groups }: Postmortem, places: Places): Element =>
  section(
    'firings',
    'Gates that fired',
    { count: firings.length },
    firings.length === 0 && nothing('No gate fired.'),
    groups.length > 1 && groupsView(groups, places),
    el('p', { class: 'nothing', id: 'no-firings', hidden: true }, 'No gate that fired matches.'),
  );

/** Every gate that fired, with what made it fire, one by one. */
export const firingViews = function* ({ firings }: Postmortem, places: Places): Generator<Element> {
  for (const [place, firing] of firings.entries()) yield firingView(firing, place, places);
};

/** Which rules fired how often, the strongest first. */
const groupsView = (groups: readonly FiringGroup[], places: Places): Element =>
  el(
    'details',
    { class: 'groups expands' },
    el('summary', {}, `By rule: ${counted(groups.length, 'kind')}`),
    table<FiringGroup>('Rules that fired', groups, [
      { title: 'Decision', cell: (group) => badge(group.decision, quietWord(group)) },
      { title: 'Rule', isWide: true, cell: ({ rule }) => code(rule) },
      { title: 'Times', cell: ({ firings }) => firings.length },
      {
        title: 'First',
        cell: ({ firings: [first], rule }) =>
          first === undefined
            ? ''
            : linkTo(places.firingId(first), 'first', el('span', { class: 'hidden-text' }, ` of ${rule}`)),
      },
    ]),
  );

const firingView = (firing: Firing, place: number, places: Places): Element => {
  const { decision, rule, reason, conditions, undone, opens, entry, title, at } = firing;
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
        el('h3', { id: `${id}-h` }, badge(decision, quietWord(firing)), ' ', data(rule)),
        el('span', { class: 'title' }, data(title)),
        clock(at),
      ),
      el('p', { class: 'reason' }, data(reason)),
      el('p', { class: 'facts' }, ...standing(firing), 'Judged: ', linkTo(entryIdAt(entry), data(title))),
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
const standing = (firing: Firing): Child[] => {
  const { mode, answered, hypothetical, waived, gate, nobodyCouldAnswer, unknownFacts, tree } = firing;
  return [
    'Gate ',
    data(gate),
    '. ',
    mode === 'monitor' && el('strong', {}, 'It only watches: this was logged, not answered. '),
    hypothetical && el('strong', {}, 'docket was not there: this is what the gate would have said. '),
    answered === false && el('strong', {}, 'The answer did not reach the host. '),
    nobodyCouldAnswer !== null &&
      el('strong', {}, 'Nobody could answer, so it was denied: ', data(nobodyCouldAnswer), '. '),
    ...(waived === null ? [] : [el('strong', {}, `Waived by ${WAIVED_BY[waived.by]}: `, data(waived.reason), '. ')]),
    unknownFacts.length > 0 && el('strong', {}, 'A guess, since nobody recorded ', data(unknownFacts.join(', ')), '. '),
    tree === 'recorded' && 'As recorded: what would have opened it was not looked for. ',
  ];
};

const conditionView = ({ name, holds, isLimit, actual, remedy, because }: FiredCondition, places: Places): Element =>
  el(
    'li',
    { class: holds ? 'holds' : 'fails' },
    el('span', { class: 'verdict' }, `${holds ? '✓ holds' : '✗ does not hold'}${isLimit ? ' (limit)' : ''}`),
    ' ',
    data(name),
    actual !== '' && el('span', { class: 'actual' }, ' (', data(actual), ')'),
    because.length > 0 && causesView('Because', because, places),
    remedy !== null && el('p', { class: 'remedy' }, 'Remedy: ', data(remedy)),
  );

/** Events, each with what led to it. */
export const causesView = (label: string, causes: readonly Cause[], places: Places): Element =>
  el('ul', { class: 'because', 'aria-label': label }, ...causes.map((cause) => causeView(cause, places)));

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

/** What happened, when, and who is behind it; it leads to the entry, or to that of what it came from. */
export const causeWords = (cause: Cause, places: Places): Child[] => {
  const { at, type, summary, actor, provenance } = cause;
  let id: string | null = null;
  for (let one: Cause | null = cause; one !== null && id === null; one = one.cause) id = places.entryId(one.event);
  return [
    clock(at),
    ' ',
    linkTo(id, data(summary)),
    el('span', { class: 'by' }, ` ${type}, `, actor === 'main' ? null : data(`${actor}, `), provenance),
  ];
};

/** What had been so, and what ended it. */
export const undoneWords = ({ condition, was, since, by }: UndoneState, places: Places): Child[] => [
  code(condition),
  ' was ',
  data(was),
  ...(since === null ? [] : [' since ', ...causeWords(since, places)]),
  ...(by === null ? [] : [', until ', ...causeWords(by, places)]),
];
