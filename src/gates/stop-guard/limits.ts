import type { Envelope } from '../../events/envelope.ts';
import type { Condition } from '../../events/schemas.ts';
import type { TurnState } from '../../projections/turn.ts';
import { workThatComesBack } from '../background-work.ts';
import { condition, type GateContext } from '../gate.ts';

/** A loop is fast; work between blocks takes its time. */
const LATELY_MS = 10 * 60_000;
const MOST_LATELY = 3;
/** Of one prompt. The host's own cap is eight in a row, and any tool call resets it. */
const MOST = 8;

/**
 * What must hold for a block, whatever is missing. Work in the background that will report back defers it. It blocks once a
 * prompt, again only when tools ran since; three times in ten minutes is a loop, and no prompt is worth more than
 * eight: a session can always end.
 */
export const stopLimits = ({ trigger, state }: GateContext): Condition[] => {
  const { stopBlocks, stopBlockedBy, toolsSinceBlock } = state.turn;
  const background = workThatComesBack(trigger, state);
  const lately = blocksLately(state.turn, trigger);
  return [
    condition('no-background-work', background.length === 0, { actual: background, because: [trigger.id] }),
    condition('tools-ran-since-the-last-block', stopBlocks === 0 || toolsSinceBlock > 0, {
      actual: toolsSinceBlock,
      because: stopBlockedBy,
    }),
    condition('blocked-less-than-three-times-in-ten-minutes', lately < MOST_LATELY, {
      actual: lately,
      because: stopBlockedBy,
    }),
    condition('blocked-less-than-eight-times', stopBlocks < MOST, { actual: stopBlocks, because: stopBlockedBy }),
  ];
};

/** A clock that ran backwards makes blocks recent: rather let a turn go than hold it. */
const blocksLately = ({ stopBlockedAt }: TurnState, trigger: Envelope): number => {
  const now = Date.parse(trigger.at);
  return stopBlockedAt.filter((at) => !(now - Date.parse(at) >= LATELY_MS)).length;
};
