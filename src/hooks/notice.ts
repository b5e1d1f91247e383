import { REVIEWER_WORKS } from '../gates/stop-guard/reviewer-works.ts';
import type { Ruled } from './rule-on.ts';

/** What the person in front of the client should know; it never reaches the model. */
export const noticeOn = (type: 'SessionStarted' | 'TurnEnded', ruled: Ruled): string | null =>
  type === 'SessionStarted' ? policyNotice(ruled) : brokenReviewers(ruled);

/** What there is to know of the policy as a session begins. */
const policyNotice = ({ problems, policy, preferences }: Ruled): string | null => {
  const sends = (policy.gates['llm-review']?.mode ?? 'off') !== 'off';
  const notes = [
    ...(problems.length > 0 ? [`the policy has problems. ${problems.join('. ')}`] : []),
    ...(preferences.problems.length > 0 ? [`the preferences have problems. ${preferences.problems.join('. ')}`] : []),
    ...(preferences.careful ? [IS_CAREFUL] : []),
    ...(sends ? [SENDS_COMMANDS] : []),
  ];
  return notes.length === 0 ? null : `docket: ${notes.join('. docket: ')}`;
};

const IS_CAREFUL =
  'careful mode is on: what gates would ask about, change or only warn of is denied (docket careful off ends it)';

const SENDS_COMMANDS =
  'llm-review is on. Where you have a key, shell commands that nothing here proves safe are sent to Gemini and OpenAI. LLM_REVIEW_ENABLED=0 in your environment stops that';

/** The turn ends without a review, since whoever should have made it did not work: nobody else would notice. */
const brokenReviewers = ({ verdicts }: Ruled): string | null => {
  const broken = verdicts.flatMap(({ gate, mode, decision, limits }) =>
    gate === 'stop-guard' && mode === 'enforce' && decision === 'pass'
      ? limits.filter(({ name, holds }) => name === REVIEWER_WORKS && !holds)
      : [],
  );
  const named = broken.map(({ actual }) => {
    const { review, by } = actual as { review: string; by: string };
    return `${review} (${by})`;
  });
  return named.length === 0 ? null : `docket: the turn ends without what did not work: ${named.join(', ')}`;
};
