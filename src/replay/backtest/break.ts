import type { Position } from '../../events/position.ts';
import type { Policy } from '../../events/schemas.ts';
import { GATES } from '../../gates/gates.ts';
import type { Comparison } from './counterfactual.ts';
import { isWritten, NOTHING_SAID, type Said } from './said.ts';

/**
 * Why what follows in a session cannot be known: a call that ran would have been prevented, one that was stopped would
 * have run, nobody knows what a person would have answered, another command would have run, the turn would have ended or
 * gone on, or a gate that can stop a call rests on facts that nobody recorded.
 */
export type BreakKind =
  | 'prevented'
  | 'let-through'
  | 'asked'
  | 'rewritten'
  | 'answered'
  | 'turn-ended'
  | 'turn-went-on'
  | 'facts-missing';

/** Where the counterfactual stops being certain. */
export interface Break {
  readonly session: string;
  readonly event: string;
  readonly position: Position;
  readonly at: string;
  readonly kind: BreakKind;
}

/**
 * What the other answer to an event means for all that follows. `ran`: whether the call did run. Advice is taken to
 * change nothing that the agent does, and a permission for what only reads nothing either (docs/decisions/0035).
 */
export const breakOf = ({ call, was, now, unknown, under }: Comparison, ran: boolean): BreakKind | null => {
  const trigger = call.trigger.event;
  const { type, data } = trigger;
  // An answer that got lost then would now as well.
  if (was !== null && call.answer === null && isWritten(was, trigger)) return null;
  const before = was ?? NOTHING_SAID;
  if (type === 'TurnEnded' || type === 'SubagentStopped') return atAnEnd(before, now);
  if (type !== 'ToolRequested' && !(type === 'HookFailed' && data['toolCall'] === true)) return null;
  const [old, fresh] = [forceOf(before), forceOf(now)];
  if (old !== fresh) return ran ? afterOneThatRan(old, fresh) : afterOneThatDidNot(old, fresh);
  if (fresh === 'rewrite' && ran && changeOf(before) !== changeOf(now)) return 'rewritten';
  if (choicesOf(before) !== choicesOf(now)) return 'answered';
  return ran && unknown.some(({ gate }) => mayStop(gate, under.now)) ? 'facts-missing' : null;
};

type Force = 'deny' | 'ask' | 'rewrite' | 'free';

const forceOf = ({ decision }: Said): Force =>
  decision === 'deny' || decision === 'ask' || decision === 'rewrite' ? decision : 'free';

const afterOneThatRan = (was: Force, is: Force): BreakKind | null => {
  if (is === 'deny') return 'prevented';
  if (was === 'rewrite' || is === 'rewrite') return 'rewritten';
  return is === 'ask' ? 'asked' : null;
};

const afterOneThatDidNot = (was: Force, is: Force): BreakKind | null => {
  if (was === 'free' || is === 'deny') return null;
  return is === 'ask' ? (was === 'deny' ? 'let-through' : null) : 'let-through';
};

const atAnEnd = (was: Said, now: Said): BreakKind | null => {
  if ((was.decision === 'deny') === (now.decision === 'deny')) return null;
  return now.decision === 'deny' ? 'turn-went-on' : 'turn-ended';
};

const changeOf = ({ answered }: Said): string => JSON.stringify(answered.flatMap(({ edits }) => edits ?? []));

/** What was chosen in the person's place. */
const choicesOf = ({ answered }: Said): string => JSON.stringify(answered.flatMap(({ answers }) => answers ?? []));

/** Whether a gate stops or changes calls where it is enforced. */
const mayStop = (name: string, { gates }: Policy): boolean =>
  gates[name]?.mode === 'enforce' &&
  GATES.some((gate) => gate.name === name && gate.rules.some(({ decision }) => !HARMLESS.includes(decision)));

const HARMLESS: readonly unknown[] = ['advise', 'allow'];
