import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { eventsOf, readLog, rulingOn, why } from './docket-command.ts';
import { playedSession } from './played-session.ts';
import { FIRST_WRITE, firstFile, redTestsThenTwoWrites, SECOND_WRITE, secondFile, TEST_RUN } from './red-tests.ts';
import { agentRequests, allText } from './seen.ts';
import { describeWithClient } from './with-client.ts';

describeWithClient('a red session in a project without a policy', (client) => {
  const session = playedSession(client, {
    registrations: [{ scope: 'local' }],
    scenario: redTestsThenTwoWrites,
    prompt: 'Add a discount and a tax',
  });

  it('is never blocked', () => {
    expect(existsSync(firstFile(session.project))).toBe(true);
    expect(existsSync(secondFile(session.project))).toBe(true);
    expect(session.outcome.result).toMatchObject({
      is_error: false,
      result: 'Discount and tax are in.',
      permission_denials: [],
    });
  });

  it('hears nothing of docket', () => {
    expect(agentRequests(session.outcome.requests)).toHaveLength(4);
    expect(allText(session.outcome.requests)).not.toMatch(
      /docket:|test-gate|stop-guard|hook (additional context|error|feedback)/,
    );
    expect(session.outcome.stderr).toBe('');
  });

  it('has in its log what strict would have said, in monitor mode', () => {
    const log = readLog(session.project);
    const verdicts = [FIRST_WRITE, SECOND_WRITE].map((call) => {
      const ruling = rulingOn(log, eventsOf(log, 'ToolRequested', call)[0]);
      expect(ruling).toMatchObject({ preset: 'observe', decision: 'none' });
      return ruling.verdicts.find(({ gate }) => gate === 'test-gate');
    });
    expect(verdicts).toEqual([
      expect.objectContaining({ decision: 'advise', mode: 'monitor' }),
      expect.objectContaining({ decision: 'deny', mode: 'monitor' }),
    ]);
    const stop = rulingOn(log, eventsOf(log, 'TurnEnded')[0]);
    expect(stop.decision).toBe('none');
    expect(stop.verdicts).toContainEqual(
      expect.objectContaining({ gate: 'stop-guard', decision: 'deny', mode: 'monitor' }),
    );
  });

  it('can still be asked why', () => {
    const [finished] = eventsOf(readLog(session.project), 'TestRunFinished', TEST_RUN);
    const answer = why(session.project, '--call', SECOND_WRITE);
    expect(answer).toMatchObject({ gate: 'test-gate', decision: 'deny' });
    expect(answer.conditions.flatMap(({ because }) => because)).toContain(finished?.id);
  });
});
