import { counted } from '../../../gates/gate.ts';
import type { Allowed, AllowedKind, Postmortem } from '../model.ts';
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
  const grave = allowed.filter(({ kind }) => kind !== 'warned');
  const warned = allowed.length - grave.length;
  return [
    '## What a reviewer asks',
    '',
    '### What was allowed that should not have been?',
    '',
    ...(grave.length === 0
      ? ['- Nothing that a rule spoke against, and no command of the riskiest kind, went on.']
      : firstOf(alike(grave), MOST_ALLOWED, (all) => [allowedLine(postmortem, all)], IN_JSON)),
    ...(warned === 0
      ? []
      : [`- ${counted(warned, 'call')} went on after a warning: that is what those rules are for.`]),
    '',
    '### Who said so?',
    '',
    ...saidSo(postmortem, grave),
    '',
    '### Can this record be trusted?',
    '',
    `**${TRUST[trust.answer]}**`,
    '',
    ...trust.because.map((sentence) => `- ${words(sentence)}`),
    '',
  ];
};

const TRUST = {
  yes: 'Yes, as far as seals go.',
  partly: 'In part.',
  no: 'No: it was changed.',
} as const;

const KIND_WORDS: Readonly<Record<AllowedKind, string>> = {
  'denied-but-ran': 'Denied, and it ran',
  'rewrite-not-taken': 'To be changed, and it ran unchanged',
  'not-judged': 'Ran without a ruling',
  waived: 'Waived',
  asked: 'Asked about, and it ran',
  'only-watched': 'Only watched',
  hypothetical: "Would be stopped by today's gates",
  unopposed: 'Risky, and no rule stopped it',
  'outcome-unknown': 'Nothing says whether it ran',
  warned: 'Warned about',
};

/** Those together that differ only in when they were. */
const alike = (all: readonly Allowed[]): readonly (readonly Allowed[])[] => {
  const groups = new Map<string, Allowed[]>();
  for (const one of all) {
    const key = JSON.stringify([one.kind, one.title, one.rule, one.by]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
};

const allowedLine = (postmortem: Postmortem, all: readonly Allowed[]): string => {
  const [first] = all;
  if (first === undefined) return '';
  const { kind, title: what, rule, reason, event, at } = first;
  const times = all.length === 1 ? '' : `, and ${counted(all.length - 1, 'time')} more later`;
  return `- **${KIND_WORDS[kind]}**: ${code(what)} at ${when(postmortem, at)}${times}${rule === null ? '' : `, against ${code(rule)}`}${reason === null ? '' : `: ${words(reason)}`}${idOf(event)}`;
};

/** Everybody who let something through, with how much. */
const saidSo = (postmortem: Postmortem, allowed: readonly Allowed[]): string[] => {
  const byWhom = new Map<string, Allowed[]>();
  for (const one of allowed) byWhom.set(one.by, [...(byWhom.get(one.by) ?? []), one]);
  const people = postmortem.interventions.filter(({ voice }) => voice !== 'claim').length;
  const claims = postmortem.interventions.length - people;
  return [
    ...(byWhom.size === 0 ? ['- Nobody had to: nothing was let through.'] : []),
    ...[...byWhom].map(([by, all]) => `- ${capital(words(by))}: ${counted(all.length, 'time')}${reasonsOf(all)}.`),
    `- People stepped in ${counted(people, 'time')} besides prompts${claims === 0 ? '' : `; agents claimed ${counted(claims, 'time')} that somebody or something had, which counts for nothing`}: see [People](#people).`,
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
