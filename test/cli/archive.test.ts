import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { archivePath, logFolder, segmentPath } from '../../src/events/segments.ts';
import { lineOf } from '../events/archived-log.ts';
import { cleanEnv, DIST, loggedEvents, runDocket, runHook } from '../kit/hook-process.ts';
import { expectSchema } from '../kit/scenario.ts';
import { type TempProject, tempProject } from '../kit/temp-project.ts';
import { filesAt } from './files-at.ts';

/** A project with three segments of an hour of events each, from the first hour of 2026 on. */
const loggedProject = () => {
  const project = tempProject({ branch: 'feature/x' });
  const folder = logFolder(join(project.path, '.docket'), nodeLogFs);
  for (const segment of [1, 2, 3]) {
    const hour = (segment - 1) * 3600;
    writeSegment(project, segment, [hour, hour + 1800, hour + 3599].map((n) => `\n${lineOf(n)}\n`).join(''));
  }
  return { project, folder, docket: (...args: readonly string[]) => runDocket(args, project.path) };
};

const writeSegment = (project: TempProject, segment: number, text: string): string =>
  project.write(`.docket/log/00000${segment}.ndjson`, text);

const SECOND_HOUR = '2026-01-01T01:00:00Z';

describe('docket archive', () => {
  it('compresses what is older, says so, and every command reads on', () => {
    const { project, folder, docket } = loggedProject();
    const bytes = readFileSync(segmentPath(folder, 1));
    const before = loggedEvents(project.path);
    const { stdout, stderr, status } = docket('archive', '--before', SECOND_HOUR);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(
        /^archived segment 1: 3 lines, 2026-01-01T00:00:00.000Z to 2026-01-01T00:59:59.000Z, \d+ bytes now \d+ bytes$/,
      ),
      'kept segment 2: has an event of 2026-01-01T01:00:00.000Z',
      'kept segment 3: the newest one: events are appended to it',
      '',
    ]);
    expect(existsSync(segmentPath(folder, 1))).toBe(false);
    expect(gunzipSync(readFileSync(archivePath(folder, 1))).equals(bytes)).toBe(true);
    const after = loggedEvents(project.path);
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({
      type: 'SegmentArchived',
      provenance: 'person',
      host: 'docket',
      data: { segment: 1, bytes: bytes.length, lines: 3, before: '2026-01-01T01:00:00.000Z' },
    });
    expectSchema(after.at(-1) as never);
    expect(docket('log', '--last', '1').stdout).toMatch(/SegmentArchived +segment 1, 3 lines$/m);
    expect(docket('log', '--sessions').stdout).not.toContain('terminal');
    expect(docket('status').status).toBe(0);
    const again = docket('archive', '--before', SECOND_HOUR);
    expect(again).toMatchObject({ status: 0, stdout: expect.stringContaining('nothing to archive\n') });
  });

  it('changes nothing in a dry run', () => {
    const { project, docket } = loggedProject();
    const before = filesAt(project.path);
    const { stdout, status } = docket('archive', '--before', '2026-01-01T02:00:00Z', '--dry-run');
    expect(status).toBe(0);
    expect(stdout).toContain('would archive segment 1: 3 lines');
    expect(stdout).toContain('would archive segment 2: 3 lines');
    expect(stdout).toMatch(/dry run: nothing was written\n$/);
    const json = docket('archive', '--before', '2026-01-01T02:00:00Z', '--dry-run', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      dryRun: true,
      before: '2026-01-01T02:00:00.000Z',
      archived: [{ segment: 1, lines: 3 }, { segment: 2 }],
      kept: [{ segment: 3 }],
      failed: [],
    });
    expect(filesAt(project.path)).toEqual(before);
  });

  it('never takes the newest segment, also for a time to come', () => {
    const { folder, docket } = loggedProject();
    const { archived } = JSON.parse(docket('archive', '--before', '2999-01-01', '--json').stdout);
    expect(archived).toMatchObject([{ segment: 1 }, { segment: 2 }]);
    expect(existsSync(segmentPath(folder, 3))).toBe(true);
  });

  it('takes an age', () => {
    const { docket } = loggedProject();
    expect(docket('archive', '--before', '1d', '--dry-run').stdout).toContain('would archive segment 2');
    expect(docket('archive', '--before', '20000d', '--dry-run').stdout).not.toContain('would archive');
  });

  it.each([[[]], [['--before']], [['--before', 'yesterday']], [['--before', '']]])(
    'wants a time that can be read (%j)',
    (args) => {
      const { project, docket } = loggedProject();
      const before = filesAt(project.path);
      const { stdout, stderr, status } = docket('archive', ...args);
      expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
      expect(stderr).toContain('--before');
      expect(filesAt(project.path)).toEqual(before);
    },
  );

  it('takes away what a killed archiver left, and ends what it began', () => {
    const { project, folder, docket } = loggedProject();
    const bytes = readFileSync(segmentPath(folder, 1));
    const old = project.write('.docket/log/000001.abc.tmp', 'half');
    utimesSync(old, 1, 1);
    const young = project.write('.docket/log/000001.def.tmp', 'half');
    docket('archive', '--before', SECOND_HOUR);
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    writeFileSync(segmentPath(folder, 1), bytes);
    expect(docket('archive', '--before', SECOND_HOUR).stdout).toContain('archived segment 1');
    expect(existsSync(segmentPath(folder, 1))).toBe(false);
  });

  it('goes on with the next segment when one cannot be archived, and says which', () => {
    const { folder, docket } = loggedProject();
    docket('archive', '--before', SECOND_HOUR);
    writeFileSync(segmentPath(folder, 1), 'something else\n');
    const { stdout, stderr, status } = docket('archive', '--before', '2999-01-01');
    expect(status).toBe(1);
    expect(stderr).toMatch(/docket: segment 1: .* hold different bytes: move one of them away/);
    expect(stdout).toContain('archived segment 2');
  });
});

