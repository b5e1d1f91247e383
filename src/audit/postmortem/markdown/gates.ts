import { decisionWords } from '../../../replay/decision-words.ts';
import { counted } from '../../counted.ts';
import type { Firing, FiringGroup, Postmortem } from '../model.ts';
import { block, cell, code, folded, html, words } from './inert.ts';
import { firstOf, IN_JSON, idOf, type Section, when } from './section.ts';
import { treeText } from './tree-text.ts';

const MOST_GROUPS = 40;
/** Why-trees of one group, and how many firings are named. */
const MOST_TREES = 2;
const MOST_NAMED = 8;

/** Which rules fired, how often: what stopped or changed something, then the rest. */
export const gates: Section = (postmortem) => {
  const { groups, firings } = postmortem;
  if (groups.length === 0) return ['## Gates', '', 'No gate fired.', ''];
  const shown = groups.slice(0, MOST_GROUPS);
  return [
    '## Gates',
    '',
    '| rule | said | times | first |',
    '| --- | --- | --: | --- |',
    ...shown.map((group) => {
      const [first] = group.firings;
      const one = first === undefined ? undefined : firings[first];
      return `| ${cell(group.rule)} | ${saidOf(group, firings)} | ${group.firings.length} | ${one === undefined ? '' : when(postmortem, one.at)} |`;
    }),
    ...(groups.length > MOST_GROUPS ? [`| ${counted(groups.length - MOST_GROUPS, 'further group')} | | | |`] : []),
    '',
  ];
};

/** Why each fired. */
export const whys: Section = (postmortem) => {
  const shown = postmortem.groups.slice(0, MOST_GROUPS);
  return shown.length === 0
    ? []
    : [
        '## Why gates fired',
        '',
        'Firings of one rule that say the same stand together. Each tree goes from a condition to the events that made it so, and from those back to the prompt.',
        '',
        ...shown.flatMap((group) => groupLines(postmortem, group)),
      ];
};

const saidOf = (
  { decision, mode, waived, hypothetical, firings: places }: FiringGroup,
  firings: readonly Firing[],
): string => {
  if (places.every((place) => firings[place]?.nobodyCouldAnswer != null)) return 'denied, since nobody could answer';
  if (waived) return `waived, would have been ${decision}`;
  return `${decisionWords(decision, mode === 'monitor' || hypothetical)}${mode === 'monitor' && !hypothetical ? ' (only watched)' : ''}`;
};

const groupLines = (postmortem: Postmortem, group: FiringGroup): string[] => {
  const all = group.firings.flatMap((place) => postmortem.firings[place] ?? []);
  const trees = treesOf(all);
  return folded(
    `<code>${html(group.rule)}</code> ${saidOf(group, postmortem.firings)}, ${counted(all.length, 'time')}: why`,
    [
      ...trees.flatMap((firing) => firingLines(postmortem, firing)),
      ...(all.length > trees.length
        ? [
            '',
            'All of them:',
            '',
            ...firstOf(
              all,
              MOST_NAMED,
              ({ at, title, event }) => [`- ${when(postmortem, at)} ${code(title)}${idOf(event)}`],
              IN_JSON,
            ),
          ]
        : []),
    ],
  );
};

/** The first and the last, those that are explained whole before others. */
const treesOf = (all: readonly Firing[]): readonly Firing[] => {
  const whole = all.filter(({ tree }) => tree === 'whole');
  const known = whole.length === 0 ? all : whole;
  return known.length <= MOST_TREES ? known : [...known.slice(0, MOST_TREES - 1), ...known.slice(-1)];
};

const firingLines = (postmortem: Postmortem, firing: Firing): string[] => [
  `**At ${when(postmortem, firing.at)}**, ${code(firing.title)}${idOf(firing.event)}: ${words(firing.reason)}`,
  '',
  ...(firing.waived === null ? [] : [`Waived: ${words(waivedOf(firing.waived))}`, '']),
  ...(firing.nobodyCouldAnswer === null
    ? []
    : [`Nobody could answer (${words(firing.nobodyCouldAnswer)}), so it was denied.`, '']),
  ...(firing.answered === false ? ['**The answer never reached the host.**', ''] : []),
  ...block(treeText(firing), 'text'),
  '',
];

const waivedOf = ({ by, reason }: NonNullable<Firing['waived']>): string =>
  `${by === 'policy' ? 'by the policy' : by === 'prompt' ? 'by a person in a prompt' : 'by a person at a terminal'}: ${reason}`;
