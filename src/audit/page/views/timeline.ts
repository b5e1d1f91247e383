import { counted } from '../../counted.ts';
import type { Entry, Postmortem } from '../../postmortem/model.ts';
import { drawOutline, drawSign, MARK_MEANINGS } from '../shared/draw-marks.ts';
import { drawTimeline } from '../shared/draw-timeline.ts';
import { type Element, el } from '../shared/element.ts';
import { MARK_WORDS, type MarkWord, type TimelineData, type TimelineMark } from '../shared/timeline-data.ts';
import { onOneLine } from '../shared/visible.ts';
import { quietWord, section } from './parts.ts';
import { actorName, entryIdAt, type Places, type TurnGroup, titleOf } from './places.ts';

/** So many actors have a lane of their own; the others share one. */
const LANES = 12;
const OTHERS = 'other subagents';
/** Characters of a label at most. */
const LABEL = 160;

export const timelineView = (data: TimelineData): Element =>
  section(
    'timeline',
    'Timeline',
    {},
    el(
      'p',
      { class: 'note' },
      'Columns are turns, rows are agents, bars are how much each did. ',
      el('span', { class: 'scripted' }, 'Choose a turn to see it alone; arrow keys go from one to the next.'),
    ),
    data.laneOf.length > 0 &&
      el(
        'div',
        { id: 'drawing', class: 'drawing', role: 'group', tabindex: 0, 'aria-label': 'Timeline, scrolls sideways' },
        drawTimeline(data, null),
      ),
    el(
      'ul',
      { class: 'legend', 'aria-label': 'Marks' },
      ...MARK_WORDS.filter((word) => data.marks.some((mark) => mark.word === word)).map((word) =>
        el(
          'li',
          {},
          el(
            'svg',
            { width: 22, height: 22, viewBox: '-11 -11 22 22', 'aria-hidden': 'true' },
            drawOutline(word, false),
            drawSign(word, false),
          ),
          ` ${word}: ${MARK_MEANINGS[word]}`,
        ),
      ),
      data.marks.some(({ isQuiet }) => isQuiet) && el('li', {}, 'Hollow: only watched, waived, or not in force then'),
    ),
  );

/** What the drawing shows, for the page and for its script. */
export const timelineData = (postmortem: Postmortem, places: Places): TimelineData => {
  const { entries } = postmortem;
  const names = ['main', ...new Set(entries.map(actorName).filter((name) => name !== 'main'))];
  const lanes = names.length <= LANES ? names : [...names.slice(0, LANES - 1), OTHERS];
  const laneByName = new Map(names.map((name, place) => [name, Math.min(place, lanes.length - 1)]));
  return {
    turns: places.groups.map((group) => ({
      name: group.name,
      id: group.id,
      label: labelOf(group),
      at: (group.turn?.from ?? entries[group.from]?.at ?? '').slice(11, 16),
      from: group.from,
      to: group.to,
    })),
    lanes: lanes.map((name) => onOneLine(name, LABEL)),
    laneOf: entries.map((entry) => laneByName.get(actorName(entry)) ?? 0),
    marks: entries.flatMap((entry, place) => marksOf(entry, place, postmortem, places)),
  };
};

const labelOf = (group: TurnGroup): string => {
  const size = `${titleOf(group)}, ${counted(group.to - group.from, 'entry', 'entries')}`;
  return group.turn === null || group.turn.event === null ? size : onOneLine(`${size}: ${group.turn.prompt}`, LABEL);
};

const marksOf = (entry: Entry, place: number, { firings }: Postmortem, places: Places): TimelineMark[] => {
  const mark = (word: MarkWord, isQuiet: boolean, said: string, to: string): TimelineMark => ({
    entry: place,
    word,
    isQuiet,
    label: onOneLine(`${said}, ${entry.at.slice(11, 19)}: ${entry.title}`, LABEL),
    to,
  });
  const fired = entry.firings.flatMap((at) => {
    const firing = firings[at];
    if (firing === undefined || firing.decision === 'pass') return [];
    const quiet = quietWord(firing);
    const said = `${firing.decision}${quiet === null ? '' : `, ${quiet},`} by ${firing.rule}`;
    return [mark(firing.decision, quiet !== null, said, places.firingId(at))];
  });
  const { kind } = entry;
  return kind === 'problem' || kind === 'person'
    ? [...fired, mark(kind, false, MARK_MEANINGS[kind], entryIdAt(place))]
    : fired;
};
