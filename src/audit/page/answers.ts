import { counted } from '../../gates/gate.ts';
import type { Allowed, AllowedKind, Intervention, Postmortem, Voice } from '../postmortem/model.ts';

/** One thing that answers a question, and what shows it. */
export interface AnswerPoint {
  readonly text: string;
  /** The event that shows it; null where none does. */
  readonly event: string | null;
  /** The same as a place in `firings`, which tells more. */
  readonly firing: number | null;
  /** It speaks against what was done, or against the record. */
  readonly isBad: boolean;
}

/** One of the questions that a reader asks first, for a card of its own. */
export interface AnswerCard {
  readonly id: string;
  readonly question: string;
  readonly short: string;
  readonly tone: 'good' | 'careful' | 'bad';
  readonly points: readonly AnswerPoint[];
}

export const answerCards = (postmortem: Postmortem): readonly AnswerCard[] => [
  allowedCard(postmortem.answers.allowed),
  whoCard(postmortem),
  trustCard(postmortem.answers.trust),
];

/** What happened to it, in a few words before what it was. */
const ALLOWED: Readonly<Record<AllowedKind, string>> = {
  'denied-but-ran': 'Denied, and it ran',
  'rewrite-not-taken': 'To be changed, and it ran unchanged',
  'not-judged': 'No gate ruled on it',
  waived: 'Waived',
  asked: 'Asked about, and it went on',
  'only-watched': 'Would be stopped, but the gate only watches',
  hypothetical: 'Would be stopped today',
  unopposed: 'Risky, and no rule spoke against it',
  'outcome-unknown': 'Nothing says whether it ran',
  warned: 'Warned about, and it went on',
};

const GRAVE: ReadonlySet<AllowedKind> = new Set(['denied-but-ran', 'rewrite-not-taken', 'not-judged', 'waived']);

const allowedCard = (allowed: readonly Allowed[]): AnswerCard => {
  const points = alike(allowed).map(({ first: { kind, title, rule, event, firing }, times }) => ({
    text: `${ALLOWED[kind]}${times === 1 ? '' : `, ${times} times`}: ${title}${rule === null ? '' : ` (${rule})`}`,
    event,
    firing,
    isBad: GRAVE.has(kind),
  }));
  const grave = allowed.filter(({ kind }) => GRAVE.has(kind)).length;
  const rest = allowed.length - grave;
  const short =
    grave > 0
      ? `${counted(grave, 'thing')} that something spoke against${rest === 0 ? '' : `, and ${rest} to look at`}`
      : rest > 0
        ? `${counted(rest, 'thing')} to look at`
        : 'Nothing that the record shows';
  return {
    id: 'allowed',
    question: 'What was allowed that should not have been?',
    short,
    tone: grave > 0 ? 'bad' : rest > 0 ? 'careful' : 'good',
    points,
  };
};

/** Those together that differ only in when they were. */
const alike = (allowed: readonly Allowed[]): { readonly first: Allowed; times: number }[] => {
  const groups = new Map<string, { readonly first: Allowed; times: number }>();
  for (const one of allowed) {
    const key = JSON.stringify([one.kind, one.title, one.rule, one.by]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { first: one, times: 1 });
    else known.times += 1;
  }
  return [...groups.values()];
};

/** How a person was heard, in words. */
export const VOICES: Readonly<Record<Voice, string>> = {
  terminal: 'a person at a terminal',
  prompt: 'a person in a prompt',
  client: 'a person in the client',
  claim: 'an agent, who says so',
};

const whoCard = ({ answers: { allowed }, interventions }: Postmortem): AnswerCard => {
  const permitted = [...new Set(allowed.map(({ by }) => by))].map((by): AnswerPoint => {
    const own = allowed.filter((one) => one.by === by);
    const reasons = own.flatMap(({ kind, reason }) => (kind === 'waived' && reason !== null ? [reason] : []));
    const why = reasons.length === 0 ? '' : `: "${[...new Set(reasons)].join('", "')}"`;
    return {
      text: `${times(own.length)}${by}${why}`,
      event: own[0]?.event ?? null,
      firing: null,
      isBad: own.some(({ kind }) => kind !== 'waived' && GRAVE.has(kind)),
    };
  });
  const said = interventions.map(
    ({ voice, text, event }): AnswerPoint => ({
      text: `${VOICES[voice]} ${text}`,
      event,
      firing: null,
      isBad: voice === 'claim',
    }),
  );
  const points = [...permitted, ...said];
  return {
    id: 'who',
    question: 'Who said so?',
    short: shortWho(interventions),
    tone: points.some(({ isBad }) => isBad) ? 'bad' : points.length > 0 ? 'careful' : 'good',
    points,
  };
};

const times = (count: number): string => (count === 1 ? '' : `${count} times `);

const shortWho = (interventions: readonly Intervention[]): string => {
  const people = interventions.filter(({ voice }) => voice !== 'claim').length;
  const claims = interventions.length - people;
  if (interventions.length === 0) return 'No person besides the prompts';
  const parts = [
    ...(people === 0 ? [] : [`A person, ${people === 1 ? 'once' : `${people} times`}`]),
    ...(claims === 0 ? [] : [`${counted(claims, 'claim')} of the agent`]),
  ];
  return parts.join('; ');
};

const TRUST = {
  yes: { short: 'Yes', tone: 'good' },
  partly: { short: 'In part', tone: 'careful' },
  no: { short: 'No: it was changed', tone: 'bad' },
} as const;

const trustCard = ({ answer, because }: Postmortem['answers']['trust']): AnswerCard => ({
  id: 'trust',
  question: 'Can I trust this record?',
  ...TRUST[answer],
  points: because.map((text) => ({ text, event: null, firing: null, isBad: false })),
});
