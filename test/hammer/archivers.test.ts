import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { LOG_START, type Position } from '../../src/events/position.ts';
import { type LogFolder, listSegments, logFolder } from '../../src/events/segments.ts';
import { archive } from '../events/archived-log.ts';
import { cleanEnv } from '../kit/hook-process.ts';
import { patient } from '../kit/patience.ts';
import { tempProject } from '../kit/temp-project.ts';
import { bundleInto } from './bundle.ts';
import { seeded } from './seeded.ts';

const PATIENCE = { timeout: patient(60_000) };

const LIMIT = 64 * 1024;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The ids of a log's events from a position on, and where they end. */
const read = (folder: LogFolder, from: Position) => {
  const ids: string[] = [];
  const lines = readLines(folder, from);
  let next = lines.next();
  for (; !next.done; next = lines.next()) {
    if (isLogLine(next.value)) ids.push(next.value.event.id);
    else if ('error' in next.value) throw next.value.error;
  }
  return { ids, end: next.value };
};

describe('archivers beside writers, both killed at random', () => {
  it.each([1, 2])('lose, repeat and hide nothing that was reported (seed %i)', PATIENCE, async (seed) => {
    const project = tempProject();
    const writer = await bundleInto(tempProject().path, join(import.meta.dirname, 'writer-entry.ts'));
    const archiver = await bundleInto(tempProject().path, join(import.meta.dirname, 'archiver-entry.ts'));
    const folder = logFolder(project.path, nodeLogFs, LIMIT);
    const random = seeded(seed);
    const start = (...args: readonly string[]): ChildProcess =>
      spawn(process.execPath, args, { env: cleanEnv(), stdio: ['ignore', 'pipe', 'inherit'] });

    const writers = Array.from({ length: 5 }, (_, i) => {
      const child = start(writer, project.path, String(LIMIT), `w${i}`, '200', String(seed * 100 + i));
      let reported = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        reported += chunk.toString();
      });
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      return { name: `w${i}`, ended, reported: () => reported.split('\n').slice(0, -1) };
    });
    let isRunning = true;
    const allWritten = Promise.all(writers.map(({ ended }) => ended)).then((codes) => {
      isRunning = false;
      return codes;
    });
    const problems: (number | null)[] = [];
    const archiving = Array.from({ length: 2 }, async () => {
      while (isRunning) {
        const child = start(archiver, project.path, String(LIMIT));
        const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
        let left = 1 + Math.floor(random() * 4);
        const enough = new Promise<void>((resolve) =>
          child.stdout?.on('data', (dots: Buffer) => {
            left -= dots.length;
            if (left <= 0) resolve();
          }),
        );
        await Promise.race([enough, ended, allWritten]);
        if (random() < 0.5) await pause(random() * 10);
        child.kill('SIGKILL');
        problems.push(await ended);
      }
    });
    // A reader beside them that goes on from where it stopped: what a snapshot and the rest see.
    const followed: string[] = [];
    let position = LOG_START;
    while (isRunning) {
      const { ids, end } = read(folder, position);
      followed.push(...ids);
      position = end;
      await pause(3);
    }
    expect(await allWritten).toEqual(writers.map(() => 0));
    await Promise.all(archiving);
    // Null: it ended by the signal, not by an error of its own.
    expect(problems.filter((code) => code !== null)).toEqual([]);
    followed.push(...read(folder, position).ids);

    const { ids } = read(folder, LOG_START);
    expect(new Set(ids).size).toBe(ids.length);
    expect(followed).toEqual(ids);
    for (const { name, reported } of writers) {
      expect(
        ids.filter((id) => id.startsWith(`${name}-`)),
        name,
      ).toEqual(reported());
    }
    const packed = readdirSync(folder.path).filter((name) => name.endsWith('.gz'));
    expect(packed.length).toBeGreaterThan(0);
    // Whatever was begun can be ended.
    for (const segment of listSegments(folder).slice(0, -1)) archive(folder, segment);
    expect(read(folder, LOG_START).ids).toEqual(ids);
    expect(readFileSync(join(folder.path, packed[0] as string)).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
  });
});
