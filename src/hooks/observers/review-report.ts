import type { Policy } from '../../events/schemas.ts';
import { toolKind } from '../../projections/tools.ts';
import type { ObserveInput } from './observe-input.ts';
import type { Report } from './report.ts';
import { commandText } from './shell-command.ts';

// Who reviews, and what their words mean, is a bundle of its own: here it is only told, cheaply, which calls cannot be
// reviews at all.

/** Which content there is as a review begins: it takes minutes, and its verdict is about what it looked at. */
export const reviewBegins: Report = {
  name: 'review begins',
  records: 'TreeObserved',
  on: ['ToolRequested', 'SubagentStarted'],
  read: async (input) => {
    if (!mayReview(input) && !mayResume(input)) return [];
    return (await import('./review/review-events.ts')).reviewBegun(input);
  },
};

/** What a review came to. */
export const reviewReport: Report = {
  name: 'review',
  records: 'ReviewRecorded',
  on: ['ToolCompleted', 'ToolFailed', 'SubagentStopped'],
  read: async (input) => (mayReview(input) ? (await import('./review/review-events.ts')).reviewEnded(input) : []),
};

const mayReview = ({ trigger, toolInput, policy: { review } }: ObserveInput): boolean => {
  const tool = trigger.data['tool_name'];
  if (trigger.type === 'SubagentStarted' || trigger.type === 'SubagentStopped') {
    return isNamed(trigger.actor.type, review?.agents);
  }
  if (typeof tool !== 'string') return false;
  const { subagent_type: agent, skill, command } = (toolInput ?? {}) as Readonly<Record<string, unknown>>;
  switch (toolKind(tool)) {
    case 'shell':
      return isNamed(commandText(toolInput), review?.commands, COMMAND_WORDS);
    case 'agent':
      return isNamed(agent, review?.agents);
    case 'other':
      return tool === 'Skill' ? isNamed(skill ?? command, review?.skills) : isNamed(tool, review?.tools);
    default:
      return false;
  }
};

type Named = NonNullable<Policy['review']>['tools'];

/** Every reviewer that docket lists has one of some words in its name. */
const isNamed = (text: unknown, own: Named, words = WORDS): boolean =>
  typeof text === 'string' &&
  (words.some((word) => text.includes(word)) ||
    (own !== undefined && Object.keys(own).some((name) => text.includes(lastWord(name)))));

const WORDS: readonly string[] = ['review', 'precommit', 'codex'];
/** Commands say more than a name. */
const COMMAND_WORDS: readonly string[] = ['precommit', 'codex-review'];

/** Of a command the word that says what it does; of a tool what a plugin puts its own name before. */
const lastWord = (name: string): string => name.split(/ |__/).at(-1) ?? name;

/** Some hosts let an agent go on with a subagent that ended, by its id. */
const mayResume = ({ toolInput, state }: ObserveInput): boolean => {
  const to = typeof toolInput === 'object' && toolInput !== null ? (toolInput as { to?: unknown }).to : undefined;
  return typeof to === 'string' && Object.hasOwn(state.review.running, to);
};
