import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { annotated, planOf, SURFACE_ALONE } from '../kit/decisions.ts';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register, rulingOn } from './docket-command.ts';
import { createProject, type Project, removeProject } from './project.ts';
import { PERMITTED } from './red-tests.ts';
import { say, use } from './scripted-model.ts';
import { agentRequests, allText, newText } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const off = { mode: 'off' };
/** What starts programs of the project by itself, or would ask for something else first, is left out. */
const GATES = { ...SURFACE_ALONE, 'test-runner': off, lint: off, 'doc-gate': off };

const RULE = 'docket surface/unplanned';

describeWithClient('a decision that is not in the plan, under strict', (client) => {
  const seen: { project?: Project; outcomes: ClientOutcome[] } = { outcomes: [] };
  const log = (): readonly Envelope[] => readLog(seen.project as Project);

  beforeAll(async () => {
    const project = createProject();
    seen.project = project;
    writeFileSync(join(project.folder, 'MASTER_PLAN.md'), planOf([]));
    register(project, { scope: 'local' });
    writeFileSync(join(project.folder, 'docket.config.json'), JSON.stringify({ preset: 'strict', gates: GATES }));
    const source = { file_path: join(project.folder, 'src', 'tax.js'), content: annotated('DEC-TAX-001') };
    const turns = [
      [use('toolu_write', 'Write', source)],
      [say('The tax is in.')],
      [say('I will write it into the plan.')],
      [say('Nothing else.')],
    ];
    const play = async (prompt: string, ...args: readonly string[]): Promise<ClientOutcome> => {
      const run = { project, scenario: { conversations: [{ turns }] }, prompt, args: [...PERMITTED, ...args] };
      const outcome = await runClient(client, run);
      seen.outcomes.push(outcome);
      return outcome;
    };
    const { session_id: id } = (await play('Add a tax')).result;
    await play('What is left to do?', '--resume', id);
    await play('And then?', '--resume', id);
  });
  afterAll(() => {
    if (seen.project !== undefined) removeProject(seen.project);
  });

  it('is told at the end of the turn, in a message that the client takes and the model never sees', () => {
    const end = eventsOf(log(), 'TurnEnded')[0];
    expect(rulingOn(log(), end)).toMatchObject({ decision: 'advise', verdicts: [{ rule: 'surface/unplanned' }] });
    const [first] = seen.outcomes;
    expect(first?.result).toMatchObject({ is_error: false, result: 'The tax is in.' });
    expect(first?.stderr).toBe('');
    expect(allText(first?.requests ?? [])).not.toContain(RULE);
  });

  it('reaches the model with the next prompt, and with no other', () => {
    const [, second, third] = seen.outcomes.map(({ requests }) => agentRequests(requests).map(newText));
    expect(second).toHaveLength(1);
    expect(second?.[0]).toContain('1 decision is in the code and not in the plan: `DEC-TAX-001`.');
    expect(second?.[0]?.split(RULE)).toHaveLength(2);
    expect(third?.join('\n')).not.toContain(RULE);
  });

  it('is audited once: the turns that changed nothing are not', () => {
    expect(eventsOf(log(), 'TurnEnded')).toHaveLength(3);
    expect(eventsOf(log(), 'DecisionsAudited')).toHaveLength(1);
    expect(eventsOf(log(), 'HookFailed')).toEqual([]);
  });
});
