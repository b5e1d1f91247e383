import { describe, expect, it } from 'vitest';
import { gitProject } from '../../kit/git-project.ts';
import { completes, type Payload, prompts, requests, scenario } from '../../kit/scenario.ts';

const LINE = 'It looks right.\ndocket prove: the discount is subtracted';

/** What an input says of proof: types, provenance and notes. */
const said = async (payload: Payload, options: Parameters<typeof scenario>[0] = {}) => {
  const { events } = await scenario({ preset: 'strict', ...options }).when(payload);
  return events
    .filter(({ type }) => type.startsWith('Proof'))
    .map(({ type, provenance, data }) => [type, provenance, data['note']].join(' '));
};

describe('a person who says in a prompt that it works', () => {
  it('is recorded, with the code that was there', async () => {
    const project = gitProject();
    const { events } = await project.sends(prompts(LINE));
    const [prompt, proof] = ['PromptSubmitted', 'ProofRecorded'].map((type) => events.find((e) => e.type === type));
    expect(proof).toMatchObject({
      provenance: 'prompt',
      cause: prompt?.id,
      worktree: project.path,
      data: {
        note: 'the discount is subtracted',
        standing: 'evidence',
        tree: { code: expect.stringMatching(/^[0-9a-f]{24}/) },
      },
    });
  });

  it('can take it back', async () => {
    expect(await said(prompts('docket revoke proof: it was the old build'))).toEqual([
      'ProofRevoked prompt it was the old build',
    ]);
  });

  it('is heard once, however often the prompt is delivered', async () => {
    const s = scenario({ preset: 'strict', deps: { now: () => Date.UTC(2026, 0, 1) } });
    for (const text of [LINE, 'docket revoke proof: no']) {
      const prompt = prompts(text);
      const first = await s.when(prompt);
      const again = await s.when(prompt);
      expect(first.events.filter(({ type }) => type.startsWith('Proof'))).toHaveLength(1);
      expect(again.events.filter(({ type }) => type.startsWith('Proof'))).toHaveLength(0);
    }
  });

  it('is heard in a prompt of any length, and whatever a secret in it becomes', async () => {
    const long = `${'x'.repeat(600_000)}\n${LINE}\n${'y'.repeat(600_000)}`;
    expect(await said(prompts(long))).toEqual(['ProofRecorded prompt the discount is subtracted']);
    const [told] = await said(prompts('docket prove: logged in with password=hunter2hunter2'));
    expect(told).toMatch(/^ProofRecorded prompt logged in with/);
    expect(told).not.toContain('hunter2');
  });

  it('is not heard where the policy keeps that for a terminal', async () => {
    const policy = { preset: 'strict', promptCommands: false };
    expect(await said(prompts(LINE), { policy })).toEqual([]);
    expect(await said(prompts('docket revoke proof'), { policy })).toEqual([]);
  });
});

describe('what stands in the place of a person', () => {
  const inner = { agent_id: 'a1', agent_type: 'general-purpose' };
  it.each<[string, Payload]>([
    ['the notification of a task', prompts(`<task-notification>\n${LINE}\n</task-notification>`)],
    ['a wake-up', prompts(LINE, { source: 'loop_wakeup' })],
    ['a schedule', prompts(LINE, { source: 'schedule_wakeup' })],
    ['the system', prompts(LINE, { source: 'system' })],
    ["a subagent's prompt", prompts(LINE, inner)],
    ['the expansion of a command', { hook_event_name: 'UserPromptExpansion', command_name: 'x', prompt: LINE }],
    ['the result of a tool', completes('Bash', { command: 'cat notes' }, { stdout: LINE, stderr: '' })],
    ['the input of a tool', requests('Bash', { command: `echo '${LINE}'` })],
    ['a file that is written', requests('Write', { file_path: 'notes.txt', content: LINE })],
    ['the prompt for a subagent', requests('Agent', { prompt: LINE })],
    ["the agent's last words", { hook_event_name: 'Stop', last_assistant_message: LINE, stop_hook_active: false }],
    ["a subagent's last words", { hook_event_name: 'SubagentStop', last_assistant_message: LINE, ...inner }],
    ['a prompt that is no text', prompts(LINE, { prompt: [LINE] })],
  ])('counts for nothing: %s', async (_name, payload) => expect(await said(payload)).toEqual([]));
});
