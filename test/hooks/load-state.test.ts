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
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type LogFs, nodeLogFs } from '../../src/events/log-fs.ts';
import { readEvents } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { comparePositions, LOG_START } from '../../src/events/position.ts';
import { logFolder, segmentPath } from '../../src/events/segments.ts';
import { type LoadedState, loadState } from '../../src/hooks/load-state.ts';
import { readSnapshot } from '../../src/hooks/snapshot-file.ts';
import { startFold } from '../../src/projections/fold.ts';
import { snapshotParts } from '../../src/projections/make-snapshot.ts';
import { parseSnapshot, type Snapshot } from '../../src/projections/snapshot.ts';
import { bundleInto } from '../hammer/bundle.ts';
import { bytesOfParts } from '../kit/cache-bytes.ts';
import { cleanEnv } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { place } from '../model/command.ts';
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
      writeFileSync(file, bytesOfParts(snapshotParts(change(snapshotIn(file)) as Snapshot)));
    },
  };
};
type TestLog = ReturnType<typeof newLog>;

/** Every line of the file stands twice, so that damage shows. The first ones are not part of the snapshot. */
const snapshotIn = (file: string): Snapshot => {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const [, ...parts] = lines.filter((_line, index) => index % 2 === 0);
  const isWhole = lines.every((line, index) => line === lines[index - (index % 2)]);
  const snapshot = isWhole ? parseSnapshot((index) => parts[index] ?? null) : null;
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
    expect(log.readSnapshot().names).toEqual(['s1']);
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

  it.each<[string, (log: TestLog) => void]>([
    ['is something else', (log) => log.change((snapshot) => ({ ...snapshot, part: () => '{}' }))],
    ['is gone', ({ file }) => writeFileSync(file, bytesOfParts(snapshotParts(snapshotIn(file)).slice(0, 1)))],
    [
      'differs between its copies',
      ({ file }) => writeFileSync(file, readFileSync(file, 'utf8').replace('"tools":40', '"tools":41')),
    ],
  ])('whose session %s is made up for from the log', (_what, damage) => {
    const log = logWithSnapshot();
    damage(log);
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
    ['is of a later version', (log) => log.change((s) => ({ ...s, key: s.key.replace('v3', 'v4') }))],
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
        writeSync: () => {
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

describe('a snapshot of many sessions', () => {
  /** Sessions that changed many files: a hook reads the states of the first few at once. */
  const STREAMS = Array.from({ length: 4 }, (_, i) => `s${i}`);
  const largeLog = (): TestLog => {
    const log = newLog();
    for (const stream of STREAMS) {
      const files = Array.from({ length: 500 }, (_, i) => wrote(`/work/shop/src/${stream}-${i}-größe.ts`, { stream }));
      log.append(prompted({ stream }), ...files, requested('open', 'Bash', { stream }));
    }
    log.load().save(true);
    return log;
  };
  const expectTruth = (log: TestLog, loaded = log.load()): void => {
    for (const stream of [...STREAMS, 'never seen']) expect(viewOf(loaded, stream), stream).toEqual(truth(log, stream));
  };

  it('gives the states of each', () => {
    const log = largeLog();
    expect(readFileSync(log.file).length).toBeGreaterThan(3 * 64 * 1024);
    expectTruth(log);
  });

  it('changes no verdict when any byte of it was changed or it was cut anywhere, and is whole again by and by', () => {
    const log = largeLog();
    const good = readFileSync(log.file);
    fc.assert(
      fc.property(place, fc.nat(7), fc.boolean(), fc.constantFrom(...STREAMS), (where, bit, isCut, stream) => {
        const at = Math.floor(where * good.length);
        const flipped = good.with(at, (good[at] as number) ^ (1 << bit));
        writeFileSync(log.file, isCut ? good.subarray(0, at) : flipped);
        const loaded = log.load();
        expectTruth(log, loaded);
        loaded.save(true);
        log.append(...past(20, { stream }));
        log.load().save(true);
        log.append(...past(20, { stream }));
        log.load().save(true);
        expectTruth(log);
        expect(snapshotIn(log.file).names).toHaveLength(STREAMS.length);
      }),
      { numRuns: 8 },
    );
  });

  it('that another call replaced since is not mixed with that one', () => {
    const log = largeLog();
    const [oldest = '', newest = ''] = [STREAMS[0], STREAMS.at(-1)];
    const candidate = readSnapshot(log.root, nodeLogFs);
    log.append(...past(20, { stream: 'other' }));
    log.load().save(true);
    const replaced = readFileSync(log.file);
    const loaded = loadState(log.folder, log.root, null, { candidate });
    for (const stream of [oldest, newest, 'other']) expect(viewOf(loaded, stream)).toEqual(truth(log, stream));
    // It holds only a part of what it would have to keep.
    loaded.save(true);
    expect(readFileSync(log.file).equals(replaced)).toBe(true);
  });

  it('is read once by a hook call of the session that was active last, and not to its end', () => {
    const log = largeLog();
    let bytes = 0;
    let opened = -1;
    const fs: LogFs = {
      ...nodeLogFs,
      openSync: ((path: string, flags: number) => {
        const fd = nodeLogFs.openSync(path, flags);
        opened = path === log.file ? fd : opened;
        return fd;
      }) as typeof nodeLogFs.openSync,
      closeSync: (fd) => {
        opened = fd === opened ? -1 : opened;
        nodeLogFs.closeSync(fd);
      },
      readSync: ((fd: number, buffer: Buffer, offset: number, length: number, position: number) => {
        const read = nodeLogFs.readSync(fd, buffer, offset, length, position);
        bytes += fd === opened ? read : 0;
        return read;
      }) as typeof nodeLogFs.readSync,
    };
    const next = prompted({ stream: STREAMS.at(-1) as string });
    log.append(next);
    loadState({ ...log.folder, fs }, log.root, next.id);
    expect(bytes).toBe(64 * 1024);
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
    expect(log.readSnapshot().names).not.toContain('s2');
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
    expect(snapshot.names[0]).toBe('s2');
    expect(snapshot.names).toHaveLength(32);
    for (let i = 0; i < 45; i += 1) expect(viewOf(log.load(), `s${i}`), `s${i}`).toEqual(truth(log, `s${i}`));
  });

  it('is not looked for when it is a new one', () => {
    const log = newLog();
    many(log);
    log.append(happened('SessionStarted', { source: 'startup' }, { stream: 'new' }));
    let firstReads = 0;
    const segments = new Set<number>();
    const fs = {
      ...nodeLogFs,
      openSync: ((path: string, flags: number) => {
        const fd = nodeLogFs.openSync(path, flags);
        if (path.endsWith('.ndjson')) segments.add(fd);
        else segments.delete(fd);
        return fd;
      }) as typeof nodeLogFs.openSync,
      readSync: ((fd: number, buffer: Buffer, offset: number, length: number, position: number) => {
        if (position === 0 && length > 256 && segments.has(fd)) firstReads += 1;
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
      expect(snapshotIn(log.file).names.length).toBeGreaterThan(0);
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
