import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Followed, followLog, isLogChange } from '../../src/events/follow-log.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { type LogLine, readEvents } from '../../src/events/log-reader.ts';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { LOG_START } from '../../src/events/position.ts';
import { readSession } from '../../src/events/read-sessions.ts';
import { type LogFolder, logFolder, SEGMENT_LIMIT, segmentPath } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';
import { cleanEnv, DIST } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { bundleInto } from './bundle.ts';
import { ended } from './ended.ts';

const entryOf = (name: string, folder: string) => bundleInto(folder, join(import.meta.dirname, name));

const run = (entry: string, ...args: readonly (string | number)[]) =>
  spawn(process.execPath, [entry, ...args.map(String)], {
    env: cleanEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** A log whose first segment lacks a number of bytes to the real limit, filled with a text over and over. */
const almostFull = (root: string, missing: number, text = '\n'): LogFolder => {
  const folder = logFolder(root, nodeLogFs);
  mkdirSync(folder.path, { recursive: true });
  const bytes = Buffer.alloc(SEGMENT_LIMIT - missing, text);
  bytes[bytes.length - 1] = 0x0a;
  writeFileSync(segmentPath(folder, 1), bytes, { mode: 0o600 });
  return folder;
};

/** A long event of another session. */
const FILLER = `\n${JSON.stringify(envelope('filler', 'NotificationShown', { stream: 'filler', data: { text: 'x'.repeat(500_000) } }))}\n`;

const idsOf = (lines: Iterable<LogLine>): string[] => [...lines].map(({ event }) => event.id);

const orderedIds = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}-${i}`);

describe('the real limit', () => {
  it.each([1, 2])('is passed by two processes at once, and the log is one (seed %i)', async (seed) => {
    const project = tempProject();
    const entry = await entryOf('writer-entry.ts', project.path);
    const folder = almostFull(project.path, 600_000, FILLER);
    const writers = ['w0', 'w1'].map((name, i) => {
      const child = run(entry, project.path, SEGMENT_LIMIT, name, 40, seed * 100 + i);
      return { name, ended: ended(child) };
    });
    const results = await Promise.all(writers.map(async (writer) => ({ ...writer, ...(await writer.ended) })));

    expect(readdirSync(folder.path).sort()).toEqual(['000001.ndjson', '000002.ndjson']);
    const lines = [...readEvents(folder)];
    const behind = lines.filter(({ position }) => position.segment === 1 && position.offset > SEGMENT_LIMIT);
    expect(idsOf(behind)).toEqual([]);
    expect(new Set(lines.map(({ position }) => position.segment))).toEqual(new Set([1, 2]));
    for (const { name, stdout, code } of results) {
      expect(code).toBe(0);
      const reported = stdout.split('\n').slice(0, -1);
      expect(idsOf(lines.filter(({ event }) => event.stream === name))).toEqual(reported);
      expect(idsOf(readSession(folder, name, openStreamIndex(folder)))).toEqual(reported);
    }
  });
});

describe('following two processes that append thousands of events a second', () => {
  const COUNT = 3000;

  it('over many rolls sees each event once, in order', async () => {
    const project = tempProject();
    const entry = await entryOf('paced-writer-entry.ts', project.path);
    const folder = logFolder(project.path, nodeLogFs, 20_000);
    const stop = new AbortController();
    const seen: Followed[] = [];
    const following = (async () => {
      for await (const item of followLog(folder, LOG_START, stop.signal)) {
        seen.push(item);
        if (seen.length === 2 * COUNT) stop.abort();
      }
    })();
    await Promise.all(['a', 'b'].map((name) => ended(run(entry, project.path, 20_000, name, COUNT))));
    await following;
    expect(seen.filter(isLogChange)).toEqual([]);
    const ids = seen.flatMap((item) => ('event' in item ? [item.event.id] : []));
    for (const name of ['a', 'b']) expect(ids.filter((id) => id.startsWith(name))).toEqual(orderedIds(name, COUNT));
    expect(ids).toEqual(idsOf(readEvents(folder)));
    expect(readdirSync(folder.path).length).toBeGreaterThan(50);
  });

  it('by the command, from an empty project over the real limit, prints each event once, in order', async () => {
    const project = tempProject();
    const entry = await entryOf('paced-writer-entry.ts', project.path);
    const root = join(project.path, '.docket');
    const child = spawn(process.execPath, [join(DIST, 'docket.cjs'), 'log', '--json', '--follow'], {
      cwd: project.path,
      env: cleanEnv({ HOME: project.path }),
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      err += chunk;
    });
    while (!err.includes('waiting for one')) await once(child.stderr, 'data');
    const folder = almostFull(root, 300_000);
    await Promise.all(['a', 'b'].map((name) => ended(run(entry, root, 0, name, COUNT))));
    while (out.split('\n').length <= 2 * COUNT) await once(child.stdout, 'data');
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    const printed = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id);
    expect(printed).toEqual(idsOf(readEvents(folder)));
    expect(new Set(printed).size).toBe(2 * COUNT);
    expect(readdirSync(folder.path).length).toBe(2);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});
