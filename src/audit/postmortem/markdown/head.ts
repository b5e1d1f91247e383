import { counted } from '../../counted.ts';
import {
  ALLOWED_WORDS,
  alike,
  letThrough,
  NOBODY_HAD_TO,
  NOTHING_WENT_ON,
  QUESTIONS,
  steppedIn,
  TRUST_WORDS,
  warnedWords,
} from '../answer-words.ts';
import type { Allowed, Postmortem } from '../model.ts';
import { code, words } from './inert.ts';
import { firstOf, IN_JSON, idOf, type Section, when } from './section.ts';
import { dayAndClock } from './times.ts';

/** Whose postmortem it is. */
export const title = (postmortem: Postmortem, version: string, at: string): string[] => {
  const { session } = postmortem;
  const facts = [
    `Session ${code(session.id)}`,
    `${code(session.host)}${session.hostVersion === null ? '' : ` ${code(session.hostVersion)}`}`,
    ...(session.model === null ? [] : [code(session.model)]),
    `${dayAndClock(session.from)} to ${dayAndClock(session.to)}`,
    `${counted(session.counts.events, 'event')}, ${counted(session.counts.turns, 'turn')}, ${counted(session.counts.calls, 'call')}`,
  ];
  return [
    `# Postmortem of a session in ${code(session.project)}`,
    '',
    `${facts.join(' · ')}.`,
    `Written by docket ${version} at ${dayAndClock(at)} from the log alone; edit it as you like.`,
    '',
    ...(postmortem.sharedWithout.length === 0
      ? []
      : [
          `**Taken out before it was shared:** ${postmortem.sharedWithout.join(', ')}. What stands in brackets stands for it.`,
          '',
        ]),
    ...(session.isImported
      ? [
          "**docket was not there:** the session was imported from a transcript. Every verdict is what today's gates would have said.",
          '',
        ]
      : []),
  ];
};

export const happened: Section = ({ summary }) => [
  '## What happened',
  '',
  ...summary.map((sentence, index) => `${index + 1}. ${words(sentence)}`),
  '',
];

const MOST_ALLOWED = 12;

/** The three questions of a reviewer. */
export const questions: Section = (postmortem) => {
  const { allowed, trust } = postmortem.answers;
  const { through, warned } = letThrough(allowed);
  return [
    '## What a reviewer asks',
    '',
    `### ${QUESTIONS.allowed}`,
    '',
    ...(through.length === 0
      ? [`- ${NOTHING_WENT_ON}`]
      : firstOf(alike(through), MOST_ALLOWED, (all) => [allowedLine(postmortem, all)], IN_JSON)),
    ...warnedWords(warned).map((sentence) => `- ${sentence}`),
    '',
    `### ${QUESTIONS.who}`,
    '',
    ...saidSo(postmortem, through),
    '',
    `### ${QUESTIONS.trust}`,
    '',
    `**${TRUST_WORDS[trust.answer]}**`,
    '',
    ...trust.because.map((sentence) => `- ${words(sentence)}`),
    '',
  ];
};

const allowedLine = (postmortem: Postmortem, all: readonly [Allowed, ...Allowed[]]): string => {
  const [first] = all;
  const { kind, title: what, rule, reason, event, at } = first;
  const times = all.length === 1 ? '' : `, and ${counted(all.length - 1, 'time')} more later`;
  return `- **${ALLOWED_WORDS[kind]}**: ${code(what)} at ${when(postmortem, at)}${times}${rule === null ? '' : `, against ${code(rule)}`}${reason === null ? '' : `: ${words(reason)}`}${idOf(event)}`;
};

/** Everybody who let something through, with how much. */
const saidSo = (postmortem: Postmortem, allowed: readonly Allowed[]): string[] => {
  const byWhom = new Map<string, Allowed[]>();
  for (const one of allowed) byWhom.set(one.by, [...(byWhom.get(one.by) ?? []), one]);
  return [
    ...(byWhom.size === 0 ? [`- ${NOBODY_HAD_TO}`] : []),
    ...[...byWhom].map(([by, all]) => `- ${capital(words(by))}: ${counted(all.length, 'time')}${reasonsOf(all)}.`),
    `- ${steppedIn(postmortem)}: see [People](#people).`,
  ];
};

/** Why those who waived something did. */
const reasonsOf = (all: readonly Allowed[]): string => {
  const reasons = [
    ...new Set(all.flatMap(({ kind, reason }) => (kind === 'waived' && reason !== null ? [reason] : []))),
  ];
  return reasons.length === 0
    ? ''
    : `, since ${reasons
        .slice(0, 3)
        .map((reason) => code(reason))
        .join(', ')}`;
};

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** For people to fill in. */
export const placeholders: Section = () => [
  '## Causes',
  '',
  '<!-- Why did it happen? Name conditions and decisions rather than people. Events are named by what stands in brackets: docket why ID. -->',
  '',
  '*To be filled in.*',
  '',
  '## Actions',
  '',
  '<!-- What changes so that it does not happen again: a rule, a mode, a test, a habit. Who does it, until when? -->',
  '',
  '- *To be filled in.*',
  '',
];
