import { counted } from '../../counted.ts';
import type { Entry, Firing, Part, Postmortem } from '../../postmortem/model.ts';
import { type Child, type Element, el } from '../shared/element.ts';
import { MARK_WORDS } from '../shared/timeline-data.ts';
import { onOneLine } from '../shared/visible.ts';
import { lasted } from '../shared/words.ts';
import { diff } from './diff.ts';
import { badge, clock, data, linkTo, nothing, quietWord, section } from './parts.ts';
import { actorName, entryIdAt, type Places, type TurnGroup, titleOf } from './places.ts';

/** Rows are gathered in blocks of so many, which a browser lays out only when they come into sight. */
export const BLOCK = 40;

/** Of everything that happened what stands before the turns. */
export const entriesView = (postmortem: Postmortem): Element =>
  section(
    'entries',
    'What happened',
    { count: postmortem.entries.length },
    ...postmortem.leftOut.map((line) => el('p', { class: 'note' }, data(line))),
    postmortem.entries.length === 0 && nothing('Nothing was recorded.'),
    el('p', { class: 'nothing', id: 'no-entries', hidden: true }, 'No entry matches.'),
  );

/** The turns, one by one. */
export const turnViews = function* (postmortem: Postmortem, places: Places): Generator<Element> {
  for (const group of places.groups) yield groupView(postmortem, places, group);
};

const groupView = ({ entries, firings }: Postmortem, places: Places, group: TurnGroup): Element => {
  const { id, turn, from, to } = group;
  const blocks: Element[] = [];
  for (let start = from; start < to; start += BLOCK) {
    const end = Math.min(to, start + BLOCK);
    blocks.push(
      el(
        'ol',
        { class: `rows n${end - start}`, start: start + 1 },
        ...entries.slice(start, end).map((entry, row) => entryView(entry, start + row, firings, places)),
      ),
    );
  }
  const prompt = turn === null || turn.event === null ? null : turn;
  return el(
    'section',
    { class: 'turn', 'aria-labelledby': id },
    el(
      'h3',
      { id, tabindex: -1 },
      titleOf(group),
      ' ',
      prompt !== null && el('q', { class: 'prompt' }, data(onOneLine(prompt.prompt, 240))),
    ),
    turn !== null &&
      el(
        'p',
        { class: 'note' },
        clock(turn.from),
        `, ${lasted(Date.parse(turn.to) - Date.parse(turn.from))}, ${counted(to - from, 'entry', 'entries')}`,
        prompt !== null && `, from ${PROMPTED[prompt.provenance]}`,
      ),
    ...blocks,
  );
};

const PROMPTED: Readonly<Record<string, string>> = {
  prompt: 'a person',
  person: 'a person',
  hook: 'the host',
  agent: 'an agent',
  worker: 'docket',
  import: 'a transcript',
};

const entryView = (entry: Entry, place: number, firings: readonly Firing[], places: Places): Element => {
  const { at, kind, tool, title, outcome, took } = entry;
  const isTold = outcome !== null && outcome !== 'completed';
  return el(
    'li',
    { id: entryIdAt(place), class: `k-${kind}` },
    el(
      'details',
      {},
      el(
        'summary',
        {},
        clock(at),
        el('span', { class: 'who' }, data(actorName(entry))),
        el('span', { class: 'what' }, tool === null ? KINDS[kind] : data(tool)),
        el('span', { class: 'title' }, data(title)),
        el(
          'span',
          { class: 'came' },
          isTold && el('span', { class: `outcome ${OUTCOMES[outcome] ?? ''}` }, outcome),
          decisionOf(entry, firings),
        ),
      ),
      el(
        'div',
        { class: 'more' },
        el('p', { class: 'facts' }, ...facts(entry), took !== null && ` · took ${lasted(took)}`),
        entry.firings.length > 0 &&
          el(
            'ul',
            { class: 'fired' },
            ...entry.firings.map((firing) =>
              el('li', {}, linkTo(places.firingId(firing), `Why: ${places.firingWords(firing)}`)),
            ),
          ),
        ...entry.parts.map(partView),
      ),
    ),
  );
};

/** What was decided; where nothing was, what a gate would have said that only watches, was waived or was not there. */
const decisionOf = ({ decision, firings: places }: Entry, firings: readonly Firing[]): Element | null => {
  if (decision !== null && decision !== 'none') return badge(decision);
  const fired = places.flatMap((at) => firings[at] ?? []).filter((one) => one.decision !== 'pass');
  const gravity = (one: Firing): number => WORDS.indexOf(one.decision);
  const [gravest] = fired.toSorted((a, b) => gravity(a) - gravity(b));
  return gravest === undefined ? null : badge(gravest.decision, quietWord(gravest));
};

const WORDS: readonly string[] = MARK_WORDS;

const KINDS: Readonly<Record<Entry['kind'], string>> = {
  prompt: 'Prompt',
  call: 'Call',
  agent: 'Subagent',
  evidence: 'Evidence',
  person: 'Person',
  session: 'Session',
  ending: 'Ending',
  problem: 'Problem',
};

const OUTCOMES: Readonly<Record<string, string>> = { failed: 'bad', denied: 'bad', 'no outcome': 'open' };

const facts = ({ kind, outcome, event, actor }: Entry): Child[] => [
  KINDS[kind],
  outcome === null ? null : ` · ${outcome}`,
  ' · by ',
  data(actor),
  ' · event ',
  el('code', {}, event),
];

const partView = ({ title, text, isDiff }: Part): Element =>
  el(
    'div',
    { class: 'part' },
    el('h4', {}, data(title)),
    isDiff === true ? diff(text) : el('pre', { dir: 'ltr', tabindex: 0, role: 'group', 'aria-label': title }, text),
  );
