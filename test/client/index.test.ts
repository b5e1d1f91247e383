import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import type { Verdict } from '../../src/events/schemas.ts';
import { type ClientOutcome, runClient } from './client.ts';
import { docket, eventsOf, readLog, register } from './docket-command.ts';
import { createProject, type Project, REPOSITORY, removeProject } from './project.ts';
import { say, use } from './scripted-model.ts';
import { newText, requestWithResult, toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const SEARCH = 'mcp__codegraph__search';

const serverArgs = (): string[] => {
  const args = [join(REPOSITORY, 'test', 'client', 'review-server.mjs'), 'search'];
  const codegraph = { command: process.execPath, args };
  return ['--mcp-config', JSON.stringify({ mcpServers: { codegraph } }), '--strict-mcp-config'];
};

const grep = (id: string) => use(id, 'Bash', { command: 'grep -rn export .', description: 'Search' });
const ask = (id: string) => use(id, SEARCH, { verdict: 'src/cart.js:1' });

const CONVERSATIONS = {
  'where is it exported': [[grep('toolu_1')], [grep('toolu_2')], [say('There.')]],
  'ask first': [[ask('toolu_3')], [grep('toolu_4')], [say('There.')]],
  'be careful': [[grep('toolu_5')], [ask('toolu_6')], [grep('toolu_7')], [say('There.')]],
};

type Asked = keyof typeof CONVERSATIONS;

describeWithClient('a project with an index of its code, under strict', (client) => {
  const seen: { project?: Project; outcomes: Partial<Record<Asked, ClientOutcome>> } = { outcomes: {} };
  const log = (): readonly Envelope[] => readLog(seen.project as Project);
  const requests = (asked: Asked) => (seen.outcomes[asked] as ClientOutcome).requests;
  const told = (asked: Asked, call: string): string => newText(requestWithResult(requests(asked), call));
  const rulesOn = (call: string): string[] =>
    eventsOf(log(), 'GatesRuled', call).flatMap(({ data }) =>
      (data['verdicts'] as Verdict[]).flatMap(({ rule, decision }) => (decision === 'pass' ? [] : [rule])),
    );

  const run = async (asked: Asked): Promise<void> => {
    seen.outcomes[asked] = await runClient(client, {
      project: seen.project as Project,
      scenario: { conversations: [{ turns: CONVERSATIONS[asked] }] },
      prompt: asked,
      args: ['--allowedTools', `Bash,${SEARCH}`, ...serverArgs()],
    });
  };

  beforeAll(async () => {
    seen.project = createProject();
    const { folder } = seen.project;
    mkdirSync(join(folder, '.codegraph'));
    register(seen.project, { scope: 'local', preset: 'strict' });
    await run('where is it exported');
    await run('ask first');
    docket(seen.project, 'careful', 'on');
    await run('be careful');
  });
  afterAll(() => {
    if (seen.project !== undefined) removeProject(seen.project);
  });

  it('tells an agent that searches of them, once', () => {
    expect(told('where is it exported', 'toolu_1')).toContain('there is an index of this code: codegraph');
    expect(told('where is it exported', 'toolu_1')).toContain('`mcp__codegraph__*`');
    expect(toolResult(requests('where is it exported'), 'toolu_1')).toMatchObject({ isError: false });
    expect(rulesOn('toolu_1')).toContain('codegraph-nudge/index-first');
    expect(rulesOn('toolu_2')).not.toContain('codegraph-nudge/index-first');
  });

  it('says nothing to one that asked it before', () => {
    expect(toolResult(requests('ask first'), 'toolu_3').text).toContain('src/cart.js:1');
    expect(told('ask first', 'toolu_4')).not.toContain('codegraph');
    expect(rulesOn('toolu_4')).not.toContain('codegraph-nudge/index-first');
  });

  it('denies the search in careful mode until it was asked', () => {
    expect(toolResult(requests('be careful'), 'toolu_5')).toMatchObject({
      isError: true,
      text: expect.stringContaining('docket careful off'),
    });
    expect(toolResult(requests('be careful'), 'toolu_7')).toMatchObject({ isError: false });
  });

  it('has nothing to show that failed', () => {
    expect(eventsOf(log(), 'HookFailed')).toEqual([]);
  });
});
