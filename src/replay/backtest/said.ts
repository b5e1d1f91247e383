import type { Envelope } from '../../events/envelope.ts';
import type { EventData, Verdict } from '../../events/schemas.ts';
import { combine, type Ruling } from '../../gates/combine.ts';
import { answerClaudeCode } from '../../hooks/protocols/claude-code.ts';
import { answerStyle } from '../../hooks/protocols/host.ts';
import { answerUniversal } from '../../hooks/protocols/universal.ts';

/** What gates said of an event, whether or not anybody heard it. */
export interface Said {
  readonly decision: Ruling['decision'];
  readonly nobodyCanAnswer: string | null;
  readonly verdicts: readonly Verdict[];
  /** The verdicts that are answered, strongest first. */
  readonly answered: readonly Verdict[];
}

export const NOTHING_SAID: Said = { decision: 'none', nobodyCanAnswer: null, verdicts: [], answered: [] };

/** What a recorded ruling says; undefined where its data is damaged. */
export const saidIn = ({ data }: Envelope): Said | undefined => {
  const { decision, verdicts, nobodyCanAnswer } = data as Partial<EventData<'GatesRuled'>>;
  if (typeof decision !== 'string' || !Array.isArray(verdicts) || !verdicts.every(isVerdict)) return undefined;
  const { answered } = combine(verdicts, SOMEBODY_THERE);
  return { decision, nobodyCanAnswer: nobodyCanAnswer ?? null, verdicts, answered };
};

/** By hand, since there is one a call: whether a verdict has what is read of it here. */
const isVerdict = (value: unknown): value is Verdict => {
  if (typeof value !== 'object' || value === null) return false;
  const { gate, rule, decision, mode, conditions, limits, because } = value as Partial<Verdict>;
  return (
    [gate, rule, decision, mode].every((text) => typeof text === 'string') &&
    [conditions, limits].every((list) => Array.isArray(list) && list.every(isCondition)) &&
    Array.isArray(because)
  );
};

const isCondition = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && typeof (value as { name?: unknown }).name === 'string';

/** Who could answer a question decides over the ruling, and the ruling is known here. */
const SOMEBODY_THERE = { session: { kind: 'interactive', permissionMode: 'default' } } as Parameters<typeof combine>[1];

/** Whether a ruling comes to anything that a hook would write to its host. */
export const isWritten = (said: Said, trigger: Envelope): boolean => {
  if (said.answered.length === 0) return false;
  const style = answerStyle(trigger.host, undefined);
  if (style === 'silent') return false;
  const { decision, nobodyCanAnswer, answered } = said;
  // What is rewritten, or answered for the person, is text of the call, which the log may hold in another form.
  if (style === 'claude-code' && (decision === 'rewrite' || decision === 'allow')) return true;
  const input = { ruling: { decision, nobodyCanAnswer, answered }, trigger, toolInput: {}, notice: null };
  return (style === 'claude-code' ? answerClaudeCode(input) : answerUniversal(input)).stdout !== '';
};

/** What `AnswerSent` would say, in the order in which a hook writes it. */
export const answerData = (
  { decision, answered }: Said,
  recorded: Pick<EventData<'AnswerSent'>, 'event' | 'repeatOf'>,
): EventData<'AnswerSent'> => ({
  event: recorded.event,
  decision,
  verdicts: answered.map(({ gate, rule, decision: own, strikeEnds, tells }) => ({
    gate,
    rule,
    decision: own,
    ...(strikeEnds === undefined ? {} : { strikeEnds }),
    ...(tells === undefined ? {} : { tells }),
  })),
  ...(recorded.repeatOf === undefined ? {} : { repeatOf: recorded.repeatOf }),
});

/** What of a gate's verdicts makes it another one: words may differ, since redaction takes some out. */
export const keyOf = (verdicts: readonly Verdict[], gate: string): string =>
  verdicts
    .filter((verdict) => verdict.gate === gate)
    .map(({ rule, decision, mode }) => `${rule} ${decision} ${mode}`)
    .join('\n');
