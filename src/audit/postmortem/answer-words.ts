import { counted } from '../counted.ts';
import type { Allowed, AllowedKind, Answers, Postmortem } from './model.ts';

/** The three questions of a reviewer, as the document and the page ask them. */
export const QUESTIONS = {
  allowed: 'What was allowed that should not have been?',
  who: 'Who said so?',
  trust: 'Can this record be trusted?',
} as const;

export const TRUST_WORDS: Readonly<Record<Answers['trust']['answer'], string>> = {
  yes: 'Yes, as far as seals go.',
  partly: 'In part.',
  no: 'No: it was changed.',
};

/** What happened to it, in a few words before what it was. */
export const ALLOWED_WORDS: Readonly<Record<AllowedKind, string>> = {
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

export const NOTHING_WENT_ON = 'Nothing that a rule spoke against, and no command of the riskiest kind, went on.';
export const NOBODY_HAD_TO = 'Nobody had to: nothing was let through.';

/** What was let through, and apart from it how many calls went on after a warning, which warnings are for. */
export const letThrough = (allowed: readonly Allowed[]): { readonly through: readonly Allowed[]; warned: number } => {
  const through = allowed.filter(({ kind }) => kind !== 'warned');
  return { through, warned: allowed.length - through.length };
};

/** What is said of calls that went on after a warning; nothing where none did. */
export const warnedWords = (warned: number): readonly string[] =>
  warned === 0 ? [] : [`${counted(warned, 'call')} went on after a warning: that is what those rules are for.`];

/** Those together that differ only in when they were. */
export const alike = (all: readonly Allowed[]): readonly (readonly [Allowed, ...Allowed[]])[] => {
  const groups = new Map<string, [Allowed, ...Allowed[]]>();
  for (const one of all) {
    const key = JSON.stringify([one.kind, one.title, one.rule, one.by]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups.values()];
};

/** How often people stepped in, and how often an agent only said that somebody had. */
export const steppedIn = ({ interventions }: Postmortem): string => {
  const people = interventions.filter(({ voice }) => voice !== 'claim').length;
  const claims = interventions.length - people;
  const claimed =
    claims === 0
      ? ''
      : `; agents claimed ${counted(claims, 'time')} that somebody or something had, which counts for nothing`;
  return `People stepped in ${counted(people, 'time')} besides prompts${claimed}`;
};
