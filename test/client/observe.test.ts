import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register, rulingOn, why } from './docket-command.ts';
import { createProject, type Project, removeProject } from './project.ts';
import {
  FIRST_WRITE,
  firstFile,
  PERMITTED,
  redTestsThenTwoWrites,
  SECOND_WRITE,
  secondFile,
  TEST_RUN,
} from './red-tests.ts';
import { agentRequests, allText } from './seen.ts';
import { describeWithClient } from './with-client.ts';

describeWithClient('a red session in a project without a policy', (client) => {
  let project: Project;
  let outcome: ClientOutcome;

  beforeAll(async () => {
    project = createProject();
    register(project, { scope: 'local' });
    const scenario = redTestsThenTwoWrites(project);
    outcome = await runClient(client, { project, scenario, prompt: 'Add a discount and a tax', args: PERMITTED });
  });
  afterAll(() => removeProject(project));

  it('is never blocked', () => {
    expect(existsSync(firstFile(project))).toBe(true);
    expect(existsSync(secondFile(project))).toBe(true);
    expect(outcome.result).toMatchObject({
      is_error: false,
      result: 'Discount and tax are in.',
      permission_denials: [],
    });
  });

  it('hears nothing of docket', () => {
    expect(agentRequests(outcome.requests)).toHaveLength(4);
    expect(allText(outcome.requests)).not.toMatch(
      /docket:|test-gate|stop-guard|hook (additional context|error|feedback)/,
    );
    expect(outcome.stderr).toBe('');
  });

  it('has in its log what strict would have said, in monitor mode', () => {
    const log = readLog(project);
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
    const [finished] = eventsOf(readLog(project), 'TestRunFinished', TEST_RUN);
    const answer = why(project, '--call', SECOND_WRITE);
    expect(answer).toMatchObject({ gate: 'test-gate', decision: 'deny' });
    expect(answer.conditions.flatMap(({ because }) => because)).toContain(finished?.id);
  });
});
