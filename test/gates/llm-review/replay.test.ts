import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../src/events/envelope.ts';
import type { EventData } from '../../../src/events/schemas.ts';
import { factsFrom, OBSERVED_TYPES } from '../../../src/gates/facts.ts';
import { GATES } from '../../../src/gates/gates.ts';
import { judge } from '../../../src/gates/judge.ts';
import { startFold } from '../../../src/projections/fold.ts';
import { fakeServer, gemini, openai, reviewerEnv, SAFE, UNSAFE } from '../../kit/reviewers.ts';
import { prompts, requests, scenario } from '../../kit/scenario.ts';

/** Judges an event of a log again, from the log alone. */
const judgeAgain = (events: readonly Envelope[], ruling: EventData<'GatesRuled'>) => {
  const fold = startFold();
  const trigger = events.find(({ id }) => id === ruling.event) as Envelope;
  for (const event of events.slice(0, events.indexOf(trigger) + 1)) fold.apply(event);
  const facts = events.filter(({ cause, type }) => cause === trigger.id && OBSERVED_TYPES.has(type));
  const state = fold.view(trigger.stream, trigger.worktree, facts);
  const { policy } = state.policy;
  if (policy === null) throw new Error('the log has no policy');
  return judge({ gates: GATES, trigger, state, facts: factsFrom(facts), policy, stateKnown: true });
};

describe('a log with reviews', () => {
  it('gives the same verdicts when it is judged again, without asking anybody', async () => {
    const a = await fakeServer(gemini(UNSAFE, UNSAFE, SAFE));
    const b = await fakeServer(openai(UNSAFE, SAFE));
    const s = scenario({
      policy: { preset: 'standard', gates: { 'llm-review': { mode: 'enforce' }, 'prompt-submit': { mode: 'off' } } },
      env: reviewerEnv({ gemini: a.url, openai: b.url }),
    });
    await s.given(prompts('make the build green'));
    for (const command of ['make a', 'make b', 'make c', 'make a', 'git push --force origin main']) {
      await s.when(requests('Bash', { command }));
    }
    const asked = a.connections() + b.connections();
    const rulings = s
      .events()
      .filter(({ type }) => type === 'GatesRuled')
      .map(({ data }) => data as EventData<'GatesRuled'>);
    expect(rulings.map(({ decision }) => decision)).toEqual(['deny', 'advise', 'none', 'deny', 'deny']);
    for (const ruling of rulings) expect(judgeAgain(s.events(), ruling).verdicts).toEqual(ruling.verdicts);
    expect(a.connections() + b.connections()).toBe(asked);
  });
});
