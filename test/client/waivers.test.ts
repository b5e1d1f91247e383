import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ClientOutcome, runClient } from './client.ts';
import { docket, eventsOf, readLog, register, rulingOn, why } from './docket-command.ts';
import { createProject, git, type Project, remoteHead, removeProject } from './project.ts';
import { say, use } from './scripted-model.ts';
import { toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const RULE = 'guard/force-push-protected';
const DENIED = 'toolu_denied';
const WAIVED = 'toolu_waived';

describeWithClient('a push that docket denies and a person waives at a terminal', (client) => {
  let project: Project;

  const push = (call: string): Promise<ClientOutcome> => {
    const command = 'git push --force origin HEAD:main';
    const turns = [[use(call, 'Bash', { command, description: 'Push it' })], [say('That was the push.')]];
    const args = ['--allowedTools', 'Bash(git push:*)'];
    return runClient(client, { project, scenario: { conversations: [{ turns }] }, prompt: 'Push it', args });
  };

  beforeAll(() => {
    project = createProject();
    register(project, { scope: 'local', preset: 'strict' });
    git(project, 'commit', '--quiet', '--amend', '--message', 'Start the shop again');
  });
  afterAll(() => removeProject(project));

  it('runs then, and docket why says who let it pass', async () => {
    const before = remoteHead(project, 'main');
    const denied = await push(DENIED);
    expect(toolResult(denied.requests, DENIED).isError).toBe(true);
    expect(remoteHead(project, 'main')).toBe(before);

    docket(project, 'waive', RULE, '--for', '30m', '--reason', 'main is a mirror');
    const outcome = await push(WAIVED);
    expect(toolResult(outcome.requests, WAIVED).isError).toBe(false);
    expect(remoteHead(project, 'main')).toBe(git(project, 'rev-parse', 'HEAD'));

    const log = readLog(project);
    const [granted] = eventsOf(log, 'WaiverGranted');
    expect(granted).toMatchObject({ provenance: 'person', stream: 'terminal' });
    expect(rulingOn(log, eventsOf(log, 'ToolRequested', DENIED)[0]).decision).toBe('deny');
    expect(why(project, '--call', WAIVED, '--gate', 'guard')).toMatchObject({
      ...{ rule: RULE, decision: 'pass' },
      waived: { event: granted?.id, by: 'person', would: 'deny', reason: 'main is a mirror' },
      conditions: [{ holds: false, waived: { by: 'person' } }],
    });
    // Nothing replays otherwise than it was: else it ends with 1.
    docket(project, 'check');
  });
});
