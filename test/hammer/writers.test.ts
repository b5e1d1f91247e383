import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { LOG_START, type Position } from '../../src/events/position.ts';
import { type LogFolder, logFolder } from '../../src/events/segments.ts';
import { cleanEnv, DIST } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { bundleInto } from './bundle.ts';
import { type Ended, ended } from './ended.ts';
import { seeded } from './seeded.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const read = (folder: LogFolder, from?: Position) => {
  const events: Envelope[] = [];
  let broken = 0;
  const lines = readLines(folder, from);
  let next = lines.next();
  for (; !next.done; next = lines.next()) {
    if (isLogLine(next.value)) events.push(next.value.event);
    else broken += 1;
  }
  return { events, broken, end: next.value };
};

const idsOf = (events: readonly Envelope[]): string[] => events.map(({ id }) => id);

describe('processes that append at once, a third of them killed', () => {
  it.each([
    { processes: 12, appends: 60, limit: 64 * 1024, seed: 1 },
    { processes: 64, appends: 200, limit: 512 * 1024, seed: 2 },
  ])('lose, repeat and tear nothing that was reported: $processes × $appends', async (size) => {
    const { processes, appends, limit: LIMIT, seed } = size;
    const project = tempProject();
    const entry = await bundleInto(project.path, join(import.meta.dirname, 'writer-entry.ts'));
    const folder = logFolder(project.path, nodeLogFs, LIMIT);
    const random = seeded(seed);
    const writers = Array.from({ length: processes }, (_, i) => {
      const isDoomed = i % 3 === 0;
      const args = [entry, project.path, String(LIMIT), `w${i}`, isDoomed ? '0' : `${appends}`, String(seed * 100 + i)];
      const child = spawn(process.execPath, args, { env: cleanEnv(), stdio: ['ignore', 'pipe', 'inherit'] });
      if (isDoomed) child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), random() * processes * 20));
      return { name: `w${i}`, isDoomed, ended: ended(child) };
    });

    let isRunning = true;
    const all = Promise.all(writers.map((writer) => writer.ended)).then((results) => {
      isRunning = false;
      return results;
    });
    // A reader beside the writers, that goes on from where it stopped: what a snapshot and the rest see.
    const followed: string[] = [];
    let position = LOG_START;
    while (isRunning) {
      const { events, end } = read(folder, position);
      followed.push(...idsOf(events));
      position = end;
      await pause(3);
    }
    const results = await all;
    followed.push(...idsOf(read(folder, position).events));

    const { events, broken } = read(folder);
    const ids = idsOf(events);
    expect(new Set(ids).size).toBe(ids.length);
    expect(followed).toEqual(ids);
    expect(broken).toBeLessThanOrEqual(writers.filter(({ isDoomed }) => isDoomed).length);
    expect(readdirSync(folder.path).length).toBeGreaterThan(3);
    const torn = events.filter(({ stream, data }) => data['text'] !== ''.padEnd(Number(data['size']), stream));
    expect(torn.map(({ id }) => id)).toEqual([]);

    writers.forEach(({ name, isDoomed }, i) => {
      const { stdout, code, signal } = results[i] as Ended;
      expect([code, signal], name).toEqual(isDoomed ? [null, 'SIGKILL'] : [0, null]);
      const reported = stdout.split('\n').slice(0, -1);
      const own = idsOf(events.filter(({ stream }) => stream === name));
      // In order, and behind what was reported at most the append that was killed before it could be.
      expect(own.slice(0, reported.length), name).toEqual(reported);
      const steps = new Set(own.slice(reported.length).map((id) => id.split('-')[1]));
      expect(steps.size, name).toBeLessThanOrEqual(isDoomed ? 1 : 0);
    });
  });
});

describe('thirty-two hook calls at once, a third of them killed', () => {
  it.each([1, 2])('leave a log that can be read, with one ruling for each that answered (seed %i)', async (seed) => {
    const project = tempProject({ branch: 'main' });
    project.write('docket.config.json', '{"preset":"strict"}');
    // Of its own, so that a build meanwhile does not take the hook away.
    const dist = join(tempProject().path, 'dist');
    cpSync(DIST, dist, { recursive: true });
    const random = seeded(seed);
    const callHook = (call: string): ChildProcess => {
      const child = spawn(process.execPath, [join(dist, 'hook.cjs'), '--host', 'claude-code'], {
        cwd: project.path,
        env: cleanEnv({ CLAUDE_PROJECT_DIR: project.path, HOME: project.path }),
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdin?.on('error', () => {
        // It was killed before it could read.
      });
      child.stdin?.end(
        JSON.stringify({
          hook_event_name: 'PreToolUse',
          session_id: 's1',
          cwd: project.path,
          tool_name: 'Write',
          tool_input: { file_path: join(project.path, `src/${call}.ts`), content: 'export {};\n' },
          tool_use_id: call,
        }),
      );
      return child;
    };
    const results = await Promise.all(
      Array.from({ length: 32 }, async (_, i) => {
        const child = callHook(`call-${i}`);
        const end = ended(child);
        if (i % 3 === 0) {
          // The first one at once, without a turn of the loop, so that not all are quicker than their end.
          if (i > 0) await pause(random() * 300);
          child.kill('SIGKILL');
        }
        return { call: `call-${i}`, isDoomed: i % 3 === 0, ...(await end) };
      }),
    );
    const killed = results.filter(({ signal }) => signal === 'SIGKILL').length;
    expect(killed).toBeGreaterThan(0);

    const { events, broken } = read(logFolder(join(project.path, '.docket'), nodeLogFs));
    expect(broken).toBeLessThanOrEqual(killed);
    expect(new Set(idsOf(events)).size).toBe(events.length);
    const count = (type: string, call: string) =>
      events.filter((event) => event.type === type && event.call === call).length;
    for (const { call, isDoomed, code, stdout } of results) {
      const [requests, rulings] = [count('ToolRequested', call), count('GatesRuled', call)];
      if (isDoomed) {
        expect(requests, call).toBeLessThanOrEqual(1);
        expect(rulings, call).toBeLessThanOrEqual(requests);
        // A verdict is in the log before it is answered.
        if (stdout !== '') expect(rulings, call).toBe(1);
      } else {
        expect({ code, requests, rulings, answers: count('AnswerSent', call) }, call).toEqual({
          code: 0,
          requests: 1,
          rulings: 1,
          answers: 1,
        });
        expect(JSON.parse(stdout), call).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
      }
    }

    const next = await ended(callHook('afterwards'));
    expect(next.stdout).toContain('"deny"');
  });
});