describe('docket archive beside hooks', () => {
  const run = (args: readonly string[], project: string, input: string) =>
    new Promise<{ code: number | null; stdout: string }>((resolve) => {
      const env = cleanEnv({ CLAUDE_PROJECT_DIR: project, HOME: project });
      const child = spawn(process.execPath, args, { cwd: project, env, stdio: ['pipe', 'pipe', 'inherit'] });
      let stdout = '';
      child.stdout.on('data', (chunk: Buffer) => {
        stdout += chunk.toString();
      });
      child.on('close', (code) => resolve({ code, stdout }));
      child.stdin.end(input);
    });

  it('loses nothing of theirs, whether they fold the log from nothing or not, and twice at once does it once', async () => {
    const { project, folder } = loggedProject();
    project.write('docket.config.json', '{"preset":"strict"}');
    const before = loggedEvents(project.path).length;
    const hook = (call: string) =>
      run(
        [join(DIST, 'hook.cjs'), '--host', 'claude-code'],
        project.path,
        JSON.stringify({
          hook_event_name: 'PreToolUse',
          session_id: 's1',
          cwd: project.path,
          tool_name: 'Write',
          tool_input: { file_path: join(project.path, `src/${call}.ts`), content: 'export {};\n' },
          tool_use_id: call,
        }),
      );
    const archiving = () => run([join(DIST, 'docket.cjs'), 'archive', '--before', '2999-01-01'], project.path, '');
    const calls = Array.from({ length: 8 }, (_, n) => `w${n}`);
    const results = await Promise.all([archiving(), ...calls.map(hook), archiving()]);
    expect(results.map(({ code }) => code)).toEqual(results.map(() => 0));
    expect([1, 2].map((segment) => existsSync(segmentPath(folder, segment)))).toEqual([false, false]);
    const events = loggedEvents(project.path);
    const of = (type: string) => events.filter((event) => event['type'] === type);
    expect(
      of('ToolRequested')
        .map(({ call }) => call)
        .sort(),
    ).toEqual(calls);
    expect(of('GatesRuled').length).toBe(calls.length);
    expect(of('HookFailed')).toEqual([]);
    expect(of('SegmentArchived').length).toBeGreaterThanOrEqual(2);
    expect(events.filter(({ stream }) => stream === 's0').length).toBe(before);
  });
});

describe('an archived segment that cannot be read', () => {
  const damagedProject = () => {
    const made = loggedProject();
    made.docket('archive', '--before', '2026-01-01T02:00:00Z');
    truncateSync(archivePath(made.folder, 1), 40);
    return made;
  };

  it('is named by docket log, which prints the rest', () => {
    const { docket } = damagedProject();
    const { stdout, stderr, status } = docket('log', '--json');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^docket: from 1:0 on, segment 1 of the log cannot be read: .*000001\.ndjson\.gz is damaged/,
    );
    expect(stderr).toContain('Put a copy of the file back');
    expect(stdout.split('\n').filter((line) => line !== '').length).toBe(8);
  });

  it.each([['status'], ['why']])('ends docket %s with what to do, not with a wrong answer', (command) => {
    const { stdout, stderr, status } = damagedProject().docket(command);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    expect(stderr).toMatch(
      /^docket: segment 1 of the log cannot be read: .* move it away to go on without what it held\n$/,
    );
  });

  const write = (project: string) =>
    runHook(
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's1',
        tool_name: 'Write',
        tool_input: { file_path: join(project, 'src/a.ts'), content: 'export {};\n' },
        tool_use_id: 'w1',
      }),
      project,
    );

  it('leaves gates of a hook without history, by their posture, and is told', () => {
    const { project } = damagedProject();
    project.write('docket.config.json', '{"preset":"strict"}');
    const { status, stdout } = write(project.path);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    const failed = loggedEvents(project.path).filter(({ type }) => type === 'HookFailed');
    expect(failed).toMatchObject([{ data: { code: 'ARCHIVE_DAMAGED' } }]);
    project.write('docket.config.json', '{"preset":"strict","gates":{"test-gate":{"failClosed":true}}}');
    expect(write(project.path).stdout).toContain('"deny"');
  });

  it('is a gap that every command tells of once its file is gone, and the hook goes on', () => {
    const { project, folder, docket } = damagedProject();
    rmSync(archivePath(folder, 1));
    const { stderr, status } = docket('status');
    expect(status).toBe(0);
    expect(stderr).toContain(`missing from the log in ${folder.path}: segment 1;`);
    expect(write(project.path).status).toBe(0);
    expect(loggedEvents(project.path).filter(({ type }) => type === 'HookFailed')).toEqual([]);
  });
});
