import type { Envelope } from '../events/envelope.ts';
import { condition, type Gate } from './gate.ts';
import { describeFailure, testsDoNotFail, testsOfSession, testsPassing } from './test-gate.ts';
import { isTurnEnd } from './triggers.ts';

/** Blocks of one prompt after which a turn may end with its points open. */
const MOST_BLOCKS = 3;

/**
 * No end of a turn while tests fail. Blocks once per prompt, again only when tools ran since, three times at most:
 * a block that changes nothing is a loop. Work in the background that will report back defers it (DESIGN.md §6;
 * the host's own cap is eight and is reset by every tool call).
 */
export const stopGuard: Gate = {
  name: 'stop-guard',
  summary: 'Blocks the end of a turn while tests fail.',
  source: 'seed 000, stop-guard.sh',
  on: isTurnEnd,
  needs: () => [],
  rules: [
    {
      id: 'stop-guard/tests-fail',
      decision: 'deny',
      judge: ({ trigger, state }) => {
        const tests = testsOfSession(state, trigger.stream);
        const { stopBlocks, stopBlockedBy, toolsSinceBlock } = state.turn;
        const background = reportingBack(trigger);
        return {
          conditions: [testsDoNotFail(tests)],
          limits: [
            condition('no-background-work', background.length === 0, { actual: background, because: [trigger.id] }),
            condition('tools-ran-since-the-last-block', stopBlocks === 0 || toolsSinceBlock > 0, {
              actual: toolsSinceBlock,
              because: stopBlockedBy,
            }),
            condition('blocked-less-than-three-times', stopBlocks < MOST_BLOCKS, {
              actual: stopBlocks,
              because: stopBlockedBy,
            }),
          ],
          reason: `${describeFailure(tests)}, so the turn is not finished.`,
        };
      },
      ways: ({ trigger }) => testsPassing(trigger.worktree),
    },
  ],
};

/** Background work that will come back to the agent. Shells and monitors may run for ever and do not count. */
const reportingBack = (trigger: Envelope): string[] => {
  const tasks = trigger.data['background_tasks'];
  if (!Array.isArray(tasks)) return [];
  return tasks.flatMap((task: unknown) => {
    if (typeof task === 'string') return [task];
    if (typeof task !== 'object' || task === null) return [];
    const { id, type, status } = task as { id?: unknown; type?: unknown; status?: unknown };
    const isOver = typeof status === 'string' && FINISHED.has(status);
    const reports = type === 'subagent' || type === 'workflow' || type === 'review';
    return reports && !isOver ? [`${type} ${typeof id === 'string' ? id : ''}`.trim()] : [];
  });
};

const FINISHED = new Set(['completed', 'failed', 'cancelled', 'killed', 'stopped']);
