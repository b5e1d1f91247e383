import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runClient } from './client.ts';
import { eventsOf, readLog, register, rulingOn } from './docket-command.ts';
import { DENIED, KILLED, putBetween, UNHEARD } from './lost-answers.ts';
import { cleanEnv, createProject, type Project, REPOSITORY, removeProject } from './project.ts';
import { say, use } from './scripted-model.ts';
import { describeWithClient } from './with-client.ts';

describeWithClient('a session in which hooks and their answers get lost', (client) => {
  let project: Project;
  beforeAll(async () => {
    project = createProject();
    register(project, { scope: 'local', preset: 'strict' });
    putBetween(project);
    const turns = [
      [use(DENIED, 'Bash', { command: 'git push --force origin main', description: 'd' })],
      [use(UNHEARD, 'Bash', { command: 'echo unheard', description: 'd' })],
      [use(KILLED, 'Bash', { command: 'git commit --allow-empty -m x', description: 'd' })],
      [say('Done.')],
    ];
    await runClient(client, { project, scenario: { conversations: [{ turns }] }, prompt: 'Push it' });
  }, 120_000);
  afterAll(() => removeProject(project));

  const suspects = () => {
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(REPOSITORY, 'dist', 'docket.cjs'), 'log', '--suspect', '--json'],
      {
        cwd: project.folder,
        env: { ...cleanEnv(project), DOCKET_DIR: join(project.folder, '.docket') },
        encoding: 'utf8',
      },
    );
    const found = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { kind: string; call: string | null });
    return { found, status };
  };

  it('the host runs what docket denied, and that is found', () => {
    const log = readLog(project);
    expect(eventsOf(log, 'ToolCompleted', DENIED)).toHaveLength(1);
    const [request] = eventsOf(log, 'ToolRequested', DENIED);
    expect(rulingOn(log, request).decision).toBe('deny');
    expect(suspects().found).toContainEqual(expect.objectContaining({ kind: 'denied-but-ran', call: DENIED }));
  });

  it('a call that docket never heard of is found by its outcome', () => {
    expect(suspects().found).toContainEqual(expect.objectContaining({ kind: 'unknown-call', call: UNHEARD }));
  });

  it('a hook that was killed before it ruled is found', () => {
    expect(suspects().found).toContainEqual(expect.objectContaining({ kind: 'no-ruling', call: KILLED }));
  });

  it('and nothing else is', () => {
    const { found, status } = suspects();
    expect(status).toBe(1);
    expect(found.map(({ kind }) => kind).sort()).toEqual(['denied-but-ran', 'no-ruling', 'unknown-call']);
  });
});
