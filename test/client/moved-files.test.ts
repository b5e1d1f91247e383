import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register, rulingOn } from './docket-command.ts';
import { createProject, git, type Project, remoteHead, removeProject } from './project.ts';
import { say, use } from './scripted-model.ts';
import { newText, requestWithResult, toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const WRITE = 'toolu_write';
const READ = 'toolu_read';
const PUSH = 'toolu_push';

describeWithClient('shell commands of the client, under strict', (client) => {
  let project: Project;

  beforeEach(() => {
    project = createProject();
    register(project, { scope: 'local', preset: 'strict' });
  });
  afterEach(() => removeProject(project));

  const play = (commands: readonly (readonly [string, string])[]): Promise<ClientOutcome> => {
    const turns = [
      ...commands.map(([id, command]) => [use(id, 'Bash', { command, description: 'As asked' })]),
      [say('That was all.')],
    ];
    const args = ['--allowedTools', 'Bash'];
    return runClient(client, { project, scenario: { conversations: [{ turns }] }, prompt: 'Go on', args });
  };

  it('write their temporary files into the project, find them there in a later one, and git sees none of it', async () => {
    const name = `docket-client-${process.pid}.txt`;
    const outcome = await play([
      [WRITE, `echo "from /tmp" > /tmp/${name}`],
      [READ, `cat '/tmp/${name}'`],
    ]);

    expect(readFileSync(join(project.folder, 'tmp', name), 'utf8')).toBe('from /tmp\n');
    expect(existsSync(`/tmp/${name}`)).toBe(false);
    expect(toolResult(outcome.requests, READ)).toMatchObject({ isError: false, text: 'from /tmp' });
    const told = newText(requestWithResult(outcome.requests, WRITE)).split('\n');
    expect(told.filter((line) => line.includes(`${project.folder}/tmp/${name}`))).toHaveLength(1);
    expect(git(project, 'status', '--porcelain', '-uall')).not.toContain(name);

    const log = readLog(project);
    const [completed] = eventsOf(log, 'ToolCompleted', WRITE);
    expect(completed?.data['tool_input']).toMatchObject({
      command: `echo "from /tmp" > ${project.folder}/tmp/${name}`,
      description: 'As asked',
    });
    expect(rulingOn(log, eventsOf(log, 'ToolRequested', READ)[0]).decision).toBe('rewrite');
  });

  it('that are denied do not run, and the model is told why and what to do instead', async () => {
    git(project, 'commit', '--quiet', '--amend', '--message', 'Start the shop again');
    const before = remoteHead(project, 'main');
    const outcome = await play([[PUSH, 'git push --force origin feature:main']]);

    const { text, isError } = toolResult(outcome.requests, PUSH);
    expect(isError).toBe(true);
    expect(text).toContain('[docket guard/force-push-protected]');
    expect(text).toContain('open a pull request');
    expect(remoteHead(project, 'main')).toBe(before);
  });
});
