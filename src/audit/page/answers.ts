import { counted } from '../counted.ts';
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
} from '../postmortem/answer-words.ts';
import type { Allowed, AllowedKind, Postmortem, Voice } from '../postmortem/model.ts';

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

const GRAVE: ReadonlySet<AllowedKind> = new Set(['denied-but-ran', 'rewrite-not-taken', 'not-judged', 'waived']);

const allowedCard = (allowed: readonly Allowed[]): AnswerCard => {
  const { through, warned } = letThrough(allowed);
  const points = alike(through).map((all): AnswerPoint => {
    const [{ kind, title, rule, event, firing }] = all;
    const times = all.length === 1 ? '' : `, ${all.length} times`;
    const text = `${ALLOWED_WORDS[kind]}${times}: ${title}${rule === null ? '' : ` (${rule})`}`;
    return { text, event, firing, isBad: GRAVE.has(kind) };
  });
  const grave = through.filter(({ kind }) => GRAVE.has(kind)).length;
  const rest = through.length - grave;
  return {
    id: 'allowed',
    question: QUESTIONS.allowed,
    short:
      grave > 0
        ? `${counted(grave, 'thing')} that something spoke against${rest === 0 ? '' : `, and ${rest} to look at`}`
        : rest > 0
          ? `${counted(rest, 'thing')} to look at`
          : NOTHING_WENT_ON,
    tone: grave > 0 ? 'bad' : rest > 0 ? 'careful' : 'good',
    points: [...points, ...warnedWords(warned).map(saidOf(allowed.find(({ kind }) => kind === 'warned')))],
  };
};

/** A sentence as a point, with what shows it. */
const saidOf =
  (shown: Allowed | undefined) =>
  (text: string): AnswerPoint => ({
    text,
    event: shown?.event ?? null,
    firing: shown?.firing ?? null,
    isBad: false,
  });

/** How a person was heard, in words. */
export const VOICES: Readonly<Record<Voice, string>> = {
  terminal: 'a person at a terminal',
  prompt: 'a person in a prompt',
  client: 'a person in the client',
  claim: 'an agent, who says so',
};

const whoCard = (postmortem: Postmortem): AnswerCard => {
  const { through } = letThrough(postmortem.answers.allowed);
  const permitted = [...new Set(through.map(({ by }) => by))].map((by): AnswerPoint => {
    const own = through.filter((one) => one.by === by);
    const reasons = own.flatMap(({ kind, reason }) => (kind === 'waived' && reason !== null ? [reason] : []));
    const why = reasons.length === 0 ? '' : `: "${[...new Set(reasons)].join('", "')}"`;
    return {
      text: `${capital(by)}${own.length === 1 ? '' : ` (${own.length} times)`}${why}`,
      event: own[0]?.event ?? null,
      firing: null,
      isBad: own.some(({ kind }) => kind !== 'waived' && GRAVE.has(kind)),
    };
  });
  const said = postmortem.interventions.map(
    ({ voice, text, event }): AnswerPoint => ({
      text: `${VOICES[voice]} ${text}`,
      event,
      firing: null,
      isBad: voice === 'claim',
    }),
  );
  const points = [...permitted, saidOf(undefined)(`${steppedIn(postmortem)}.`), ...said];
  return {
    id: 'who',
    question: QUESTIONS.who,
    short: through.length === 0 ? NOBODY_HAD_TO : shortWho(through),
    tone: points.some(({ isBad }) => isBad) ? 'bad' : through.length > 0 ? 'careful' : 'good',
    points,
  };
};

/** Each who let something through, without how: `nobody; a person at a terminal`. */
const shortWho = (through: readonly Allowed[]): string =>
  capital([...new Set(through.map(({ by }) => by.replace(/[:,].*/s, '')))].join('; '));

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const TONES = { yes: 'good', partly: 'careful', no: 'bad' } as const;

const trustCard = ({ answer, because }: Postmortem['answers']['trust']): AnswerCard => ({
  id: 'trust',
  question: QUESTIONS.trust,
  short: TRUST_WORDS[answer],
  tone: TONES[answer],
  points: because.map((text) => ({ text, event: null, firing: null, isBad: false })),
});
