import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Postmortem } from '../../src/audit/postmortem/model.ts';
import { runClient } from './client.ts';
import { readLog, register } from './docket-command.ts';
import { DENIED, putBetween } from './lost-answers.ts';
import { cleanEnv, createProject, type Project, REPOSITORY, removeProject } from './project.ts';
import { say, type ToolUseBlock, use } from './scripted-model.ts';
import { describeWithClient } from './with-client.ts';

/** As many calls as an agent makes in an hour or so. */
const EDITS = 60;

/** An hour of work: files are read and written, tests fail and pass; and a push is denied whose answer gets lost. */
const work = ({ folder }: Project): ToolUseBlock[] => {
  const bash = (id: string, command: string): ToolUseBlock => use(id, 'Bash', { command, description: 'd' });
  const file = (name: string): string => join(folder, 'src', name);
  const test = "import assert from 'node:assert';\nimport { test } from 'node:test';\n";
  const writes = Array.from({ length: EDITS }, (_, number) =>
    use(`toolu_write_${number}`, 'Write', {
      file_path: file(`part-${number}.js`),
      content: `export const part = ${number};\n`,
    }),
  );
  return [
    bash('toolu_red', 'npm test'),
    use('toolu_warned', 'Write', { file_path: file('early.js'), content: 'export const early = 1;\n' }),
    use('toolu_stopped', 'Write', { file_path: file('late.js'), content: 'export const late = 1;\n' }),
    use('toolu_fix', 'Write', {
      file_path: join(folder, 'cart.test.js'),
      content: `${test}test('adds up', () => assert.equal(1 + 1, 2));\n`,
    }),
    bash('toolu_green', 'npm test'),
    ...writes.flatMap((write, number) => [write, bash(`toolu_look_${number}`, `cat src/part-${number}.js`)]),
    bash('toolu_lost', 'git reset --hard HEAD~1'),
    bash(DENIED, 'git push --force origin main'),
    bash('toolu_end', 'npm test'),
  ];
};

describeWithClient('the postmortem of an hour of work', (client) => {
  let project: Project;
  beforeAll(async () => {
    project = createProject();
    register(project, { scope: 'local', preset: 'standard' });
    putBetween(project);
    const turns = [...work(project).map((call) => [call]), [say('It is all in.')]];
    await runClient(client, {
      project,
      scenario: { conversations: [{ turns }] },
      prompt: 'Split the shop into parts',
      args: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash(npm test:*)'],
      timeoutMs: 550_000,
    });
  }, 600_000);
  afterAll(() => removeProject(project));

  const docket = (...args: readonly string[]): string => {
    const env = { ...cleanEnv(project), DOCKET_DIR: join(project.folder, '.docket') };
    const command = join(REPOSITORY, 'dist', 'docket.cjs');
    return spawnSync(process.execPath, [command, ...args], {
      cwd: project.folder,
      env,
      encoding: 'utf8',
      maxBuffer: 1e8,
    }).stdout;
  };

  it('holds every call, and is of a session of many events', () => {
    const { session, entries } = JSON.parse(docket('postmortem', '--format', 'json')) as Postmortem;
    const told = readLog(project).filter(({ stream, type }) => stream === session.id && type !== 'LogSealed');
    expect(session.counts.events).toBe(told.length);
    expect(session.counts.events).toBeGreaterThan(500);
    expect(entries.filter(({ kind }) => kind === 'call')).toHaveLength(work(project).length);
  });

  it('answers what was allowed that should not have been, who said so, and whether it can be trusted', () => {
    const { answers, deniedButRan, integrity } = JSON.parse(docket('postmortem', '--format', 'json')) as Postmortem;
    expect(deniedButRan.map(({ kind }) => kind)).toEqual(['denied-but-ran']);
    expect(answers.allowed[0]).toMatchObject({ kind: 'denied-but-ran', rule: 'guard/force-push-protected' });
    expect(answers.trust.answer).toBe('yes');
    expect(integrity.ok).toBe(true);
  });

  it('is written as a document and as a page that name what happened', () => {
    const document = docket('postmortem');
    expect(document).toContain('Split the shop into parts');
    expect(document).toMatch(/^\| `guard\/reset-hard` \| denied \| 1 \|/m);
    expect(document).toContain('Denied, and it ran all the same');
    docket('postmortem', '-o', 'postmortem.html');
    const page = readFileSync(join(project.folder, 'postmortem.html'), 'utf8');
    expect(page).toContain('Content-Security-Policy');
    expect(page).toContain('git push --force origin main');
  });

  it('is verified by somebody who has only its export', () => {
    docket('export', '--all', '--format', 'ndjson', '-o', 'log.ndjson');
    const { ok, damage } = JSON.parse(docket('verify', '--json', 'log.ndjson')) as { ok: boolean; damage: unknown[] };
    expect({ ok, damage }).toEqual({ ok: true, damage: [] });
  });
});
