import type { EventDraft } from '../../../events/envelope.ts';
import type { ObserveInput } from '../observe-input.ts';
import { issuesIn } from './issues.ts';
import { namedFiles } from './named-files.ts';
import { proseIn } from './prose.ts';
import { asksForWork, stepsIn } from './steps.ts';
import { type Topic, topicsOf, WORDS, type Words } from './topics.ts';

// A bundle of its own: only prompts of a person are read, and only where a gate asks.

/** What a person's prompt is about, read from its original text. */
export const promptFact = ({ trigger, payload, place, policy, state, deps }: ObserveInput): EventDraft => {
  const prompt = typeof payload['prompt'] === 'string' ? payload['prompt'] : '';
  const lines = proseIn(prompt);
  const { topics, later } = topicsOf(lines, wordsFrom(policy.gates['prompt-submit']?.options ?? {}));
  const isWork = asksForWork(lines);
  const files = namedFiles(lines, {
    place,
    changes: state.changes,
    files: policy.files,
    timeLeft: deps.timeLeft ?? (() => Number.POSITIVE_INFINITY),
  });
  const data = {
    topics: topics.filter((topic) => topic !== 'large' || isWork),
    deferred: later,
    steps: stepsIn(lines),
    issues: issuesIn(lines),
    files,
  };
  return { type: 'PromptUnderstood', cause: trigger.id, data };
};

const wordsFrom = ({ words }: Readonly<Record<string, unknown>>): Words => ({
  ...WORDS,
  ...(words as Partial<Record<Topic, string[]>> | undefined),
});
