import { decisionWords } from '../../../replay/decision-words.ts';
import { counted } from '../../counted.ts';
import type { Entry, Postmortem, PostmortemTurn } from '../model.ts';
import { durationWords } from '../summary.ts';
import { block, code, folded, html } from './inert.ts';
import { IN_JSON, idOf, type Section, when } from './section.ts';

/** Rows of one turn, of all turns, and turns. */
const MOST_ROWS_OF_A_TURN = 150;
const MOST_ROWS = 1_500;
const MOST_TURNS = 150;

export const timeline: Section = (postmortem) => {
  let room = MOST_ROWS;
  const { turns } = postmortem;
  const shown = turns.slice(0, MOST_TURNS);
  return [
    '## Timeline',
    '',
    ...shown.flatMap((turn) => {
      const rows = Math.max(0, Math.min(room, MOST_ROWS_OF_A_TURN, turn.entries[1] - turn.entries[0]));
      room -= rows;
      return turnLines(postmortem, turn, rows);
    }),
    ...(turns.length > MOST_TURNS ? [`… and ${counted(turns.length - MOST_TURNS, 'more turn')}: ${IN_JSON}.`, ''] : []),
  ];
};

const turnLines = (postmortem: Postmortem, turn: PostmortemTurn, most: number): string[] => {
  const [from, to] = turn.entries;
  const entries = postmortem.entries.slice(from, to);
  const head =
    turn.event === null
      ? 'Before the first prompt'
      : `Turn ${turn.number} at ${when(postmortem, turn.from)}, ${durationWords(Date.parse(turn.to) - Date.parse(turn.from))}: ${html(turn.prompt.length <= 120 ? turn.prompt : `${turn.prompt.slice(0, 119)}…`)}`;
  const prompt =
    turn.event !== null && turn.prompt.length > 120 ? [...block(turn.prompt.slice(0, 4_000), 'text'), ''] : [];
  const more = entries.length - most;
  return folded(head, [
    ...prompt,
    ...entries.slice(0, most).map((entry) => entryLine(postmortem, entry)),
    ...(more > 0 ? [`- … and ${counted(more, 'more row')}: docket replay shows them`] : []),
  ]);
};

const entryLine = (postmortem: Postmortem, entry: Entry): string => {
  const { at, actor, actorType, tool, title, outcome, took, kind, event } = entry;
  const who = actor === 'main' ? '' : `${code(actorType ?? actor)}: `;
  const what = tool === null || tool === title ? code(title) : `${code(tool)} ${code(title)}`;
  const came = [
    ...(outcome === null ? [] : [outcome]),
    ...(took === null || took < 1_000 ? [] : [durationWords(took)]),
    ...saidOf(postmortem, entry),
  ];
  const mark = kind === 'problem' ? '**!** ' : '';
  return `- ${when(postmortem, at)} ${mark}${who}${what}${came.length === 0 ? '' : ` — ${came.join(', ')}`}${idOf(event)}`;
};

/** What gates said, the same once. */
const saidOf = ({ firings }: Postmortem, entry: Entry): string[] => [
  ...new Set(
    entry.firings.flatMap((place) => {
      const one = firings[place];
      if (one === undefined) return [];
      const said =
        one.waived === null ? decisionWords(one.decision, one.mode === 'monitor' || one.hypothetical) : 'was waived';
      return [`${code(one.rule)} ${said}`];
    }),
  ),
];
