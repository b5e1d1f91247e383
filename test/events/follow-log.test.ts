import {
  appendFileSync,
  cpSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Followed, followLog, isLogChange } from '../../src/events/follow-log.ts';
import { type LogFs, nodeLogFs } from '../../src/events/log-fs.ts';
import { readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { formatPosition, LOG_START, type Position } from '../../src/events/position.ts';
import { type LogFolder, listSegments, logFolder, segmentPath } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';
import { tempProject } from '../kit/temp-project.ts';

const newLog = (limit?: number, fs = nodeLogFs): LogFolder => logFolder(tempProject().path, fs, limit);

const TICK_MS = 2000;

/** A file system whose clock ticks seldom. */
const seldomTicking: LogFs = {
  ...nodeLogFs,
  statSync: ((path: string, options: { throwIfNoEntry: false }) => {
    const stat = nodeLogFs.statSync(path, options);
    const told = (ms: number): number => Math.floor(ms / TICK_MS) * TICK_MS;
    return stat && Object.assign(stat, { mtimeMs: told(stat.mtimeMs), ctimeMs: told(stat.ctimeMs) });
  }) as LogFs['statSync'],
};

/** Appends events of about a size, by a writer of its own each. Returns their ids. */
const appender = (folder: LogFolder) => {
  let events = 0;
  return (count: number, size = 10): string[] =>
    Array.from({ length: count }, () => {
      const id = `e${events++}`;
      const writer = openLogWriter(folder);
      writer.append([JSON.stringify(envelope(id, 'NotificationShown', { data: { text: 'x'.repeat(size) } }))]);
      writer.close();
      return id;
    });
};

const wordOf = (item: Followed): string => {
  if ('event' in item) return item.event.id;
  if (!isLogChange(item)) return `!${item.reason}`;
  return item.goesOnAt === null ? 'gone' : `on at ${formatPosition(item.goesOnAt)}`;
};

/** Follows a log in the background. */
const follow = (folder: LogFolder, from: Position = LOG_START) => {
  const stop = new AbortController();
  const seen: string[] = [];
  const ended = (async () => {
    for await (const item of followLog(folder, from, stop.signal)) seen.push(wordOf(item));
  })();
  let failed: unknown = null;
  ended.catch((error) => {
    failed = error;
  });
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  /** Everything so far, once something was seen. */
  const until = async (word: string | RegExp): Promise<string[]> => {
    while (!seen.some((item) => item.match(word)?.[0] === item)) {
      if (failed !== null) throw failed;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return seen;
  };
  return { seen, until, stop, ended };
};

const first = (folder: LogFolder): string => segmentPath(folder, 1);

const endOf = (folder: LogFolder): Position => {
  const lines = readLines(folder);
  for (;;) {
    const next = lines.next();
    if (next.done) return next.value;
  }
};

describe('following', () => {
  it('begins where it is told, and ends when it is told', async () => {
    const folder = newLog();
    const append = appender(folder);
    append(3);
    const { seen, until, stop, ended } = follow(folder, endOf(folder));
    append(2);
    expect(await until('e4')).toEqual(['e3', 'e4']);
    stop.abort();
    await ended;
    append(1);
    expect(seen).toEqual(['e3', 'e4']);
  });

  it('waits for a log that is not there', async () => {
    const folder = newLog();
    const { until } = follow(folder);
    await new Promise((resolve) => setTimeout(resolve, 30));
    appender(folder)(2);
    expect(await until('e1')).toEqual(['e0', 'e1']);
  });

  it('goes on at the end of a log that was cut before it began', async () => {
    const folder = newLog();
    const append = appender(folder);
    append(3);
    const end = endOf(folder);
    truncateSync(first(folder));
    const { until } = follow(folder, end);
    await until(/on at .*/);
    append(1);
    expect(await until('e3')).toEqual(['on at 1:0', 'e3']);
  });

  it('passes over what lies behind the valid part of a segment', async () => {
    const folder = newLog(300);
    const append = appender(folder);
    const { until } = follow(folder);
    append(1, 300);
    await until('e0');
    appendFileSync(first(folder), `\n${JSON.stringify(envelope('void', 'NotificationShown'))}\n`);
    append(1);
    expect(await until('e1')).toEqual(['e0', 'e1']);
  });

  it('goes on without a word when the file is exchanged for a copy', async () => {
    const folder = newLog();
    const append = appender(folder);
    append(3);
    const { until } = follow(folder);
    await until('e2');
    cpSync(first(folder), `${first(folder)}.copy`);
    renameSync(`${first(folder)}.copy`, first(folder));
    append(1);
    expect(await until('e3')).toEqual(['e0', 'e1', 'e2', 'e3']);
  });

  it('does not repeat a line that lost only its newline', async () => {
    const folder = newLog();
    const append = appender(folder);
    append(2);
    const { until } = follow(folder);
    await until('e1');
    truncateSync(first(folder), statSync(first(folder)).size - 1);
    await until(/on at .*/);
    append(1);
    expect(await until('e2')).toEqual(['e0', 'e1', expect.stringMatching(/^on at /), 'e2']);
  });

  it('takes no line for one that only begins as it did', async () => {
    const folder = newLog();
    const append = appender(folder);
    append(1);
    const { until } = follow(folder);
    await until('e0');
    truncateSync(first(folder), '\n{'.length);
    append(1);
    await until('e1');
    rmSync(folder.path, { recursive: true });
    append(1);
    expect(await until('e2')).toEqual(['e0', 'on at 1:1', '!not-json', 'e1', 'on at 1:1', 'e2']);
  });

  it('sees what changed between two ticks of the clock and is as long as it was', async () => {
    const folder = newLog(undefined, seldomTicking);
    const append = appender(folder);
    append(1);
    const { until } = follow(folder);
    await until('e0');
    for (const id of ['e1', 'e2', 'e3']) {
      truncateSync(first(folder));
      append(1);
      await until(id);
    }
    expect(await until('e3')).toEqual(['e0', 'on at 1:1', 'e1', 'on at 1:1', 'e2', 'on at 1:1', 'e3']);
  });

  it('says so when the log is removed, once, and begins with the new one', async () => {
    const folder = newLog();
    const append = appender(folder);
    append(2);
    const { until } = follow(folder);
    await until('e1');
    rmSync(folder.path, { recursive: true });
    await until('gone');
    append(1);
    expect(await until('e2')).toEqual(['e0', 'e1', 'gone', 'e2']);
  });

  it('goes on with a later segment when its own is removed', async () => {
    const folder = newLog(300);
    const append = appender(folder);
    append(1, 300);
    const { until } = follow(folder);
    await until('e0');
    append(1);
    rmSync(first(folder));
    expect(await until('e1')).toEqual(['e0', 'on at 2:0', 'e1']);
  });

  /** A log that is longer than what is remembered of it. */
  const longLog = async () => {
    const folder = newLog();
    const append = appender(folder);
    append(30, 10_000);
    const { until } = follow(folder);
    await until('e29');
    return { folder, append, until };
  };

  it('goes on behind the last line when a long log is cut near its end', async () => {
    const { folder, append, until } = await longLog();
    truncateSync(first(folder), statSync(first(folder)).size - 25_000);
    append(1);
    const seen = await until('e30');
    expect(seen.slice(30)).toEqual([expect.stringMatching(/^on at 1:/), '!not-json', 'e30']);
  });

  it('goes on at its end when a long log is cut far back', async () => {
    const { folder, append, until } = await longLog();
    truncateSync(first(folder), 100_000);
    await until(/on at .*/);
    append(1);
    const seen = await until('e30');
    expect(seen.slice(30)).toEqual([expect.stringMatching(/^on at 1:9\d{4}$/), '!not-json', 'e30']);
  });

  it.each<[string, (folder: LogFolder) => void]>([
    ['emptied', (folder) => truncateSync(first(folder))],
    ['cut within its first lines', (folder) => truncateSync(first(folder), 3000)],
    ['exchanged', (folder) => replaceWith(folder, '')],
    ['removed and made anew', (folder) => rmSync(folder.path, { recursive: true })],
  ])('begins again when a long log is %s and written on at once', async (_how, change) => {
    const { folder, append, until } = await longLog();
    change(folder);
    append(2);
    const seen = await until('e31');
    expect(seen.slice(30).filter((item) => item !== '!not-json')).toEqual([
      expect.stringMatching(/^on at 1:[01]$/),
      'e30',
      'e31',
    ]);
  });

  const replaceWith = (folder: LogFolder, text: string): void => {
    const path = segmentPath(folder, listSegments(folder).at(-1) ?? 1);
    writeFileSync(`${path}.other`, text);
    renameSync(`${path}.other`, path);
  };

  /** What may happen to a log between two looks at it; each appends what must be seen after it. */
  const CHANGES: Readonly<Record<string, (folder: LogFolder, share: number) => void>> = {
    none: () => {},
    cut: (folder, share) => {
      const path = segmentPath(folder, listSegments(folder).at(-1) ?? 1);
      truncateSync(path, Math.floor(statSync(path).size * share));
    },
    'cut of its last newline': (folder) => {
      const path = segmentPath(folder, listSegments(folder).at(-1) ?? 1);
      truncateSync(path, Math.max(0, statSync(path).size - 1));
    },
    copied: (folder) =>
      replaceWith(folder, readFileSync(segmentPath(folder, listSegments(folder).at(-1) ?? 1), 'utf8')),
    exchanged: (folder) => replaceWith(folder, ''),
    emptied: (folder) => truncateSync(segmentPath(folder, listSegments(folder).at(-1) ?? 1)),
    'made anew': (folder) => rmSync(folder.path, { recursive: true }),
  };

  it('loses and repeats nothing whatever happens to the log between two appends', async () => {
    const step = fc.record({
      what: fc.constantFrom(...Object.keys(CHANGES)),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      count: fc.integer({ min: 1, max: 4 }),
      size: fc.nat(400),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 4000, max: 9000 }),
        async (steps, limit) => {
          const folder = newLog(limit);
          const append = appender(folder);
          const appended = append(3);
          const { seen, until, stop, ended } = follow(folder);
          await until('e2');
          for (const { what, share, count, size } of steps) {
            CHANGES[what]?.(folder, share);
            appended.push(...append(count, size));
            await until(appended.at(-1) as string);
          }
          stop.abort();
          await ended;
          expect(seen.filter((item) => item.startsWith('e'))).toEqual(appended);
        },
      ),
      // What waits for ever is named before the test is given up.
      { numRuns: 40, timeout: 20_000, endOnFailure: true },
    );
  });
});
