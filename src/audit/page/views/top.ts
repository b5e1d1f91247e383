import { counted } from '../../counted.ts';
import type { Postmortem } from '../../postmortem/model.ts';
import type { AnswerCard } from '../answers.ts';
import { type Child, type Element, el } from '../shared/element.ts';
import { lasted } from '../shared/words.ts';
import { badge, data, dateAndClock, linkTo, nothing, section } from './parts.ts';
import type { Places } from './places.ts';

/** Of which session this is. */
export const headerView = ({ session, sharedWithout }: Postmortem): Element => {
  const { id, project, host, hostVersion, model, kind, worktree, branch, commit, from, to, counts } = session;
  const facts: readonly (readonly [string, Child | readonly Child[]])[] = [
    ['Session', el('code', {}, id)],
    ['From', dateAndClock(from)],
    ['To', [dateAndClock(to), ` (${lasted(Date.parse(to) - Date.parse(from))})`, session.isLive && ', not ended']],
    ['Host', data([host, hostVersion].filter((word) => word !== null).join(' '))],
    ['Model', model === null ? null : data(model)],
    ['Kind', kind === null ? null : data(kind)],
    ['Source', session.isImported ? 'a transcript: docket was not there' : null],
    ['Taken out for sharing', sharedWithout.length === 0 ? null : el('strong', {}, sharedWithout.join(', '))],
    ['Worktree', worktree === null ? null : data(worktree)],
    ['Branch', branch === null ? null : data(commit === null ? branch : `${branch} at ${commit.slice(0, 12)}`)],
    [
      'Size',
      [
        counted(counts.turns, 'turn'),
        counted(counts.calls, 'call'),
        counted(counts.agents, 'subagent'),
        counted(counts.events, 'event'),
      ].join(', '),
    ],
  ];
  return el(
    'header',
    { class: 'top' },
    el('h1', {}, 'Postmortem ', el('span', { class: 'of' }, data(project))),
    el(
      'dl',
      {},
      ...facts.flatMap(([name, value]) =>
        value === null
          ? []
          : [
              el(
                'div',
                {},
                el('dt', {}, name),
                el('dd', {}, ...(Array.isArray(value) ? (value as Child[]) : [value as Child])),
              ),
            ],
      ),
    ),
    el(
      'p',
      { class: 'decisions' },
      ...Object.entries(counts.byDecision).flatMap(([decision, count]) =>
        count === 0 || decision === 'pass' ? [] : [badge(decision as keyof typeof counts.byDecision), ` ${count} `],
      ),
    ),
  );
};

/** So many points are shown before a reader asks for all. */
const FIRST_POINTS = 5;

export const answersView = (answers: readonly AnswerCard[], places: Places): Element =>
  section(
    'answers',
    'Three questions',
    {},
    el('div', { class: 'answers' }, ...answers.map((answer) => answerView(answer, places))),
  );

const answerView = ({ id, question, short, tone, points }: AnswerCard, places: Places): Element => {
  const items = points.map(({ text, event, firing, isBad }) =>
    el(
      'li',
      { class: isBad ? 'bad' : null },
      linkTo(firing === null ? places.entryId(event) : places.firingId(firing), data(text)),
    ),
  );
  const more = items.slice(FIRST_POINTS);
  return el(
    'article',
    { class: `answer ${tone}`, 'aria-labelledby': `a-${id}` },
    el('h3', { id: `a-${id}` }, question),
    el('p', { class: 'short' }, el('span', { class: 'sign', 'aria-hidden': 'true' }, TONES[tone]), ` ${short}`),
    items.length > 0 && el('ul', {}, ...items.slice(0, FIRST_POINTS)),
    more.length > 0 && el('details', {}, el('summary', {}, `${more.length} more`), el('ul', {}, ...more)),
  );
};

const TONES = { good: '✓', careful: '△', bad: '✗' } as const;

export const summaryView = ({ summary }: Postmortem): Element =>
  section(
    'summary',
    'Summary',
    {},
    summary.length === 0
      ? nothing('There is nothing to sum up.')
      : el('ul', {}, ...summary.map((line) => el('li', {}, data(line)))),
  );
