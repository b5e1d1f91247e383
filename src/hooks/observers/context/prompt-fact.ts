import type { EventDraft } from '../../../events/envelope.ts';
import { claimDraft, claimOf } from '../../../projections/todo-claims.ts';
import type { ObserveInput } from '../observe-input.ts';
import { issuesIn } from './issues.ts';
import { namedFiles } from './named-files.ts';
import { proseIn } from './prose.ts';
import { asksForWork, stepsIn } from './steps.ts';
import { type Topic, topicsOf, WORDS, type Words } from './topics.ts';

// A bundle of its own: only prompts of a person are read, and only where a gate asks.

/**
 * What a person's prompt is about, read from its original text, and claims on the issues that it asks to be worked on, as
 * far as nobody else's hold.
 */
export const promptFact = ({ trigger, payload, place, policy, state, deps }: ObserveInput): EventDraft[] => {
  const prompt = typeof payload['prompt'] === 'string' ? payload['prompt'] : '';
  const lines = proseIn(prompt);
  const words = wordsFrom(policy.gates['prompt-submit']?.options ?? {});
  const { topics } = topicsOf(lines, words);
  // What is quoted is cut, and of a secret that was not redacted before half would be left.
  const { prompt: shown } = trigger.data;
  const { later } = topicsOf(typeof shown === 'string' ? proseIn(shown) : [], words);
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
  const claims = data.issues.filter((issue) => claimOf(state.todos, issue, trigger.at) === null);
  return [
    { type: 'PromptUnderstood', cause: trigger.id, data },
    ...claims.map((issue) => ({
      ...claimDraft(issue, trigger.stream),
      cause: trigger.id,
      provenance: trigger.provenance,
    })),
  ];
};

const wordsFrom = ({ words }: Readonly<Record<string, unknown>>): Words => ({
  ...WORDS,
  ...(words as Partial<Record<Topic, string[]>> | undefined),
});
