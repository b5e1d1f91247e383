import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register, rulingOn, why } from './docket-command.ts';
import { createProject, git, type Project, remoteHead, removeProject } from './project.ts';
import { say, use } from './scripted-model.ts';
import { newText, requestWithResult, toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const PUSH = 'toolu_push';
const ASKED = 'git push --force origin feature';
const SAFE = 'git push --force-with-lease origin feature';

describeWithClient('a force push of the feature branch, under strict', (client) => {
  let project: Project;

  beforeEach(() => {
    project = createProject();
    register(project, { scope: 'local', preset: 'strict' });
    git(project, 'commit', '--quiet', '--amend', '--message', 'Start the shop again');
  });
  afterEach(() => removeProject(project));

  const push = (...args: readonly string[]): Promise<ClientOutcome> => {
    const turns = [
      [use(PUSH, 'Bash', { command: ASKED, description: 'Push the branch' })],
      [say('That was the push.')],
    ];
    return runClient(client, { project, scenario: { conversations: [{ turns }] }, prompt: 'Push it', args });
  };

  it('runs with a lease where the user permits pushes, and the model is told in one line', async () => {
    const outcome = await push('--allowedTools', 'Bash(git push:*)');

    expect(toolResult(outcome.requests, PUSH).isError).toBe(false);
    expect(remoteHead(project, 'feature')).toBe(git(project, 'rev-parse', 'feature'));
    const told = newText(requestWithResult(outcome.requests, PUSH)).split('\n');
    expect(told.filter((line) => line.includes('--force-with-lease'))).toHaveLength(1);

    const log = readLog(project);
    const [requested] = eventsOf(log, 'ToolRequested', PUSH);
    expect(requested?.data['tool_input']).toMatchObject({ command: ASKED });
    expect(rulingOn(log, requested).decision).toBe('rewrite');
    const [completed] = eventsOf(log, 'ToolCompleted', PUSH);
    expect(completed?.data['tool_input']).toMatchObject({ command: SAFE, description: 'Push the branch' });
    expect(why(project)).toMatchObject({ event: requested?.id, gate: 'guard', decision: 'rewrite' });
  });

  it('is refused by the host where the user never permitted it: the rewrite carries no permission', async () => {
    const before = remoteHead(project, 'feature');
    const outcome = await push();

    expect(toolResult(outcome.requests, PUSH).isError).toBe(true);
    expect(outcome.result.permission_denials.map((denial) => denial.tool_use_id)).toEqual([PUSH]);
    expect(remoteHead(project, 'feature')).toBe(before);

    const log = readLog(project);
    expect(rulingOn(log, eventsOf(log, 'ToolRequested', PUSH)[0]).decision).toBe('rewrite');
    const asked = eventsOf(log, 'PermissionRequested').map(({ data }) => data['tool_input']);
    expect(asked).toEqual([expect.objectContaining({ command: SAFE })]);
    expect(eventsOf(log, 'ToolCompleted', PUSH)).toEqual([]);
    expect(why(project, '--call', PUSH)).toMatchObject({ gate: 'guard', decision: 'rewrite' });
  });

  it('is judged by the host as rewritten: a permission for the original command alone does not cover it', async () => {
    const before = remoteHead(project, 'feature');
    const outcome = await push('--allowedTools', `Bash(${ASKED})`);

    expect(outcome.result.permission_denials.map((denial) => denial.tool_use_id)).toEqual([PUSH]);
    expect(remoteHead(project, 'feature')).toBe(before);
  });
});
