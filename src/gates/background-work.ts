import type { Envelope } from '../events/envelope.ts';
import type { View } from '../projections/fold.ts';

/** Background work that will come back to the agent. Shells and monitors may run for ever: they count when they review. */
export const workThatComesBack = (trigger: Envelope, state: View): string[] => {
  const tasks = trigger.data['background_tasks'];
  if (!Array.isArray(tasks)) return [];
  return tasks.flatMap((task: unknown) => {
    if (typeof task === 'string') return [task];
    if (typeof task !== 'object' || task === null) return [];
    const { id, type, status, command } = task as Readonly<Record<string, unknown>>;
    if (typeof status === 'string' && FINISHED.has(status)) return [];
    const comesBack =
      type === 'subagent' ||
      type === 'workflow' ||
      type === 'review' ||
      (type === 'shell' && isReview(command, trigger.stream, state));
    return comesBack ? [`${type} ${typeof id === 'string' ? id : ''}`.trim()] : [];
  });
};

/** A command of the policy's reviewers, whose last run in this session has not said anything yet. */
const isReview = (command: unknown, stream: string, { review, policy }: View): boolean => {
  if (typeof command !== 'string') return false;
  const names = [...REVIEWS, ...Object.keys(policy.policy?.review?.commands ?? {})];
  return (
    names.some((name) => command.includes(name)) &&
    Object.values(review.kinds).some(
      ({ outcome, changedBy, stream: of }) => outcome === 'unclear' && changedBy === null && of === stream,
    )
  );
};

const REVIEWS = ['precommit', 'codex-review'];

const FINISHED = new Set(['completed', 'failed', 'cancelled', 'killed', 'stopped']);
