import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register, rulingOn } from './docket-command.ts';
import { createProject, type Project, removeProject } from './project.ts';
import { say, use } from './scripted-model.ts';
import { newText, requestWithResult, toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const CALL = 'toolu_call';
/** The client knows some programs that only read by itself; this is none of them. */
const READS = 'npm ls --depth=0';

describeWithClient('a call of the client', (client) => {
  let project: Project;

  beforeEach(() => {
    project = createProject();
  });
  afterEach(() => removeProject(project));

  const bash = (command: string) => use(CALL, 'Bash', { command, description: 'As asked' });
  const play = (call: ReturnType<typeof use>, ...args: readonly string[]): Promise<ClientOutcome> => {
    // The client writes over no file that was not read.
    const read = use('toolu_read', 'Read', { file_path: join(project.folder, 'docket.config.json') });
    const turns = [[read], [call], [say('That was all.')]];
    return runClient(client, { project, scenario: { conversations: [{ turns }] }, prompt: 'Go on', args });
  };
  const rulingOnCall = () => {
    const log = readLog(project);
    return rulingOn(log, eventsOf(log, 'ToolRequested', CALL)[0]);
  };
  const denialsOf = ({ result }: ClientOutcome) => result.permission_denials.map(({ tool_use_id: id }) => id);

  it('that resets hard does not run, and the model is told what to do instead', async () => {
    register(project, { scope: 'local', preset: 'standard' });
    const file = join(project.folder, 'src/cart.js');
    writeFileSync(file, '// half done\n');
    const outcome = await play(bash('git reset --hard'), '--allowedTools', 'Bash');

    expect(readFileSync(file, 'utf8')).toBe('// half done\n');
    const { text, isError } = toolResult(outcome.requests, CALL);
    expect(isError).toBe(true);
    expect(text).toContain('[docket guard/reset-hard]');
    expect(text).toContain('git stash');
    expect(text).toContain('git reset --keep');
  });

  it('that the client does not know to only read needs a permission', async () => {
    register(project, { scope: 'local', preset: 'standard' });
    const outcome = await play(bash(READS));

    expect(denialsOf(outcome)).toEqual([CALL]);
    expect(rulingOnCall().decision).toBe('none');
  });

  it('that auto-review knows to only read runs without one under strict', async () => {
    register(project, { scope: 'local', preset: 'strict' });
    const outcome = await play(bash(READS));

    expect(denialsOf(outcome)).toEqual([]);
    expect(toolResult(outcome.requests, CALL)).toMatchObject({ isError: false, text: expect.stringContaining('shop') });
    expect(rulingOnCall().decision).toBe('allow');
    expect(eventsOf(readLog(project), 'PermissionRequested')).toEqual([]);
  });

  it('that does more is left to the host, and the model is told why it is not safe', async () => {
    register(project, { scope: 'local', preset: 'strict' });
    const outcome = await play(bash('npm pkg set private=true --json'), '--allowedTools', 'Bash(npm pkg set:*)');

    expect(toolResult(outcome.requests, CALL).isError).toBe(false);
    expect(rulingOnCall().decision).toBe('advise');
    expect(newText(requestWithResult(outcome.requests, CALL))).toContain('[docket auto-review/not-safe]');
  });

  it('that writes the policy is denied, and the model is told whom to ask', async () => {
    register(project, { scope: 'local', preset: 'strict' });
    const file = join(project.folder, 'docket.config.json');
    const before = readFileSync(file, 'utf8');
    const content = '{ "preset": "observe" }\n';
    const outcome = await play(use(CALL, 'Write', { file_path: file, content }), '--permission-mode', 'acceptEdits');

    expect(readFileSync(file, 'utf8')).toBe(before);
    const { text, isError } = toolResult(outcome.requests, CALL);
    expect(isError).toBe(true);
    expect(text).toContain('[docket self-protection/policy]');
    expect(text).toMatch(/tell the user which change you propose/i);
  });

  it("that gives a person's word does not run, nor what stands beside it", async () => {
    register(project, { scope: 'local', preset: 'standard' });
    const outcome = await play(bash('touch ran; docket prove "looks good"'), '--allowedTools', 'Bash');

    expect(existsSync(join(project.folder, 'ran'))).toBe(false);
    const { text, isError } = toolResult(outcome.requests, CALL);
    expect(isError).toBe(true);
    expect(text).toContain('[docket self-protection/command]');
    expect(text).toContain('Ask the user to run docket prove');
  });
});
