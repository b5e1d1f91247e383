import { expect, it } from 'vitest';
import { eventsOf, readLog, rulingOn, verify, why } from './docket-command.ts';
import { playedSession } from './played-session.ts';
import { TEST_RUN } from './red-tests.ts';
import { say, use } from './scripted-model.ts';
import { agentRequests, newText } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const STOP_TURNS = [
  [use(TEST_RUN, 'Bash', { command: 'npm test', description: 'Run the tests' })],
  [say('All done.')],
  [say('One test fails, and a person has to decide about it.')],
];

describeWithClient('the end of a turn while tests fail, under strict', (client) => {
  const session = playedSession(client, {
    registrations: [{ scope: 'local', preset: 'strict' }],
    scenario: () => ({ conversations: [{ turns: STOP_TURNS }] }),
    prompt: 'Check the shop',
  });

  it('is blocked once, with a reason that reaches the model', () => {
    const requests = agentRequests(session.outcome.requests);
    expect(requests).toHaveLength(3);
    const [first, second, third] = requests.map(newText);
    expect(`${first}${second}`).not.toMatch(/stop-guard/);
    expect(third).toMatch(/stop-guard/);
    expect(third).toMatch(/tests fail/i);
    expect(third).toMatch(/run the tests/i);
  });

  it('then goes through, since nothing ran in between', () => {
    expect(session.outcome.result).toMatchObject({
      is_error: false,
      result: 'One test fails, and a person has to decide about it.',
    });
  });

  it('is in the log as one denial and one pass, before the end of the session', () => {
    const log = readLog(session.project);
    const ends = eventsOf(log, 'TurnEnded');
    expect(ends.map(({ data }) => data['stop_hook_active'])).toEqual([false, true]);
    expect(ends.map((end) => rulingOn(log, end).decision)).toEqual(['deny', 'advise']);
    expect(eventsOf(log, 'SessionEnded')).toHaveLength(1);
    expect(eventsOf(log, 'HookFailed')).toEqual([]);
  });

  it('leaves a log that is sealed up to the end of the session and verifies', () => {
    const log = readLog(session.project);
    const seals = eventsOf(log, 'LogSealed');
    // Two ends of the turn and that of the session, and nothing behind the last seal.
    expect(seals.length).toBeGreaterThanOrEqual(2);
    expect(seals.map(({ cause }) => log.find(({ id }) => id === cause)?.type)).toContain('SessionEnded');
    expect(verify(session.project)).toMatchObject({ ok: true, events: log.length, seals: seals.length, unsealed: 0 });
  });

  it('is explained by the failing run', () => {
    const log = readLog(session.project);
    const answer = why(session.project);
    expect(answer).toMatchObject({ gate: 'stop-guard', decision: 'deny', event: eventsOf(log, 'TurnEnded')[0]?.id });
    const causes = answer.conditions.filter(({ holds }) => !holds).flatMap(({ because }) => because);
    expect(causes).toContain(eventsOf(log, 'TestRunFinished', TEST_RUN)[0]?.id);
  });

  it('leaves the open point of the second end in its verdict', () => {
    const log = readLog(session.project);
    const verdict = rulingOn(log, eventsOf(log, 'TurnEnded')[1]).verdicts.find(({ gate }) => gate === 'stop-guard');
    expect(verdict?.decision).toBe('pass');
    expect(verdict?.conditions.some(({ holds }) => !holds)).toBe(true);
    expect(verdict?.limits.some(({ holds }) => !holds)).toBe(true);
  });
});
