import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanEnv, DIST, runDocket } from '../kit/hook-process.ts';
import { prompts, type Scenario } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { deniedSession, filesIn, grow, segmentOf } from './sessions.ts';

/** A session with a large text, sealed, and its export. */
const exported = async (...args: readonly string[]): Promise<{ s: Scenario; file: string; text: string }> => {
  const s = await deniedSession();
  await s.given(prompts(`a long story ${'é'.repeat(9000)}`));
  expect(runDocket(['seal'], s.project).status).toBe(0);
  const file = join(tempProject().path, 'log.ndjson');
  const { status, stderr } = runDocket(['export', ...(args.length > 0 ? args : ['--all']), '-o', file], s.project);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return { s, file, text: readFileSync(file, 'utf8') };
};

const HEADER = '{"docket":"export","v":1,"scope":"all","redacted":[],"selection":[]}\n';

/** What belongs to the log itself, by its place in the folder. */
const kept = (root: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filesIn(root))
      .map(([path, text]) => [path.slice(root.length), text])
      .filter(([path = '']) => /^\/(?:log|blobs|head)/.test(path)),
  );

const elsewhere = (): { project: string; root: string } => {
  const { path } = tempProject();
  return { project: path, root: join(path, '.docket') };
};

describe('docket import --restore', () => {
  it('brings the log, its large texts and its newest seal back to the byte, and the commands say the same', async () => {
    const { s, file } = await exported();
    const { project, root } = elsewhere();
    const { status, stdout, stderr } = runDocket(['import', '--restore', file], project);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('restored ');
    expect(kept(root)).toEqual(kept(s.root));
    expect(Object.keys(kept(root)).some((path) => path.startsWith('/blobs/'))).toBe(true);
    for (const args of [
      ['verify', '--json'],
      ['why', '--json'],
      ['log', '--json'],
      ['replay', '--json', 's1'],
    ])
      expect(runDocket(args, project).stdout).toBe(runDocket(args, s.project).stdout);
  });

  it('takes the export from standard input as well', async () => {
    const { s, text } = await exported();
    const { project, root } = elsewhere();
    expect(runDocket(['import', '--restore', '-'], project, { input: text }).status).toBe(0);
    expect(kept(root)).toEqual(kept(s.root));
  });

  it('writes nothing when it only says what it would do', async () => {
    const { file } = await exported();
    const { project, root } = elsewhere();
    const { status, stdout } = runDocket(['import', '--restore', file, '--dry-run', '--json'], project);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ dryRun: true, restored: false, scope: 'all', segments: 1, damage: [] });
    expect(existsSync(root)).toBe(false);
  });

  it('touches no log that is there', async () => {
    const { s, file } = await exported();
    const before = filesIn(s.root);
    const { status, stderr } = runDocket(['import', '--restore', file], s.project);
    expect(status).toBe(2);
    expect(stderr).toContain('restored only where there is none');
    expect(filesIn(s.root)).toEqual(before);
  });

  it.each([
    ['was cut', (text: string) => text.slice(0, Math.floor(text.length / 2)), 'cut off'],
    ['lost its last line', (text: string) => text.slice(0, text.lastIndexOf('{')), 'cut off'],
    ['was changed', (text: string) => text.replace('add a discount', 'add a rebate!!'), ', line '],
    ['has a line more', (text: string) => text.replace('\n', '\n{"docket":"at","position":"9:9"}\n'), 'line 2: '],
    [
      'names other places',
      (text: string) => text.replace(/"sha256":"[0-9a-f]{64}","text"/, '"sha256":"../../x","text"'),
      'line ',
    ],
  ])('restores nothing of a file that %s, and says where', async (_, change, says) => {
    const { file, text } = await exported();
    const changed = change(text);
    expect(changed).not.toBe(text);
    writeFileSync(file, changed);
    const { project, root } = elsewhere();
    const { status, stderr } = runDocket(['import', '--restore', file], project);
    expect(status).toBe(1);
    expect(stderr).toContain(says);
    expect(stderr).toContain('nothing was restored');
    expect(existsSync(root)).toBe(false);
  });

  it.each([
    ['nothing', '', 'it is empty'],
    ['another file', '{"v":1}\n', 'not that of a docket export'],
    [
      'what would fill the disk',
      `${HEADER}{"docket":"segment","segment":1}\n{"docket":"at","position":"1:999999999999"}\n{"v":1}\n`,
      'more empty lines than any log has',
    ],
    ['an export of the future', '{"docket":"export","v":2,"redacted":[],"selection":[]}\n', 'later version of docket'],
  ])('refuses %s', (_, text, says) => {
    const { project, root } = elsewhere();
    const { status, stderr } = runDocket(['import', '--restore', '-'], project, { input: text });
    expect(status).toBe(2);
    expect(stderr).toContain(says);
    expect(existsSync(root)).toBe(false);
  });

  it('writes through no link', async () => {
    const { file } = await exported();
    const { project, root } = elsewhere();
    const aside = tempProject().path;
    mkdirSync(root);
    symlinkSync(aside, join(root, 'blobs'));
    const { status, stderr } = runDocket(['import', '--restore', file], project);
    expect(status).toBe(1);
    expect(stderr).toContain('is a link');
    expect(readdirSync(aside)).toEqual([]);
  });

  it('is a person’s', async () => {
    const { file } = await exported();
    const { project, root } = elsewhere();
    const { status, stderr } = runDocket(['import', '--restore', file], project, { env: { CLAUDECODE: '1' } });
    expect(status).toBe(2);
    expect(stderr).toContain('only a person');
    expect(existsSync(root)).toBe(false);
  });

  it('makes a log of a part, in which every line stands where it stood', async () => {
    const { s, file } = await exported('--type', 'GatesRuled', 'ToolRequested');
    const { project } = elsewhere();
    const { status, stdout } = runDocket(['import', '--restore', file], project);
    expect(status).toBe(0);
    expect(stdout).toContain('Verify the export instead');
    const why = ['why', '--json', '--call', 'w2'];
    const position = (text: string): unknown => (JSON.parse(text) as { position: string }).position;
    expect(position(runDocket(why, project).stdout)).toBe(position(runDocket(why, s.project).stdout));
  });

  it('makes a log of what was redacted, and the gates of it are explained', async () => {
    const { s, file, text } = await exported('--all', '--redact', 'all');
    for (const secret of ['add a discount', 'a long story', 'src/b.ts', s.project]) expect(text).not.toContain(secret);
    const { project } = elsewhere();
    expect(runDocket(['import', '--restore', file], project).status).toBe(0);
    const said = (where: string) => {
      const { gate, rule, decision, conditions } = JSON.parse(runDocket(['why', '--json'], where).stdout);
      return {
        gate,
        rule,
        decision,
        conditions: conditions.map(({ name, holds }: Record<string, unknown>) => [name, holds]),
      };
    };
    expect(said(project)).toEqual(said(s.project));
  });
});

describe('docket export', () => {
  it('without large texts says so', async () => {
    const { text } = await exported('--all', '--no-blobs');
    expect(text).not.toContain('"docket":"blob"');
    expect(text).toContain('"leftOut":["large texts that lines name"]');
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const s = await deniedSession();
    grow(s, 600);
    expect(readFileSync(segmentOf(s)).length).toBeGreaterThan(5e6);
    const out = tempProject().path;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const child = spawn(
        process.execPath,
        [join(DIST, 'docket.cjs'), 'export', '--all', '-o', join(out, 'log.ndjson')],
        {
          cwd: s.project,
          env: cleanEnv({ HOME: s.project }),
          stdio: 'ignore',
        },
      );
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
      while (readdirSync(out).length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      child.kill(signal);
      expect(await ended).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(readdirSync(out)).toEqual([]);
    }
  });
});
