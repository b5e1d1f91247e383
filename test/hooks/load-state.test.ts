import { spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type LogFs, nodeLogFs } from '../../src/events/log-fs.ts';
import { readEvents } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { comparePositions, LOG_START } from '../../src/events/position.ts';
import { logFolder, segmentPath } from '../../src/events/segments.ts';
import { type LoadedState, loadState } from '../../src/hooks/load-state.ts';
import { startFold } from '../../src/projections/fold.ts';
import { parseSnapshot, type Snapshot, snapshotText } from '../../src/projections/snapshot.ts';
import { bundleInto } from '../hammer/bundle.ts';
import { cleanEnv } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { completed, happened, prompted, recorded, requested, testsFinished, wrote } from '../projections/given.ts';

const newLog = ({ limit, fs = nodeLogFs }: { limit?: number; fs?: LogFs } = {}) => {
  const root = tempProject().path;
  const folder = logFolder(root, fs, limit);
  const file = join(root, 'snapshots', 'project.json');
  return {
    root,
    folder,
    file,
    append: (...events: readonly Envelope[]): void => {
      const writer = openLogWriter(logFolder(root, nodeLogFs, limit));
      for (const event of events) writer.append([JSON.stringify(event)]);
      writer.close();
    },
    load: (eventId: string | null = null): LoadedState => loadState(folder, root, eventId),
    readSnapshot: (): Snapshot => snapshotIn(file),
    change: (change: (snapshot: Snapshot) => object): void => {
      const text = snapshotText(change(snapshotIn(file)) as Snapshot);
      writeFileSync(file, text + text);
    },
  };
};
type TestLog = ReturnType<typeof newLog>;

/** The file holds the text twice, so that damage shows. */
const snapshotIn = (file: string): Snapshot => {
  const text = readFileSync(file, 'utf8');
  const half = text.slice(0, text.length / 2);
  const snapshot = half + half === text ? parseSnapshot(half) : null;
  if (snapshot === null) throw new Error('there is no whole snapshot');
  return snapshot;
};

const failed = () => recorded('HookFailed', { stage: 'load', code: 'EIO', message: 'no log' });
const past = (count: number, more: Partial<Envelope> = {}): Envelope[] =>
  Array.from({ length: count }, (_, i) => [requested(`c${i}`, 'Bash', more), completed(`c${i}`, 'Bash', more)]).flat();

const viewOf = ({ fold }: LoadedState, stream = 's1') => fold.view(stream, '/work/shop');

/** What the events of the log come to, without any snapshot. */
const truth = ({ folder }: TestLog, stream = 's1') => {
  const fold = startFold();
  for (const { event } of readEvents(folder)) fold.apply(event);
  return fold.view(stream, '/work/shop');
};

/** A log with a snapshot that says something else than the log, so that its use shows. */
const logWithSnapshot = (options: { limit?: number } = {}): TestLog => {
  const log = newLog(options);
  log.append(...past(40), failed());
  log.load().save(false);
  log.change((snapshot) => ({ ...snapshot, shared: withFailures(snapshot, 99) }));
  return log;
};
const withFailures = ({ shared }: Snapshot, count: number): Snapshot['shared'] => ({
  ...shared,
  project: { ...shared.project, failures: { count, last: [] } },
});
const failuresSeen = (log: TestLog): number => viewOf(log.load()).failures.count;

