import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClientOutcome, runClient } from './client.ts';
import { docket, eventsOf, readLog, register, rulingOn } from './docket-command.ts';
import { createProject, type Project, removeProject } from './project.ts';
import { PERMITTED } from './red-tests.ts';
import { type Scenario, say, use } from './scripted-model.ts';
import { toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const EARLY = 'toolu_executor_early';
const LATE = 'toolu_executor_late';
const AUDIT = 'toolu_auditor';

const agent = (id: string, type: string, prompt: string) =>
  use(id, 'Agent', { description: type, prompt, subagent_type: type, run_in_background: false });

const SCENARIO: Scenario = {
  conversations: [
    { match: 'Analyse the shop', turns: [[say('It has one module.')]] },
    { match: 'Plan the discount', turns: [[say('One step: subtract it.')]] },
    { match: 'Build the discount', turns: [[say('It is built.')]] },
    { match: 'Audit the discount', turns: [[say('I looked at it.\n\nAudit: PASS')]] },
    {
      turns: [
        [agent('toolu_analyzer', 'analyzer', 'Analyse the shop')],
        [agent('toolu_planner', 'planner', 'Plan the discount')],
        [agent(EARLY, 'executor', 'Build the discount')],
        [say('The plan waits for your approval.')],
        [agent(LATE, 'executor', 'Build the discount')],
        [agent(AUDIT, 'auditor', 'Audit the discount')],
        [say('Done.')],
      ],
    },
  ],
};

const prepare = (project: Project): void => {
  register(project, { scope: 'local', preset: 'strict' });
  writeFileSync(
    join(project.folder, 'docket.config.json'),
    JSON.stringify({ preset: 'strict', workflows: { feature: {} } }),
  );
  const agents = join(project.folder, '.claude', 'agents');
  mkdirSync(agents, { recursive: true });
  for (const name of ['analyzer', 'planner', 'executor', 'auditor']) {
    writeFileSync(
      join(agents, `${name}.md`),
      `---\nname: ${name}\ndescription: The ${name} of the shop\n---\nDo your part.\n`,
    );
  }
};

describeWithClient('a workflow', (client) => {
  let project: Project;
  let first: ClientOutcome;
  let second: ClientOutcome;

  beforeAll(async () => {
    project = createProject();
    prepare(project);
    first = await runClient(client, {
      project,
      scenario: SCENARIO,
      prompt: 'Add a discount to the shop',
      args: PERMITTED,
    });
    const args = [...PERMITTED, '--resume', first.result.session_id];
    second = await runClient(client, {
      project,
      scenario: SCENARIO,
      prompt: 'docket approve feature: one step is fine\nGo on.',
      args,
    });
  });
  afterAll(() => removeProject(project));

  it('refuses an execution agent before a person approved the plan, and says what is missing', () => {
    const { text, isError } = toolResult(first.requests, EARLY);
    expect(isError).toBe(true);
    expect(text).toContain('analysis and planning are done, approval is missing');
    expect(text).toContain('docket approve feature');
    const log = readLog(project);
    const [asked] = eventsOf(log, 'ToolRequested', EARLY);
    expect(rulingOn(log, asked).decision).toBe('deny');
    expect(eventsOf(log, 'SubagentStarted').filter(({ actor }) => actor.type === 'executor')).toHaveLength(1);
  });

  it('accepts it once the plan is approved in a prompt of the resumed session', () => {
    const { text, isError } = toolResult(second.requests, LATE);
    expect({ isError, text }).toEqual({ isError: false, text: expect.stringContaining('It is built.') });
    expect(second.result.session_id).toBe(first.result.session_id);
  });

  it('goes through its phases by what finished, each counted once', () => {
    const steps = eventsOf(readLog(project), 'PhaseEntered').map(({ data }) => `${data['from']} ${data['outcome']}`);
    expect(steps).toEqual(['analysis done', 'planning done', 'approval done', 'execution done', 'verification done']);
    expect(JSON.parse(docket(project, 'status', '--json'))).toMatchObject({
      workflow: { feature: { phase: 'complete' } },
    });
  });
});
