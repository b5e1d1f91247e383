import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register } from './docket-command.ts';
import { createProject, type Project, removeProject } from './project.ts';
import { PERMITTED } from './red-tests.ts';
import { say } from './scripted-model.ts';
import { agentRequests, allText } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const PLAN = '# Plan\n\n## Phase 1: Cart\n**Status:** in-progress\n';
const STANDS = 'Where things stand, says docket:';
const DIRECTIVE = 'Write the summary so that the work can go on from it alone';
const KEPT = 'What docket kept of this session before its compaction';

describeWithClient('what is told around the work, under strict', (client) => {
  const seen: { project?: Project; outcomes: ClientOutcome[] } = { outcomes: [] };
  const log = (): readonly Envelope[] => readLog(seen.project as Project);
  const told = (at: number, text: string): number =>
    allText(agentRequests(seen.outcomes[at]?.requests ?? []).slice(0, 1)).split(text).length - 1;

  beforeAll(async () => {
    const project = createProject();
    seen.project = project;
    writeFileSync(join(project.folder, 'MASTER_PLAN.md'), PLAN);
    register(project, { scope: 'local' });
    const gates = { 'stop-guard': { mode: 'off' }, surface: { mode: 'off' } };
    writeFileSync(join(project.folder, 'docket.config.json'), JSON.stringify({ preset: 'strict', gates }));
    const scenario = { conversations: [{ turns: [[say('It is in.')], [say('Yes.')], [say('Nothing.')]] }] };
    const play = async (prompt: string, ...args: readonly string[]): Promise<string> => {
      const outcome = await runClient(client, { project, scenario, prompt, args: [...PERMITTED, ...args] });
      seen.outcomes.push(outcome);
      return outcome.result.session_id;
    };
    const id = await play('Implement the cart, and fix #42');
    await play('/compact', '--resume', id);
    await play('Go on', '--resume', id);
  }, 300_000);
  afterAll(() => {
    if (seen.project !== undefined) removeProject(seen.project);
  });

  it('reaches the model with its first request: where things stand, from the start of the session', () => {
    expect(told(0, STANDS)).toBe(1);
    expect(told(0, 'now Phase 1: Cart')).toBeGreaterThan(0);
  });

  it('claims the issue that the prompt asks to be worked on', () => {
    expect(eventsOf(log(), 'TodoClaimed').map(({ data }) => data['todo'])).toEqual(['#42']);
  });

  it('reaches whoever writes the summary, as instructions', () => {
    const requests = seen.outcomes[1]?.requests ?? [];
    expect(requests.some(({ messages }) => JSON.stringify(messages).includes(DIRECTIVE))).toBe(true);
    expect(allText(requests)).toContain('Asked for last: "Implement the cart, and fix #42"');
  });

  it('gives back what was kept, once', () => {
    const answers = eventsOf(log(), 'AnswerSent');
    const kept = eventsOf(log(), 'ContextPreserved').map(({ id }) => id);
    expect(kept).toHaveLength(1);
    const verdicts = answers.flatMap(({ data }) => data['verdicts'] as { tells?: string[] }[]);
    expect(verdicts.filter(({ tells }) => tells?.includes(kept[0] as string))).toHaveLength(1);
    expect(allText(seen.outcomes[2]?.requests ?? [])).toContain(KEPT);
    expect(eventsOf(log(), 'HookFailed')).toEqual([]);
  });
});
