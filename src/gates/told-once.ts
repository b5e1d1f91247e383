import { shortDigest } from '../events/digest.ts';
import type { Envelope } from '../events/envelope.ts';
import { condition, type GateContext, type Judgement, type Way } from './gate.ts';

/** What is to be done about a context that is there to be read. */
export const ONCE = 'Nothing: once an answer has told it, it is not told again.';

/** UTF-16 units of an answer: the host shows a preview of a longer one (measured.md, "Answers"). */
const MOST_ANSWERED = 9_000;

/** How much of an answer is left beside what the gates before say. */
export const roomBeside = ({ before }: GateContext): number => {
  const said = before.filter(({ mode, decision }) => mode === 'enforce' && decision !== 'pass');
  return Math.max(
    0,
    MOST_ANSWERED - said.reduce((sum, { context, reason }) => sum + (context ?? reason).length + 100, 0),
  );
};

/** The answer that tells a context reaches the agent. */
export const answeredWith = (
  rule: string,
  trigger: Envelope,
  { context = '', tells = [] }: { readonly context?: string; readonly tells?: readonly string[] } = {},
): Way => {
  const [gate = ''] = rule.split('/');
  const verdict = { gate, rule, decision: 'advise', ...(tells.length === 0 ? {} : { tells: [...tells] }) };
  const ruling = {
    ...{ event: trigger.id, observedPosition: 'assumed', policy: 'assumed', preset: 'strict', decision: 'advise' },
    verdicts: [{ ...verdict, mode: 'enforce', reason: '', conditions: [], limits: [], because: [], context }],
  };
  return {
    todo: 'the answer that tells of it reaches the agent',
    events: [
      { type: 'GatesRuled', data: ruling },
      { type: 'AnswerSent', data: { event: trigger.id, decision: 'advise', verdicts: [verdict] } },
    ],
  };
};

/** A context that is told once until its text changes, or the agent lost what it was told. */
export const toldOnce = (
  rule: string,
  { state }: GateContext,
  about: {
    readonly requires: string;
    readonly actual: unknown;
    readonly because: readonly string[];
    readonly remedy?: string;
    readonly reason: string;
    readonly context: string;
  },
): Judgement => {
  const told = Object.hasOwn(state.contexts.told, rule) ? state.contexts.told[rule] : undefined;
  const isTold = told !== undefined && told.digest === shortDigest(about.context);
  return {
    conditions: [
      condition(about.requires, false, {
        actual: about.actual,
        because: about.because,
        remedy: about.remedy ?? ONCE,
      }),
    ],
    limits: [
      condition('not-told-before', !isTold, {
        actual: isTold ? told.event : null,
        because: isTold ? [told.event] : [],
      }),
    ],
    reason: about.reason,
    context: about.context,
  };
};
