import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quotedWord } from '../../src/hooks/quoted-word.ts';
import { runClient } from './client.ts';
import { eventsOf, readLog, register, rulingOn } from './docket-command.ts';
import { cleanEnv, createProject, type Project, REPOSITORY, removeProject } from './project.ts';
import { say, use } from './scripted-model.ts';
import { describeWithClient } from './with-client.ts';

const DENIED = 'toolu_denied';
const UNHEARD = 'toolu_unheard';
const KILLED = 'toolu_killed';

interface Handler {
  readonly command: string;
  readonly args?: readonly string[];
  readonly timeout?: number;
}

/**
 * Puts a script between the client and docket that loses what docket answers to one call, keeps another one from it, and
 * kills it while it waits for git in a third.
 */
const putBetween = ({ root, folder }: Project): void => {
  const file = join(folder, '.claude', 'settings.local.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, { hooks: Handler[] }[]> };
  const [registered] = settings.hooks['PreToolUse']?.[0]?.hooks ?? [];
  if (registered === undefined) throw new Error('docket is not registered');
  const docket = [registered.command, ...(registered.args ?? [])];
  const line = docket.length === 1 ? registered.command : docket.map(quotedWord).join(' ');
  const slow = join(root, 'slow');
  const script = join(root, 'between.sh');
  const lines = [
    '#!/bin/sh',
    'payload=$(cat)',
    'case "$payload" in',
    `*'"PreToolUse"'*${DENIED}* | *${DENIED}*'"PreToolUse"'*) printf %s "$payload" | ${line} >/dev/null ;;`,
    `*'"PreToolUse"'*${UNHEARD}* | *${UNHEARD}*'"PreToolUse"'*) ;;`,
    `*'"PreToolUse"'*${KILLED}* | *${KILLED}*'"PreToolUse"'*) printf %s "$payload" | PATH="${slow}:$PATH" timeout -s KILL 2 ${line}; exit 0 ;;`,
    `*) printf %s "$payload" | ${line} ;;`,
    'esac',
  ];
  writeFileSync(script, `${lines.join('\n')}\n`);
  spawnSync('mkdir', [slow]);
  writeFileSync(join(slow, 'git'), '#!/bin/sh\nexec sleep 10\n');
  for (const name of [script, join(slow, 'git')]) chmodSync(name, 0o755);
  const hooks = Object.fromEntries(
    Object.keys(settings.hooks).map((event) => [
      event,
      [{ hooks: [{ type: 'command', command: script, timeout: 30 }] }],
    ]),
  );
  writeFileSync(
    file,
    JSON.stringify({
      ...settings,
      hooks,
      permissions: { allow: ['Bash(git push:*)', 'Bash(echo:*)', 'Bash(git commit:*)'] },
    }),
  );
};

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
