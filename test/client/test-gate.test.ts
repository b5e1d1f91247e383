import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { UNKNOWN_HOST_EVENT } from '../../src/events/host-event-types.ts';
import { eventsOf, readLog, rulingOn, why } from './docket-command.ts';
import { playedSession } from './played-session.ts';
import { FIRST_WRITE, firstFile, redTestsThenTwoWrites, SECOND_WRITE, secondFile, TEST_RUN } from './red-tests.ts';
import { newText, requestWithResult, toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

describeWithClient('two source writes after a red test run, under strict', (client) => {
  const session = playedSession(client, {
    registrations: [{ scope: 'local', preset: 'strict' }],
    scenario: redTestsThenTwoWrites,
    prompt: 'Add a discount and a tax',
  });

  it('lets the first write through and warns the model beside its result', () => {
    expect(existsSync(firstFile(session.project))).toBe(true);
    expect(toolResult(session.outcome.requests, FIRST_WRITE).isError).toBe(false);
    const told = newText(requestWithResult(session.outcome.requests, FIRST_WRITE));
    expect(told).toMatch(/test-gate/);
    expect(told).toMatch(/tests fail/i);
    expect(told).toMatch(/run the tests/i);
  });

  it('denies the second write and gives the model reason and remedy as its result', () => {
    expect(existsSync(secondFile(session.project))).toBe(false);
    const result = toolResult(session.outcome.requests, SECOND_WRITE);
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(/test-gate/);
    expect(result.text).toMatch(/tests fail/i);
    expect(result.text).toMatch(/run the tests/i);
    expect(session.outcome.result.permission_denials.map((denial) => denial.tool_use_id)).toContain(SECOND_WRITE);
  });

  it('has the red run, the warning, the denial and their order in the log', () => {
    const log = readLog(session.project);
    const [finished] = eventsOf(log, 'TestRunFinished', TEST_RUN);
    expect(finished?.data).toMatchObject({ status: 'fail', failures: 1, source: 'agent' });
    const [first, second] = [FIRST_WRITE, SECOND_WRITE].map((call) => eventsOf(log, 'ToolRequested', call)[0]);
    expect(rulingOn(log, first).decision).toBe('advise');
    expect(rulingOn(log, second).decision).toBe('deny');
    expect(eventsOf(log, 'ToolCompleted', FIRST_WRITE)).toHaveLength(1);
    expect(eventsOf(log, 'ToolCompleted', SECOND_WRITE)).toHaveLength(0);
    expect(eventsOf(log, 'HookFailed')).toEqual([]);
  });

  it('knows every event that the client sent, in its order', () => {
    const log = readLog(session.project).filter(({ delivery }) => delivery !== undefined);
    const types = log.map(({ type }) => type);
    expect(types).not.toContain(UNKNOWN_HOST_EVENT);
    expect(types[0]).toBe('SessionStarted');
    expect(types.at(-1)).toBe('SessionEnded');
    const calls = log.filter(({ call }) => call !== null).map(({ type, call }) => `${type} ${call}`);
    expect(calls).toEqual([
      `ToolRequested ${TEST_RUN}`,
      `ToolFailed ${TEST_RUN}`,
      `ToolRequested ${FIRST_WRITE}`,
      `ToolCompleted ${FIRST_WRITE}`,
      `ToolRequested ${SECOND_WRITE}`,
    ]);
  });

  it('explains the denial by the event of the failing run', () => {
    const log = readLog(session.project);
    const answer = why(session.project, '--call', SECOND_WRITE);
    expect(answer).toMatchObject({ gate: 'test-gate', decision: 'deny' });
    const open = answer.conditions.filter(({ holds }) => !holds);
    expect(open.length).toBeGreaterThan(0);
    expect(open.every(({ remedy }) => remedy !== null && remedy !== '')).toBe(true);
    expect(answer.opens).not.toEqual([]);
    const causes = open.flatMap(({ because }) => because);
    const failing = log.filter(({ type, call }) => call === TEST_RUN && /^(TestRunFinished|ToolFailed)$/.test(type));
    expect(causes).toEqual(expect.arrayContaining(failing.map(({ id }) => id)));
  });
});
