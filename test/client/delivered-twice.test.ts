import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { EventData } from '../../src/events/schemas.ts';
import { eventsOf, readLog, rulingOn, why } from './docket-command.ts';
import { playedSession } from './played-session.ts';
import { FIRST_WRITE, firstFile, redTestsThenTwoWrites, SECOND_WRITE, secondFile, TEST_RUN } from './red-tests.ts';
import { newText, requestWithResult, toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

describeWithClient('a session whose hook is registered by the user and by the project', (client) => {
  const session = playedSession(client, {
    registrations: [
      { scope: 'local', preset: 'strict' },
      // For an older client it is registered in other words; the host runs two equal handlers once.
      { scope: 'user', clientVersion: '2.1.101' },
    ],
    scenario: redTestsThenTwoWrites,
    prompt: 'Add a discount and a tax',
  });

  it('has every tool event in the log twice, as two deliveries of one', () => {
    const log = readLog(session.project);
    const calls = [
      ['ToolRequested', TEST_RUN],
      ['ToolFailed', TEST_RUN],
      ['ToolRequested', FIRST_WRITE],
      ['ToolCompleted', FIRST_WRITE],
      ['ToolRequested', SECOND_WRITE],
    ] as const;
    for (const [type, call] of calls) {
      const deliveries = eventsOf(log, type, call).map(({ delivery }) => delivery);
      expect(deliveries).toEqual([expect.any(String), deliveries[0]]);
    }
  });

  it('gives both deliveries of a call the same answer', () => {
    const log = readLog(session.project);
    for (const call of [TEST_RUN, FIRST_WRITE, SECOND_WRITE]) {
      const [first, second] = eventsOf(log, 'ToolRequested', call);
      const [ruling, repeated] = [rulingOn(log, first), rulingOn(log, second)];
      expect(repeated.repeatOf).toBe(first?.id);
      expect(repeated).toMatchObject({ event: first?.id, observedPosition: ruling.observedPosition });
      expect(answerOf(repeated)).toEqual(answerOf(ruling));
    }
  });

  it('counts the first write once: both deliveries warn, neither denies', () => {
    expect(existsSync(firstFile(session.project))).toBe(true);
    expect(toolResult(session.outcome.requests, FIRST_WRITE).isError).toBe(false);
    expect(newText(requestWithResult(session.outcome.requests, FIRST_WRITE))).toMatch(/test-gate/);
    const log = readLog(session.project);
    const rulings = eventsOf(log, 'ToolRequested', FIRST_WRITE).map((event) => rulingOn(log, event).decision);
    expect(rulings).toEqual(['advise', 'advise']);
  });

  it('takes both reports of the red run for one', () => {
    const log = readLog(session.project);
    const [first] = eventsOf(log, 'ToolFailed', TEST_RUN);
    const causes = eventsOf(log, 'TestRunFinished', TEST_RUN).map(({ cause }) => cause);
    expect(new Set(causes)).toEqual(new Set([first?.id]));
  });

  it('denies the second write in both deliveries, for one reason', () => {
    expect(existsSync(secondFile(session.project))).toBe(false);
    expect(toolResult(session.outcome.requests, SECOND_WRITE).isError).toBe(true);
    expect(why(session.project, '--call', SECOND_WRITE)).toMatchObject({ gate: 'test-gate', decision: 'deny' });
  });

  it('blocks the end of the turn once', () => {
    const log = readLog(session.project);
    const decisions = eventsOf(log, 'TurnEnded').map((end) => rulingOn(log, end).decision);
    expect(decisions).toEqual(['deny', 'deny', 'advise', 'advise']);
    expect(session.outcome.result.result).toBe('The tests still fail; a person has to look.');
  });
});

/** What the host hears; the two deliveries run at the same time, so each may have observed the facts for itself. */
const answerOf = ({ decision, verdicts }: EventData<'GatesRuled'>) => ({
  decision,
  verdicts: verdicts.map(({ rule, mode, decision: own, reason }) => ({ rule, mode, decision: own, reason })),
});
