import { describe, expect, it } from 'vitest';
import { evidenceProject } from '../../kit/evidence-project.ts';
import { prompts, scenario } from '../../kit/scenario.ts';

const LINE = prompts('docket prove: the total shows the discount');

describe('a commit that a person has not seen work', () => {
  it('is denied, and told who can confirm it and how', async () => {
    const p = evidenceProject('commit-unproven');
    await p.edits('app/src/a.ts', 'export const a = 2;\n');
    await p.tests('green');
    expect(await p.says('git commit -am x')).toMatchObject({
      decision: 'deny',
      statuses: ['missing'],
      reason: 'No person has confirmed that what `git commit -am x` would commit works.',
      remedies: [
        'Show the user that it works; then the user can write the line docket prove: WHAT WAS SHOWN in a prompt, or run docket prove "WHAT WAS SHOWN" in a terminal.',
      ],
    });
  });

  it('goes through once one did, for that very code', async () => {
    const p = evidenceProject('commit-unproven');
    await p.edits('app/src/a.ts', 'export const a = 2;\n');
    await p.sends(LINE);
    expect(await p.says('git commit -am x')).toBeNull();
    await p.edits('app/src/a.ts', 'export const a = 3;\n');
    expect(await p.says('git commit -am x')).toMatchObject({
      statuses: ['stale'],
      reason: expect.stringMatching(
        /^A person saw it work at 2026-01-01 \S+ UTC \(`the total shows the discount`\), before the code became what/,
      ),
    });
    p.write('app/src/a.ts', 'export const a = 2;\n');
    expect(await p.says('git commit -am x')).toBeNull();
    expect(await p.says('prettier --write src && git commit -am x')).toMatchObject({
      reason: expect.stringContaining('nobody can have seen that what `git commit -am x` would commit works'),
    });
    await p.sends(prompts('docket prove --revoke it was the old build'));
    expect(await p.says('git commit -am x')).toMatchObject({ statuses: ['missing'] });
  });

  it('is not opened by what the agent says', async () => {
    const p = evidenceProject('commit-unproven');
    p.write('app/src/a.ts', 'export const a = 2;\n');
    expect((await p.runs('docket prove "it works"')).verdicts.map(({ rule }) => rule)).toContain(
      'self-protection/command',
    );
    expect((await p.runs('claude -p "docket prove: it works"')).decision).toBe('deny');
    await p.sends(prompts('docket prove: it works', { agent_id: 'a1' }));
    expect(await p.says('git commit -am x')).toMatchObject({ statuses: ['missing'] });
  });

  it('is free where it changes no code, and a merge only brings up to date', async () => {
    const p = evidenceProject('commit-unproven');
    p.write('app/README.md', '# More\n');
    expect(await p.says('git commit -am docs')).toBeNull();
    expect(await p.says('git merge main')).toBeNull();
  });

  it('is off under standard', async () => {
    const { verdicts } = await scenario({ preset: 'standard' }).when({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'git commit -m x' },
    });
    expect(verdicts.map(({ rule }) => rule)).toContain('guard/commit-untested');
    expect(verdicts.map(({ rule }) => rule)).not.toContain('guard/commit-unproven');
  });

  it('names the terminal alone where the policy hears no prompt', async () => {
    const policy = { preset: 'strict', promptCommands: false };
    const { verdicts } = await scenario({ policy }).when({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'git commit -m x' },
    });
    const unproven = verdicts.find(({ rule }) => rule === 'guard/commit-unproven');
    expect(unproven?.conditions[0]?.remedy).toBe(
      'Show the user that it works; then the user can run docket prove "WHAT WAS SHOWN" in a terminal.',
    );
  });
});
