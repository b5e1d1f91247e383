import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register } from './docket-command.ts';
import { createProject, type Project, removeProject } from './project.ts';
import { say, use } from './scripted-model.ts';
import { allText } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const FOREGROUND = 'toolu_foreground';
const BACKGROUND = 'toolu_background';
const OVERTAKEN = 'toolu_overtaken';
const DOCUMENTS = 'toolu_documents';
const CODE = 'toolu_code';

const agent = (id: string, prompt: string, background: boolean) =>
  use(id, 'Agent', {
    description: 'Review the changes',
    prompt,
    subagent_type: 'code-reviewer',
    run_in_background: background,
  });

const bash = (id: string, command: string) => use(id, 'Bash', { command, description: 'As asked' });

const conversations = (folder: string) => [
  { match: 'Review it now', turns: [[say('### Findings\n\nTwo.\n\n### Gate\n\n⛔ Blocked')]] },
  { match: 'Review it meanwhile', turns: [[bash('toolu_look', 'git diff')], [say('All is well.\n\n✅ Ready')]] },
  {
    match: 'Review it while I work',
    turns: [
      [bash('toolu_wait', "timeout 60 bash -c 'until test -e src/tax.js; do sleep 0.2; done'")],
      [say('Still well.\n\n✅ Ready')],
    ],
  },
  { match: 'Look at the documents', turns: [[say('Nothing to mend.\n\n✅ Mergeable')]] },
  { match: 'Look at the code', turns: [[say('Nothing to mend here.\n\n✅ Ready')]] },
  {
    turns: [
      [agent(FOREGROUND, 'Review it now', false)],
      [agent(BACKGROUND, 'Review it meanwhile', true)],
      [use(DOCUMENTS, 'Skill', { skill: 'codex-review-doc' })],
      [use(CODE, 'Skill', { skill: 'codex-review-fast' })],
      [agent(OVERTAKEN, 'Review it while I work', true)],
      [use('toolu_write', 'Write', { file_path: join(folder, 'src', 'tax.js'), content: 'export const tax = 0.2;\n' })],
      [say('Waiting for the reviews.')],
      [say('It is reviewed.')],
      [say('It is all reviewed.')],
    ],
  },
];

const FILES = {
  '.claude/agents/code-reviewer.md': '---\nname: code-reviewer\ndescription: Reviews code\n---\n\nReview.\n',
  '.claude/skills/codex-review-doc/SKILL.md':
    '---\nname: codex-review-doc\ndescription: Reviews documents\ncontext: fork\n---\n\nLook at the documents.\n',
  '.claude/skills/codex-review-fast/SKILL.md':
    '---\nname: codex-review-fast\ndescription: Reviews code\ncontext: fork\nagent: code-reviewer\n---\n\nLook at the code.\n',
};

describeWithClient('reviews by subagents and skills', (client) => {
  const seen: { project?: Project; outcome?: ClientOutcome } = {};
  const log = (): readonly Envelope[] => readLog(seen.project as Project);
  const reviews = (): readonly Envelope[] => eventsOf(log(), 'ReviewRecorded');
  /** Of the subagent that a call of the Agent tool or a forked skill started. */
  const reviewsOfAgent = (call: string): readonly Envelope[] => {
    const { agentId } = (eventsOf(log(), 'ToolCompleted', call)[0]?.data['tool_response'] ?? {}) as {
      agentId?: string;
    };
    expect(agentId).toMatch(/^\w+$/);
    return reviews().filter(({ data }) => data['agent'] === agentId);
  };

  beforeAll(async () => {
    seen.project = createProject();
    const { folder } = seen.project;
    for (const [name, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    register(seen.project, { scope: 'local', preset: 'standard' });
    seen.outcome = await runClient(client, {
      project: seen.project,
      scenario: { conversations: conversations(folder) },
      prompt: 'Have it reviewed',
      args: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Agent,Skill'],
    });
  });
  afterAll(() => {
    if (seen.project !== undefined) removeProject(seen.project);
  });

  it('count once where the agent was waited for, although the tool repeats what it said', () => {
    expect(reviewsOfAgent(FOREGROUND)).toMatchObject([
      { type: 'ReviewRecorded', actor: { type: 'code-reviewer' }, data: { kind: 'code', outcome: 'fail' } },
    ]);
  });

  it('arrive by the end of the agent where it worked in the background, and count once although a prompt repeats it', () => {
    expect(eventsOf(log(), 'ToolCompleted', BACKGROUND)[0]?.data).toMatchObject({ tool_response: { isAsync: true } });
    const recorded = reviewsOfAgent(BACKGROUND);
    expect(recorded).toMatchObject([{ data: { kind: 'code', outcome: 'pass', standing: 'evidence' } }]);
    expect(log().find(({ id }) => id === recorded[0]?.cause)?.type).toBe('SubagentStopped');
    expect(allText(seen.outcome?.requests ?? [])).toMatch(/<task-notification>.*All is well/s);
  });

  it('say nothing of code that was written while the agent worked', () => {
    const [review] = reviewsOfAgent(OVERTAKEN);
    expect(review?.data).toMatchObject({ kind: 'code', outcome: 'unclear' });
    expect(review?.data['reason']).toContain('changed while it ran');
  });

  it('are taken from a skill that ran in a subagent', () => {
    expect(eventsOf(log(), 'ReviewRecorded', DOCUMENTS)).toMatchObject([
      { data: { kind: 'doc', plane: 'docs', outcome: 'pass', standing: 'evidence', by: 'skill codex-review-doc' } },
    ]);
  });

  it('count once where that subagent is a reviewer itself', () => {
    expect(reviewsOfAgent(CODE)).toHaveLength(1);
    expect(eventsOf(log(), 'ReviewRecorded', CODE)).toEqual([]);
  });

  it('are all there are, and nothing failed', () => {
    expect(reviews()).toHaveLength(5);
    expect(eventsOf(log(), 'HookFailed')).toEqual([]);
  });
});