describe('the state at an event', () => {
  it('knows what stands before it and not what stands behind it', () => {
    const log = newLog();
    const [first, red, trigger, later] = [prompted(), testsFinished('fail'), requested('a'), testsFinished('pass')];
    log.append(first, red, trigger, later);
    const loaded = log.load(trigger.id);
    expect(viewOf(loaded).tests.status).toBe('fail');
    expect(loaded.before.map(({ id }) => id)).toEqual([first.id, red.id, trigger.id]);
    expect(loaded.after.map(({ id }) => id)).toEqual([later.id]);
    const { position } = loaded;
    expect([...readEvents(log.folder, position ?? LOG_START)][0]?.event.id).toBe(trigger.id);
  });

  it('is that of the whole log without one, and says when the event is not there', () => {
    const log = newLog();
    log.append(prompted(), testsFinished('pass'));
    expect(viewOf(log.load())).toMatchObject({ turn: { prompts: 1 }, tests: { status: 'pass' } });
    expect(log.load('nowhere')).toMatchObject({ position: null, after: [] });
  });

  it('is empty without a log', () => {
    const log = newLog();
    expect(viewOf(log.load())).toEqual(startFold().view('s1', null));
    log.load().save(true);
    expect(existsSync(log.file)).toBe(false);
  });

  it('names the first delivery when the event is another one', () => {
    const log = newLog();
    const [first, second] = [requested('a', 'Bash', { delivery: 'a' }), requested('a', 'Bash', { delivery: 'a' })];
    log.append(first, second);
    expect(log.load(second.id).repeatOf).toBe(first.id);
    expect(log.load(first.id).repeatOf).toBeNull();
  });

  it('passes over torn and damaged lines in the tail', () => {
    const log = newLog();
    const [first, second, last] = [prompted(), prompted(), prompted()];
    log.append(first);
    appendFileSync(segmentPath(log.folder, 1), `\n${JSON.stringify(second).slice(0, 40)}`);
    log.append(second);
    appendFileSync(segmentPath(log.folder, 1), Buffer.from('\n{"v":1,"\xff"}\n', 'latin1'));
    log.append(last);
    appendFileSync(segmentPath(log.folder, 1), '\n{"v":1,"id":"torn');
    const loaded = log.load(last.id);
    expect(viewOf(loaded).turn.prompts).toBe(3);
    expect(loaded.before.map(({ id }) => id)).toEqual([first.id, second.id, last.id]);
  });

  it('goes over segments', () => {
    const log = newLog({ limit: 1_500 });
    log.append(...past(30), testsFinished('fail'), ...past(2));
    expect(readdirSync(log.folder.path).length).toBeGreaterThan(5);
    expect(viewOf(log.load()).tests.status).toBe('fail');
    log.load().save(false);
    const more = prompted();
    log.append(more);
    expect(viewOf(log.load(more.id))).toEqual(truth(log));
  });
});

