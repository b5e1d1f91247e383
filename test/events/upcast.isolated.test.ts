import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { readStream } from '../../src/events/read-stream.ts';
import { logFolder, segmentPath } from '../../src/events/segments.ts';
import { upcast } from '../../src/events/upcast.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { envelope } from '../kit/envelope.ts';
import { runDocket, runHook } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';

// Two versions that never were: -1 called the type `kind`, 0 the tool's outcome `ToolDone`, and knew no `worktree`.
vi.mock('../../src/events/upcasters.ts', () => ({
  UPCASTERS: {
    [-1]: ({ kind, ...rest }: Record<string, unknown>) => ({ ...rest, type: kind }),
    0: ({ worktree, ...rest }: Record<string, unknown>) => {
      if (rest['type'] === 'Unreadable') throw new Error('an upcaster failed');
      return {
        ...rest,
        worktree: worktree ?? null,
        type: rest['type'] === 'ToolDone' ? 'ToolCompleted' : rest['type'],
      };
    },
  },
}));

const call = { call: 'c1' };
const request = envelope('a', 'ToolRequested', { ...call, data: { tool_name: 'Bash' } });
const { worktree: _none, ...bare } = envelope('b', 'ToolDone', call);
const { type: _kind, ...nameless } = { ...bare, id: 'c', call: 'c2' };

const logOf = (...lines: readonly object[]) => {
  const root = tempProject().path;
  const folder = logFolder(root, nodeLogFs);
  openLogWriter(folder).append(lines.map((line) => JSON.stringify(line)));
  return { root, folder };
};

describe('an event of an older version', () => {
  const old = [
    request,
    { ...bare, v: 0 },
    { ...request, id: 'd', call: 'c2' },
    { ...nameless, v: -1, kind: 'ToolDone' },
  ];

  it('is read as today’s, one version after the other', () => {
    const { folder } = logOf(...old);
    const read = [...readLines(folder)].flatMap((line) => (isLogLine(line) ? [line.event] : []));
    expect(read.map(({ v, id, type }) => [v, id, type])).toEqual([
      [1, 'a', 'ToolRequested'],
      [1, 'b', 'ToolCompleted'],
      [1, 'd', 'ToolRequested'],
      [1, 'c', 'ToolCompleted'],
    ]);
    expect(read[1]?.worktree).toBeNull();
    expect([...readStream(folder, 's1')].map(({ event }) => event)).toEqual(read);
  });

  it('is folded as today’s, through the hook’s own reader', () => {
    const { root, folder } = logOf(...old);
    expect(loadState(folder, root, null).fold.view('s1', null).calls.open).toEqual([]);
    const first = logOf(...old.slice(0, 1));
    expect(loadState(first.folder, first.root, null).fold.view('s1', null).calls.open).toHaveLength(1);
  });

  it('stays in its segment as it is', () => {
    const { root, folder } = logOf(...old);
    const before = readFileSync(segmentPath(folder, 1));
    for (const _ of readLines(folder));
    loadState(folder, root, null).save(true);
    expect(readFileSync(segmentPath(folder, 1)).equals(before)).toBe(true);
  });

  it('that cannot be brought to today’s version is reported, and the rest is read', () => {
    const { folder } = logOf({ ...bare, v: 0, type: 'Unreadable' }, { ...bare, v: -2 }, { ...bare, v: 0.5 }, request);
    expect([...readLines(folder)].map((line) => (isLogLine(line) ? line.event.id : line.reason))).toEqual([
      'not-an-event',
      'not-an-event',
      'not-an-event',
      'a',
    ]);
  });
});

describe('an event of a later version', () => {
  const later = { ...request, v: 2, id: 'later', somethingNew: { deep: 1 } };

  it('is kept and not interpreted, and the rest is read', () => {
    const { root, folder } = logOf(request, later, { ...request, id: 'z', call: 'c3' });
    const [, reported, last] = [...readLines(folder)];
    expect(reported).toMatchObject({ reason: 'newer-version', length: JSON.stringify(later).length });
    expect(last).toMatchObject({ event: { id: 'z' } });
    const { fold } = loadState(folder, root, null);
    expect(fold.view('s1', null).calls.open.map(({ event }) => event)).toEqual(['a', 'z']);
  });

  it('keeps the hook neither from recording nor from answering, and docket log says what to do', () => {
    const { path } = tempProject({ branch: 'main' });
    openLogWriter(logFolder(join(path, '.docket'), nodeLogFs)).append([JSON.stringify(later)]);
    expect(runHook('{"tool_name":"Read"}', path)).toMatchObject({ stdout: '', status: 0 });
    const { stdout, stderr, status } = runDocket(['log', '--json'], path);
    expect(stdout).toContain('"ToolRequested"');
    expect(stdout).not.toContain('"later"');
    expect(stderr).toMatch(/1:1 .*later version of docket.*npm/);
    expect(status).toBe(1);
  });
});

it('what is of today’s version, or no event, comes back untouched', () => {
  for (const value of [request, null, 3, 'x', [], { v: 1 }, { v: '0', id: 'x' }]) expect(upcast(value)).toBe(value);
});
