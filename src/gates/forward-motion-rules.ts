import type { Condition } from '../events/schemas.ts';
import { workThatComesBack } from './background-work.ts';
import { condition, type GateContext, type Rule } from './gate.ts';

const bareCompletion: Rule = {
  id: 'forward-motion/bare-completion',
  decision: 'deny',
  judge: (context) => {
    const closing = context.facts.closing();
    if (closing === null) return null;
    const { kind, closing: text, mark } = closing.data;
    return {
      conditions: [
        condition('the-turn-ends-with-more-than-that-it-is-over', kind !== 'bare', {
          actual: { kind, closing: text, mark },
          because: [closing.id],
          remedy: REMEDY,
        }),
      ],
      limits: limitsOf(context),
      reason: `The message ends with "${mark ?? ''}" and says nothing of what comes next.`,
    };
  },
  ways: ({ facts }) => {
    const data = { closing: '', mark: null, ...facts.closing()?.data, kind: 'offer' };
    return [
      {
        todo: 'the message ends with a next step, an offer or a question',
        events: [{ type: 'ClosingObserved', data }],
      },
    ];
  },
};

/** It is sent back for its last words alone: no reason to begin something. */
const REMEDY =
  'End with the next step you suggest, an offer or a question, in a sentence or two. Do not start anything new and do not repeat what you said.';

/** Once a prompt, and only where somebody reads it, the turn is over, and nothing else holds it. */
const limitsOf = ({ trigger, state, before }: GateContext): Condition[] => {
  const { kind, kindBecause, permissionMode } = state.session;
  const { nudgedBy } = state.turn;
  const background = workThatComesBack(trigger, state);
  const denied = before.filter(({ decision, mode }) => decision === 'deny' && mode === 'enforce');
  const goesOn = trigger.data['stop_hook_active'] === true;
  return [
    condition('a-person-reads-it', kind === null || kind === 'interactive', { actual: { kind, because: kindBecause } }),
    condition('not-sent-back-before', !goesOn, { actual: goesOn, because: [trigger.id] }),
    condition('not-nudged-since-the-prompt', nudgedBy === null, {
      actual: nudgedBy !== null,
      because: nudgedBy === null ? [] : [nudgedBy],
    }),
    condition('no-background-work', background.length === 0, { actual: background, because: [trigger.id] }),
    condition('not-in-plan-mode', permissionMode !== 'plan', { actual: permissionMode }),
    condition('no-other-gate-denied', denied.length === 0, { actual: denied.map(({ rule }) => rule) }),
  ];
};

const RULES: readonly Rule[] = [bareCompletion];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const forwardMotionRules = (): readonly Rule[] => RULES;
