import type { EventData } from '../events/schemas.ts';

export type Answering = EventData<'PreferencesLoaded'>['questions'][string];

/** What holds for a question, and the id or pattern that says so. */
export interface Preferred {
  readonly by: string;
  readonly answering: Answering;
}

export type AskedQuestion = EventData<'QuestionsUnderstood'>['questions'][number];

/** A question with the preference that holds for it. */
export interface Settled {
  readonly question: AskedQuestion;
  readonly preferred: Preferred | null;
}

/** What holds for each question of a call, and which of them a person has to be asked, and why. */
export const settleQuestions = (
  { questions, problem }: EventData<'QuestionsUnderstood'>,
  preferences: Readonly<Record<string, Answering>>,
) => {
  const settled = questions.map(
    (question): Settled => ({ question, preferred: preferenceFor(question.id, preferences) }),
  );
  return {
    settled,
    alwaysAsked: settled.filter(({ preferred }) => preferred === null || preferred.answering === 'always-ask'),
    oneWay: settled.filter(({ question }) => question.oneWay !== null),
    unclear: settled.filter(({ question }) => question.recommended.length === 0),
    problem,
  };
};

/**
 * The user's preference for a question: by its id, else by the longest pattern that fits it, in which `*` stands for any
 * text. Of two as long the one that asks more often.
 */
export const preferenceFor = (id: string, preferences: Readonly<Record<string, Answering>>): Preferred | null => {
  if (Object.hasOwn(preferences, id)) return { by: id, answering: preferences[id] as Answering };
  const fitting = Object.entries(preferences).filter(([pattern]) => pattern.includes('*') && fits(pattern, id));
  const [best] = fitting.sort(
    ([one, saysOne], [other, saysOther]) =>
      other.length - one.length || ORDER.indexOf(saysOne) - ORDER.indexOf(saysOther),
  );
  return best === undefined ? null : { by: best[0], answering: best[1] };
};

const ORDER: readonly Answering[] = ['always-ask', 'ask-only-one-way', 'never-ask'];

/** Each part between stars is found where it first can be: no pattern takes longer than its text. */
const fits = (pattern: string, id: string): boolean => {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop() ?? '';
  if (!id.startsWith(first) || !id.endsWith(last) || id.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of others) {
    const found = id.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= id.length - last.length;
};
