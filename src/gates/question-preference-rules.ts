import type { EventDraft } from '../events/envelope.ts';
import { condition, type GateContext, quotedList, type Rule, shortened, shownList } from './gate.ts';
import { type Preferred, type Settled, settleQuestions } from './question-decision.ts';

/** A call all of whose questions the user prefers not to be asked. The host takes answers for all of them, or for none. */
const answered: Rule = {
  id: 'question-preference/answered',
  decision: 'allow',
  judge: ({ trigger, facts, state }) => {
    const fact = trigger.type === 'ToolRequested' ? facts.questions() : null;
    if (fact === null || fact.data.questions.length === 0) return null;
    const { preferences } = state;
    const { settled, alwaysAsked, oneWay, unclear, problem } = settleQuestions(fact.data, preferences.questions);
    const known = settled.filter(({ preferred }) => preferred !== null);
    if (known.length === 0) return null;
    const because = [fact.id];
    const loaded = preferences.event === null ? [] : [preferences.event];
    const objections = [
      ...alwaysAsked.map(({ question, preferred }) => `${question.id}: ${preferred?.answering ?? 'no preference'}`),
      ...oneWay.map(({ question }) => `${question.id} cannot be taken back (${question.oneWay})`),
      ...unclear.map(({ question }) => `${question.id}: ${question.unclear}`),
      ...(problem === null ? [] : [problem]),
    ];
    return {
      conditions: [
        condition('the-person-is-asked', false, {
          actual: known.map(({ question, preferred }) => `${question.id}: ${(preferred as Preferred).answering}`),
          because: [...loaded, ...because],
          remedy: `docket questions set ${known[0]?.question.id} always-ask makes it be asked again.`,
        }),
      ],
      limits: [
        condition('no-question-is-always-asked', alwaysAsked.length === 0, {
          actual: alwaysAsked.map(
            ({ question, preferred }) => `${question.id}: ${preferred?.answering ?? 'no preference'}`,
          ),
          because: [...loaded, ...because],
        }),
        condition('every-choice-can-be-taken-back', oneWay.length === 0, {
          actual: oneWay.map(({ question }) => `${question.id}: ${question.oneWay}`),
          because,
        }),
        condition('one-answer-is-recommended', unclear.length === 0, {
          actual: unclear.map(({ question }) => `${question.id}: ${question.unclear}`),
          because,
        }),
        condition('the-call-can-be-answered', problem === null, { actual: problem, because }),
      ],
      answers: settled.map(({ question }) => question.recommended),
      reason: shortened(
        objections.length === 0 ? settled.map(wordsOf).join(' ') : `A person is asked: ${objections.join('; ')}.`,
        LONGEST_REASON,
      ),
    };
  },
  ways: ({ facts, state }) => {
    const ids = facts.questions()?.data.questions.map(({ id }) => id) ?? [];
    const { careful, problems } = state.preferences;
    const questions = { ...state.preferences.questions, ...Object.fromEntries(ids.map((id) => [id, 'always-ask'])) };
    const data = { fingerprint: 'assumed', careful, questions, problems };
    return [
      { todo: `the user sets ${ids.join(' and ')} to always-ask`, events: [{ type: 'PreferencesLoaded', data }] },
    ];
  },
};

const LONGEST_REASON = 900;

/** `docket answered "Tabs?" for the user, by preference (tabs, never-ask by t*): "Yes (recommended)".` */
const wordsOf = ({ question, preferred }: Settled): string => {
  const chosen = question.recommended.map((at) => `"${shortened(question.options[at] ?? '', 120)}"`).join(', ');
  const asked = `"${shortened(question.question, 160)}"`;
  const by = preferred === null ? question.id : `${question.id}, ${preferred.answering} by ${preferred.by}`;
  return `docket answered ${asked} for the user, by preference (${by}): ${chosen === '' ? 'nothing' : chosen}.`;
};

/** Something else took the place of docket's answers: the person hears of it at the end of the turn. */
const overruled: Rule = {
  id: 'question-preference/overruled',
  decision: 'advise',
  judge: ({ trigger, state }) => {
    const { overruled: untold } = state.questions;
    if (trigger.type !== 'TurnEnded' || untold.length === 0) return null;
    return {
      conditions: [
        condition('answers-of-docket-stand', false, {
          actual: shownList(untold.map(({ id, sent, ran }) => `${id}: ${namesOf(sent)}, and ${namesOf(ran)} ran`)),
          because: untold.map(({ event }) => event),
          remedy: REMEDY,
        }),
      ],
      tells: untold.map(({ event }) => event),
      reason: `What docket answered to ${quotedList(untold.map(({ id }) => id))} by your preference is not what ran.`,
    };
  },
  ways: ({ trigger, state }) => [
    { todo: 'the answer that tells of it reaches the person', events: [toldOf(trigger, state)] },
  ],
};

const REMEDY =
  'Another hook rewrites calls of the question tool, or a person was asked all the same: docket log --type QuestionAnswered shows both answers; let only one hook answer.';

const namesOf = (labels: readonly string[]): string => (labels.length === 0 ? 'nothing' : labels.join(', '));

const toldOf = (trigger: GateContext['trigger'], { questions }: GateContext['state']): EventDraft => {
  const tells = questions.overruled.map(({ event }) => event);
  const verdicts = [{ gate: 'question-preference', rule: 'question-preference/overruled', decision: 'advise', tells }];
  return { type: 'AnswerSent', data: { event: trigger.id, decision: 'advise', verdicts } };
};

const RULES: readonly Rule[] = [answered, overruled];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const questionPreferenceRules = (): readonly Rule[] => RULES;
