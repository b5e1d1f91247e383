import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register } from './docket-command.ts';
import { createProject, git, type Project, removeProject } from './project.ts';
import { type ModelRequest, type Scenario, say, use } from './scripted-model.ts';
import { agentRequests, allText } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const TASK = 'Write the discount of the shop';
const CONTEXT = '[docket] For this subagent:';
const FINDING = 'It ended with a question, and nothing says that the work is done: an approval loop.';

const POLICY = {
  preset: 'observe',
  gates: Object.fromEntries(
    ['subagent-start', 'check-implementer', 'agent-findings'].map((name) => [name, { mode: 'enforce' }]),
  ),
};

const AGENT = `---
name: implementer
description: Writes code
---

You write code.
`;

const SCENARIO: Scenario = {
  conversations: [
    { match: TASK, turns: [[say('I read the cart. Shall I write the discount?')]] },
    {
      turns: [
        [
          use('toolu_agent', 'Agent', {
            description: 'Write it',
            prompt: TASK,
            subagent_type: 'implementer',
            run_in_background: false,
          }),
        ],
        [say('The implementer asks whether to write it.')],
        [say('It is told.')],
        [say('Nothing new.')],
      ],
    },
  ],
};

const countOf = (text: string, part: string): number => text.split(part).length - 1;

describeWithClient('a subagent that ends with a question, and the prompts after it', (client) => {
  const seen: { project?: Project; outcomes: ClientOutcome[] } = { outcomes: [] };
  const requestsOf = (index: number): readonly ModelRequest[] =>
    agentRequests((seen.outcomes[index] as ClientOutcome).requests);
  /** All that the model knew at the end of a prompt. */
  const knownAfter = (index: number): string => allText(requestsOf(index).slice(-1));

  beforeAll(async () => {
    const project = createProject();
    seen.project = project;
    git(project, 'checkout', '--quiet', 'main');
    register(project, { scope: 'local' });
    writeFileSync(join(project.folder, 'docket.config.json'), JSON.stringify(POLICY));
    mkdirSync(join(project.folder, '.claude', 'agents'), { recursive: true });
    writeFileSync(join(project.folder, '.claude', 'agents', 'implementer.md'), AGENT);
    for (const prompt of ['Add a discount', 'Go on', 'And on']) {
      const [first] = seen.outcomes;
      const args = first === undefined ? [] : ['--resume', first.result.session_id];
      seen.outcomes.push(await runClient(client, { project, scenario: SCENARIO, prompt, args }));
    }
  }, 300_000);

  afterAll(() => {
    if (seen.project !== undefined) removeProject(seen.project);
  });

  it('its context reaches the subagent, and nobody else', () => {
    const isOfAgent = ({ messages }: ModelRequest): boolean => JSON.stringify(messages[0]).includes(TASK);
    const own = requestsOf(0).filter(isOfAgent);
    const others = requestsOf(0).filter((request) => !isOfAgent(request));
    expect(own.length).toBeGreaterThan(0);
    for (const request of own) {
      expect(countOf(allText([request]), CONTEXT)).toBe(1);
      expect(allText([request])).toContain('WARNING: there is no worktree yet, and this is main.');
    }
    expect(others.length).toBeGreaterThan(0);
    expect(allText(others)).not.toContain(CONTEXT);
  });

  it('what is found at its end is not told before the next prompt, and stops nothing', () => {
    expect(allText(requestsOf(0))).not.toContain(FINDING);
    const log = readLog(seen.project as Project);
    const [recorded, ...more] = eventsOf(log, 'FindingsRecorded');
    expect(more).toEqual([]);
    expect(recorded?.data).toMatchObject({ agent: 'implementer', branch: 'main' });
    expect(eventsOf(log, 'HookFailed')).toEqual([]);
  });

  it('the findings arrive with the next prompt exactly once, and never again', () => {
    expect(countOf(knownAfter(1), FINDING)).toBe(1);
    expect(countOf(knownAfter(2), FINDING)).toBe(1);
    const log = readLog(seen.project as Project);
    expect(eventsOf(log, 'FindingsDelivered')).toHaveLength(1);
  });

  it('the subagent is paired with its end', () => {
    const log = readLog(seen.project as Project);
    const [start] = eventsOf(log, 'SubagentStarted');
    const [end] = eventsOf(log, 'SubagentStopped');
    expect(start?.actor).toEqual({ id: expect.not.stringMatching(/^main$/), type: 'implementer' });
    expect(end?.actor).toEqual(start?.actor);
    expect(eventsOf(log, 'FindingsRecorded')[0]?.data['agentId']).toBe(start?.actor.id);
  });
});
