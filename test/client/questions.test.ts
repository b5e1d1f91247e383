import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientOutcome, runClient } from './client.ts';
import { docket, eventsOf, readLog, register } from './docket-command.ts';
import { createProject, type Project, REPOSITORY, removeProject } from './project.ts';
import { type ModelRequest, say, use } from './scripted-model.ts';
import { newText, requestWithResult, toolResult } from './seen.ts';
import { noTerminal, runInTerminal, type TerminalOutcome } from './terminal.ts';
import { describeWithClient } from './with-client.ts';

const choice = (text: string, first = 'A) SQLite (recommended)') => ({
  questions: [
    {
      question: text,
      header: 'Store',
      options: [
        { label: first, description: 'One file' },
        { label: 'B) Postgres', description: 'One more service' },
      ],
      multiSelect: false,
    },
  ],
});

const CHECKS = {
  questions: [
    {
      question: 'Which checks shall run?',
      header: 'Checks',
      options: ['Lint (recommended)', 'Types', 'Units, "slow" ones too (recommended)'].map((label) => ({
        label,
        description: 'A check',
      })),
      multiSelect: true,
    },
  ],
};

const POLICY = {
  preset: 'strict',
  gates: { 'stop-guard': { mode: 'off' } },
  questions: { ids: { store: 'store the cart' } },
};

const strictProject = (): Project => {
  const project = createProject();
  register(project, { scope: 'local' });
  writeFileSync(join(project.folder, 'docket.config.json'), JSON.stringify(POLICY));
  return project;
};

describeWithClient('a question of a server that loses it, in a headless session', (client) => {
  const seen: { project?: Project; outcome?: ClientOutcome } = {};
  const TOOL = 'mcp__conductor__AskUserQuestion';

  beforeAll(async () => {
    const project = strictProject();
    seen.project = project;
    const server = { command: process.execPath, args: [join(REPOSITORY, 'test', 'client', 'question-server.mjs')] };
    const asked = choice('Where shall we store the cart?');
    const turns = [[use('toolu_ask', TOOL, asked)], [use('toolu_again', TOOL, asked)], [say('BLOCKED: which store?')]];
    seen.outcome = await runClient(client, {
      project,
      scenario: { conversations: [{ turns }] },
      prompt: 'Ask where to store the cart',
      args: ['--mcp-config', JSON.stringify({ mcpServers: { conductor: server } }), '--allowedTools', TOOL],
    });
  });
  afterAll(() => {
    if (seen.project !== undefined) removeProject(seen.project);
  });
  const told = (call: string): string => newText(requestWithResult(seen.outcome?.requests ?? [], call));

  it('is followed by what to do, in what the model receives: ask once more, then stop and say what is needed', () => {
    expect(told('toolu_ask')).toContain('[Tool result missing due to internal error]');
    expect(told('toolu_ask')).toContain('Ask the same question once more.');
    expect(told('toolu_ask')).toContain('[docket question-fallback/retry]');
    expect(told('toolu_again')).toMatch(
      /[Tt]his session is headless.*begins with BLOCKED.*\[docket question-fallback\/stop\]/s,
    );
    expect(seen.outcome?.result.result).toBe('BLOCKED: which store?');
  });

  it('is logged as unanswered, each time', () => {
    const events = eventsOf(readLog(seen.project as Project), 'QuestionAnswered');
    expect(events.map(({ call, data }) => [call, data['id'], data['by']])).toEqual([
      ['toolu_ask', 'store', 'unanswered'],
      ['toolu_again', 'store', 'unanswered'],
    ]);
  });
});

const why = noTerminal();
if (why !== null) console.warn(`skipped "a question in a terminal": ${why}`);

describe.skipIf(why !== null)('in a terminal', () => {
  describeWithClient('a question that the user prefers not to be asked', (client) => {
    const seen: { project?: Project; outcome?: TerminalOutcome } = {};
    const requests = (): readonly ModelRequest[] => seen.outcome?.requests ?? [];

    beforeAll(async () => {
      const project = strictProject();
      seen.project = project;
      docket(project, 'questions', 'set', '*', 'never-ask');
      const turns = [
        [use('toolu_store', 'AskUserQuestion', choice('Where shall we store the cart?'))],
        [use('toolu_checks', 'AskUserQuestion', CHECKS)],
        [use('toolu_drop', 'AskUserQuestion', choice('Shall we drop the old table?', 'A) Yes (recommended)'))],
        [say('Not reached: nobody answers the dialog.')],
      ];
      const hasAsked = (): boolean =>
        eventsOf(readLog(project), 'PermissionRequested').length +
          eventsOf(readLog(project), 'NotificationShown').length >
        0;
      seen.outcome = await runInTerminal(client, {
        project,
        scenario: { conversations: [{ turns }] },
        prompt: 'Ask where to store the cart',
        isOver: (all) => all.some((request) => JSON.stringify(request.messages).includes('toolu_checks')) && hasAsked(),
      });
    });
    afterAll(() => {
      if (seen.project !== undefined) removeProject(seen.project);
    });

    it('is answered without a dialog, and the model hears that nobody was asked', () => {
      const { text, isError } = toolResult(requests(), 'toolu_store');
      expect(isError).toBe(false);
      expect(text).toContain('"Where shall we store the cart?"="A) SQLite (recommended)"');
      expect(newText(requestWithResult(requests(), 'toolu_store'))).toMatch(
        /docket answered "Where shall we store the cart\?" for the user, by preference.*\[docket question-preference\/answered\]/s,
      );
    });

    it('is logged as answered automatically', () => {
      const events = eventsOf(readLog(seen.project as Project), 'QuestionAnswered');
      expect(events.map(({ call, data }) => [call, data['id'], data['by'], data['labels']])).toEqual([
        ['toolu_store', 'store', 'preference', ['A) SQLite (recommended)']],
        [
          'toolu_checks',
          expect.stringMatching(/^q-/),
          'preference',
          ['Lint (recommended)', 'Units, "slow" ones too (recommended)'],
        ],
      ]);
    });

    it('is taken for a choice of options where there are several', () => {
      expect(toolResult(requests(), 'toolu_checks').text).toMatch(/^Your questions have been answered: "Which checks/);
    });

    it('is asked all the same where the choice cannot be taken back', () => {
      expect(seen.outcome?.screen).toContain('Shall we drop the old table?');
      const dialogs = eventsOf(readLog(seen.project as Project), 'PermissionRequested');
      expect(dialogs.map(({ data }) => JSON.stringify(data['tool_input']))).toEqual([
        expect.stringContaining('Shall we drop the old table?'),
      ]);
      expect(requests().some(({ messages }) => JSON.stringify(messages).includes('toolu_drop'))).toBe(false);
    });
  });
});
