import { planAnswered, planSeen } from './plan-told-steps.ts';
import type { Projection } from './projection.ts';
import { isSaidByPerson } from './said-by-person.ts';

/** What of a plan's problems reached the agent, of one rule. */
export interface ToldOfPlan {
  /** Of the problems as they were told last. */
  readonly digest: string;
  /** Answers since the last prompt of a person. */
  readonly times: number;
  /** The newest of them. */
  readonly because: readonly string[];
}

export interface PlanToldState {
  /** By rule. */
  readonly told: Readonly<Record<string, ToldOfPlan>>;
  /** Whom plan-check told since the last prompt of a person that the plan is getting out of date, with the answer that did. */
  readonly aging: readonly (readonly [actor: string, event: string])[];
  /** Digests of the problems that the newest plan has, by rule, with the event that it was observed for. */
  readonly seen: { readonly trigger: string; readonly digests: Readonly<Record<string, string>> } | null;
}

/** What plan-validate and plan-check told in this session: the same is not said twice, and no rule speaks for ever. */
export const planToldProjection: Projection<PlanToldState> = {
  name: 'planTold',
  version: 2,
  scope: 'stream',
  on: ['PlanObserved', 'AnswerSent', 'PromptSubmitted'],
  initialState: { told: {}, aging: [], seen: null },
  evolve: (state, event) => {
    if (event.type === 'PlanObserved') return planSeen(state, event);
    if (state.seen === null) return state;
    if (event.type === 'AnswerSent')
      return event.data['event'] === state.seen.trigger ? planAnswered(state, event) : state;
    const isQuiet = state.aging.length === 0 && Object.values(state.told).every(({ times }) => times === 0);
    if (!isSaidByPerson(event) || isQuiet) return state;
    const told = Object.entries(state.told).map(([rule, of]) => [rule, { ...of, times: 0, because: [] }]);
    return { ...state, told: Object.fromEntries(told), aging: [] };
  },
};