describe('a snapshot', () => {
  it('is saved when much was read, and sooner when the session rests', () => {
    const log = newLog();
    log.append(...past(10));
    log.load().save(false);
    expect(existsSync(log.file)).toBe(false);
    log.load().save(true);
    expect(log.readSnapshot().streams.map(([stream]) => stream)).toEqual(['s1']);
    log.append(...past(40));
    log.load().save(false);
    expect(comparePositions(log.readSnapshot().position, LOG_START)).toBeGreaterThan(0);
    expect(nodeLogFs.statSync(log.file).mode & 0o777).toBe(0o600);
  });

  it('knows also what stood behind the event that was judged', () => {
    const log = newLog();
    const trigger = requested('x');
    log.append(...past(40), trigger, testsFinished('fail'));
    log.load(trigger.id).save(false);
    expect(log.readSnapshot().shared.worktrees[0]?.[1].tests.status).toBe('fail');
    expect(viewOf(log.load())).toEqual(truth(log));
  });

  it('whose session cannot be read is made up for from the log', () => {
    const log = logWithSnapshot();
    log.change((snapshot) => ({ ...snapshot, streams: snapshot.streams.map(([stream]) => [stream, '{}']) }));
    expect(viewOf(log.load()).calls).toEqual(truth(log).calls);
    expect(failuresSeen(log)).toBe(99);
  });

  it('is gone on from', () => {
    const log = logWithSnapshot();
    expect(failuresSeen(log)).toBe(99);
    log.append(failed());
    expect(failuresSeen(log)).toBe(100);
  });

  it.each<[string, (log: TestLog) => void]>([
    ['is no JSON', ({ file }) => truncateSync(file, 100)],
    ['is empty', ({ file }) => writeFileSync(file, '')],
    ['is something else', ({ file }) => writeFileSync(file, '[1,2]')],
    [
      'was made with other projections',
      (log) => log.change((s) => ({ ...s, key: s.key.replace('tests@', 'tests@9') })),
    ],
    ['is of a later version', (log) => log.change((s) => ({ ...s, key: s.key.replace('v2', 'v3') }))],
    ['has lost its sessions', (log) => log.change((s) => ({ ...s, streams: s.streams.map(([name]) => [name, '\n']) }))],
    ['has lost its policy', (log) => log.change((s) => ({ ...s, shared: { ...s.shared, project: null } }))],
    ['remembers nothing of the log', (log) => log.change((s) => ({ ...s, print: '' }))],
    [
      'differs between its copies',
      (log) => writeFileSync(log.file, readFileSync(log.file, 'utf8').replace('"count":99', '"count":98')),
    ],
    ['has lost its position', (log) => log.change((s) => ({ ...s, position: { segment: 1 } }))],
    ['is of another log', (log) => log.change((s) => ({ ...s, print: Buffer.from('another').toString('base64') }))],
    ['ends in another segment', (log) => log.change((s) => ({ ...s, position: { segment: 7, offset: 40 } }))],
    ['ends behind the log', (log) => log.change((s) => ({ ...s, position: { segment: 1, offset: 1e9 } }))],
    [
      'is a folder',
      ({ file }) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    ['is gone', ({ file }) => rmSync(file)],
  ])('that %s is not used', (_what, damage) => {
    const log = logWithSnapshot();
    damage(log);
    expect(viewOf(log.load())).toEqual(truth(log));
    expect(failuresSeen(log)).toBe(1);
  });

  it('of a log that was cut off is not used', () => {
    const log = logWithSnapshot();
    const path = segmentPath(log.folder, 1);
    truncateSync(path, readFileSync(path).length - 300);
    expect(failuresSeen(log)).toBe(truth(log).failures.count);
    expect(failuresSeen(log)).not.toBe(99);
  });

  it('of a log that was begun anew is not used', () => {
    const log = logWithSnapshot();
    rmSync(log.folder.path, { recursive: true });
    log.append(...past(50), failed(), failed());
    expect(failuresSeen(log)).toBe(2);
  });

  it('that cannot be written changes nothing', () => {
    const log = newLog({
      fs: {
        ...nodeLogFs,
        writeFileSync: () => {
          throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        },
      },
    });
    log.append(...past(40));
    log.load().save(true);
    expect(viewOf(log.load())).toEqual(truth(log));
    expect(existsSync(log.file)).toBe(false);
  });
});

describe('a session that a snapshot had no room for', () => {
  const many = (log: TestLog): void => {
    for (let i = 0; i < 45; i += 1) {
      const more = { stream: `s${i}` };
      log.append(prompted(more), wrote(`/work/shop/src/f${i}.ts`, more), requested('open', 'Bash', more));
    }
    log.load().save(true);
  };

  it.each([undefined, 2_000])('is known again when it goes on (segments of %s bytes)', (limit) => {
    const log = newLog(limit === undefined ? {} : { limit });
    many(log);
    expect(log.readSnapshot().streams.map(([stream]) => stream)).not.toContain('s2');
    const next = requested('more', 'Bash', { stream: 's2' });
    log.append(next);
    const loaded = log.load(next.id);
    expect(viewOf(loaded, 's2')).toEqual(truth(log, 's2'));
    expect(viewOf(loaded, 's2').calls.open.map(({ call }) => call)).toEqual(['open', 'more']);
  });

  it('is in the next snapshot, which is saved at once, and others make room', () => {
    const log = newLog();
    many(log);
    log.append(requested('more', 'Bash', { stream: 's2' }));
    log.load().save(false);
    const snapshot = log.readSnapshot();
    expect(snapshot.streams.at(-1)?.[0]).toBe('s2');
    expect(snapshot.streams).toHaveLength(32);
    for (let i = 0; i < 45; i += 1) expect(viewOf(log.load(), `s${i}`), `s${i}`).toEqual(truth(log, `s${i}`));
  });

  it('is not looked for when it is a new one', () => {
    const log = newLog();
    many(log);
    log.append(happened('SessionStarted', { source: 'startup' }, { stream: 'new' }));
    let firstReads = 0;
    const fs = {
      ...nodeLogFs,
      readSync: ((fd: number, buffer: Buffer, offset: number, length: number, position: number) => {
        if (position === 0 && length > 256) firstReads += 1;
        return nodeLogFs.readSync(fd, buffer, offset, length, position);
      }) as typeof nodeLogFs.readSync,
    };
    loadState({ ...log.folder, fs }, log.root, null);
    expect(firstReads).toBe(0);
  });
});

it('a snapshot can be read, and is of this log, while several processes write and save', async () => {
  const log = newLog({ limit: 60_000 });
  const entry = await bundleInto(tempProject().path, join(import.meta.dirname, 'save-entry.ts'));
  const writers = ['a', 'b', 'c', 'd'].map((name) => {
    const child = spawn(process.execPath, [entry, log.root, '60000', name, '12'], {
      env: cleanEnv(),
      stdio: 'inherit',
    });
    return new Promise<number | null>((resolve) => child.on('exit', resolve));
  });
  let running = true;
  const ended = Promise.all(writers).then((codes) => {
    running = false;
    return codes;
  });
  let reads = 0;
  while (running) {
    if (existsSync(log.file)) {
      expect(snapshotIn(log.file).streams.length).toBeGreaterThan(0);
      reads += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(await ended).toEqual([0, 0, 0, 0]);
  expect(reads).toBeGreaterThan(0);
  const { position, shared } = log.readSnapshot();
  const upTo = startFold();
  for (const line of readEvents(log.folder)) {
    if (comparePositions(line.position, position) < 0) upTo.apply(line.event);
  }
  expect(shared.project).toEqual(upTo.state().project);
  expect(viewOf(log.load(), 'a')).toEqual(truth(log, 'a'));
  expect(truth(log).failures.count).toBe(4 * 12 * 70);
});
