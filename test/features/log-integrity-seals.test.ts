import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { segmentPath } from '../../src/events/segments.ts';
import { cleanEnv, DIST, runDocket } from '../kit/hook-process.ts';
import { edit, type Line, linesOf, type SealedLog, sealedLog } from '../kit/sealed-log.ts';
import { tempProject } from '../kit/temp-project.ts';

/**
 * Real reports about logs that were changed, as inputs (the ids are those of the cases). Where a case counts on a chain
 * from line to line, seals give the same answer.
 */

interface Logged {
  readonly project: string;
  readonly log: SealedLog;
}

const nineSealed = (): Logged => {
  const project = tempProject().path;
  const log = sealedLog(join(project, '.docket'));
  log.write(9);
  log.seal();
  return { project, log };
};

const verify = (project: string, ...args: readonly string[]) => {
  const { stdout, status } = runDocket(['verify', '--json', ...args], project);
  return { status, report: JSON.parse(stdout) as { ok: boolean; damage: Record<string, unknown>[] } };
};

const deleteLine = ({ log }: Logged, number: number): Line => {
  const line = linesOf(log)[number - 1] as Line;
  edit(log, 1, (bytes) => bytes.slice(0, line.offset - 1) + bytes.slice(line.offset + line.text.length + 1));
  // The line that stands there now.
  return linesOf(log)[number - 1] as Line;
};

describe('a log that somebody changed', () => {
  it('li-interior-delete: names the place of line 5', () => {
    const logged = nineSealed();
    const next = deleteLine(logged, 5);
    const { status, report } = verify(logged.project);
    expect(status).toBe(1);
    expect(report.damage).toMatchObject([{ kind: 'deleted', segment: 1, offset: next.offset }]);
  });

  it('li-head-cut: starts from the genesis, not from the first line that is left', () => {
    const logged = nineSealed();
    const next = deleteLine(logged, 1);
    const { status, report } = verify(logged.project);
    expect(status).toBe(1);
    expect(report.damage).toMatchObject([{ kind: 'deleted', segment: 1, offset: next.offset }]);
  });

  it.each([
    ['the file is empty', ({ log }: Logged) => writeFileSync(segmentPath(log.folder, 1), '')],
    ['the file is gone', ({ log }: Logged) => rmSync(segmentPath(log.folder, 1))],
    ['all of .docket is gone', ({ log }: Logged) => rmSync(log.root, { recursive: true })],
  ])('li-all-gone: an anchor tells that the log should not be empty (%s)', (_what, empty) => {
    const logged = nineSealed();
    const anchor = runDocket(['seal', '--print'], logged.project).stdout.trim();
    empty(logged);
    const { status, report } = verify(logged.project, '--anchor', anchor);
    expect(status).toBe(1);
    expect(report.damage).toMatchObject([{ kind: 'truncated', segment: 1, offset: 0 }]);
  });

  it('li-all-gone: so does .docket/head, as long as that is left', () => {
    const logged = nineSealed();
    writeFileSync(segmentPath(logged.log.folder, 1), '');
    expect(verify(logged.project).report.damage).toMatchObject([{ kind: 'truncated', segment: 1, offset: 0 }]);
  });
});

describe('many writers', () => {
  it('li-sixty-writers: sixty hook calls at once are all there, under seals that hold', async () => {
    const project = tempProject({ branch: 'main' }).path;
    const call = (i: number): Promise<number | null> => {
      const child = spawn(process.execPath, [join(DIST, 'hook.cjs'), '--host', 'claude-code'], {
        cwd: project,
        env: cleanEnv({ CLAUDE_PROJECT_DIR: project, HOME: project }),
        stdio: ['pipe', 'ignore', 'inherit'],
      });
      child.stdin?.end(JSON.stringify({ hook_event_name: 'Stop', session_id: `s${i}`, cwd: project }));
      return new Promise((resolve) => child.on('close', resolve));
    };
    expect(await Promise.all(Array.from({ length: 60 }, (_, i) => call(i)))).toEqual(Array(60).fill(0));
    const events = sealedLog(join(project, '.docket'));
    const lines = linesOf(events).map(({ text }) => JSON.parse(text) as { type: string; stream: string });
    const ended = lines.filter(({ type }) => type === 'TurnEnded').map(({ stream }) => stream);
    expect(new Set(ended).size).toBe(60);
    expect(ended).toHaveLength(60);
    expect(lines.filter(({ type }) => type === 'LogSealed').length).toBeGreaterThan(1);
    expect(verify(project)).toMatchObject({ status: 0, report: { ok: true } });
  });
});
