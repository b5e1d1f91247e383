import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type LogFs, nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, type ReadLine, readBlocks, readEvents } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { readSession, readSessions } from '../../src/events/read-sessions.ts';
import { type LogFolder, logFolder, segmentPath } from '../../src/events/segments.ts';
import { type StreamIndex, startIndex } from '../../src/events/stream-index.ts';
import { bytesOfParts } from '../kit/cache-bytes.ts';
import { envelope } from '../kit/envelope.ts';
import { tempProject } from '../kit/temp-project.ts';

const newLog = (limit?: number, fs: LogFs = nodeLogFs): LogFolder => logFolder(tempProject().path, fs, limit);
const fileOf = (folder: LogFolder): string => join(folder.path, '..', 'index', 'streams.json');

const append = (folder: LogFolder, ...lines: readonly (string | Envelope)[]): void => {
  const writer = openLogWriter({ ...folder, fs: nodeLogFs });
  for (const line of lines) writer.append([typeof line === 'string' ? line : JSON.stringify(line)]);
  writer.close();
};

/** An event as somebody else may order its fields: with the data first. */
const reordered = ({ data, ...event }: Envelope): object => ({ data, ...event });

const ruling = (id: string, decision: string, more: Partial<Envelope> = {}, data: object = {}): Envelope =>
  envelope(id, 'GatesRuled', { ...more, data: { decision, verdicts: [], ...data } });

const idsOf = (lines: Iterable<ReadLine>): string[] =>
  [...lines].map((line) => (isLogLine(line) ? line.event.id : `!${line.reason} at ${line.position.offset}`));

const streamsOf = ({ streams }: StreamIndex) => streams.map(({ stream, events }) => [stream, events]);

describe('the index of streams', () => {
  it('knows of each session what a list shows, the most recently active one last', () => {
    const folder = newLog();
    append(
      folder,
      envelope('a', 'SessionStarted', { stream: 'one', at: '2026-01-01T10:00:00.000Z', worktree: '/shop' }),
      envelope('b', 'PromptSubmitted', { stream: 'two', at: '2026-01-01T10:01:00.000Z', host: 'cursor' }),
      ruling('c', 'deny', { stream: 'one' }),
      ruling('d', 'deny', { stream: 'one' }, { repeatOf: 'a' }),
      ruling('e', 'none', { stream: 'one' }, { verdicts: [{ mode: 'monitor', decision: 'ask' }] }),
      JSON.stringify(reordered(envelope('f', 'TestRunFinished', { stream: 'one', worktree: '/elsewhere' }))),
      envelope('g', 'SessionEnded', { stream: 'two', at: '2026-01-01T10:03:00.000Z', worktree: '/größe' }),
      envelope('h', 'ToolRequested', { stream: 'one', at: '2026-01-01T10:02:00.000Z', worktree: null }),
    );
    const [, at] = [...readEvents(folder)].filter(({ event }) => event.type === 'GatesRuled');
    const { streams } = openStreamIndex(folder);
    expect(streams).toMatchObject([
      {
        stream: 'two',
        host: 'cursor',
        worktree: '/größe',
        firstAt: '2026-01-01T10:01:00.000Z',
        lastAt: '2026-01-01T10:03:00.000Z',
        endedAt: '2026-01-01T10:03:00.000Z',
        events: 2,
        rulings: {},
        answered: null,
        monitored: null,
      },
      {
        stream: 'one',
        host: 'claude-code',
        worktree: '/shop',
        firstAt: '2026-01-01T10:00:00.000Z',
        lastAt: '2026-01-01T10:02:00.000Z',
        endedAt: null,
        events: 6,
        rulings: { deny: 1, none: 1 },
      },
    ]);
    expect(at?.event.id).toBe('d');
    const positions = new Map([...readEvents(folder)].map(({ event, position }) => [event.id, position]));
    expect(streams[1]).toMatchObject({ answered: positions.get('c'), monitored: positions.get('e') });
  });

  it('counts a session that is resumed as live', () => {
    const folder = newLog();
    append(folder, envelope('a', 'SessionEnded'), envelope('b', 'SessionStarted'));
    expect(openStreamIndex(folder).streams[0]).toMatchObject({ endedAt: null, events: 2 });
  });

  it('counts one that was imported as ended, until a hook records something of it', () => {
    const folder = newLog();
    const at = '2026-01-01T10:05:00.000Z';
    append(
      folder,
      envelope('a', 'SessionStarted', { provenance: 'import' }),
      envelope('b', 'TurnEnded', { provenance: 'import', at }),
    );
    expect(openStreamIndex(folder).streams[0]).toMatchObject({ imported: true, endedAt: at, events: 2 });
    const data = { text: '"provenance":"import"' };
    append(folder, envelope('c', 'PromptSubmitted', { data }), envelope('d', 'PromptSubmitted', { data }));
    expect(openStreamIndex(folder).streams[0]).toMatchObject({ imported: false, endedAt: null, events: 4 });
  });

  it.each<[string, string]>([
    [
      'spaced otherwise',
      JSON.stringify(envelope('x', 'PromptSubmitted', { stream: 'two' }), null, 1).replaceAll('\n', ''),
    ],
    [
      'ordered otherwise',
      JSON.stringify(reordered(envelope('x', 'PromptSubmitted', { stream: 'two', data: { stream: 'one' } }))),
    ],
    [
      'written with escapes',
      JSON.stringify(envelope('x', 'PromptSubmitted', { stream: 'two' })).replace('"two"', '"\\u0074wo"'),
    ],
  ])('knows the session of a line that is %s', (_how, line) => {
    const folder = newLog();
    append(folder, envelope('a', 'PromptSubmitted', { stream: 'one' }), line);
    const index = openStreamIndex(folder);
    expect(streamsOf(index)).toEqual([
      ['one', 1],
      ['two', 1],
    ]);
    expect(idsOf(readSession(folder, 'two', index))).toEqual(['x']);
  });

  it('leaves the one it goes on from as it was', () => {
    const folder = newLog();
    append(folder, ruling('a', 'deny'));
    const index = openStreamIndex(folder);
    const before = structuredClone(index);
    const builder = startIndex(index, folder.limit);
    for (const block of readBlocks(folder)) builder.add(block);
    expect(builder.streams()[0]).toMatchObject({ events: 2, rulings: { deny: 2 } });
    expect(index).toEqual(before);
  });

  it('is empty without a log, and then leaves no file', () => {
    const folder = newLog();
    expect(openStreamIndex(folder)).toMatchObject({ streams: [], overflowed: false });
    expect(existsSync(fileOf(folder))).toBe(false);
  });
});

describe('the file of the index', () => {
  /** A log whose index says something else than the log, so that its use shows. */
  const forged = (): LogFolder => {
    const folder = newLog();
    append(folder, envelope('a', 'PromptSubmitted', { stream: 'one' }));
    openStreamIndex(folder);
    change(folder, (text) => text.replace('"events":1', '"events":71'));
    return folder;
  };
  const change = (folder: LogFolder, changed: (text: string) => string): void => {
    const [, , json = ''] = readFileSync(fileOf(folder), 'utf8').split('\n');
    writeFileSync(fileOf(folder), bytesOfParts([changed(json)]));
  };

  it('is gone on from', () => {
    const folder = forged();
    append(
      folder,
      envelope('b', 'PromptSubmitted', { stream: 'one' }),
      envelope('c', 'PromptSubmitted', { stream: 'two' }),
    );
    expect(streamsOf(openStreamIndex(folder))).toEqual([
      ['one', 72],
      ['two', 1],
    ]);
  });

  it('is private, and leaves nothing beside it', () => {
    const folder = forged();
    expect(nodeLogFs.statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
    expect(nodeLogFs.statSync(join(fileOf(folder), '..')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(fileOf(folder), '..'))).toEqual(['streams.json']);
  });

  it.each<[string, (folder: LogFolder) => void]>([
    ['absent', (folder) => rmSync(fileOf(folder))],
    ['empty', (folder) => writeFileSync(fileOf(folder), '')],
    ['cut', (folder) => writeFileSync(fileOf(folder), readFileSync(fileOf(folder)).subarray(0, -9))],
    [
      'damaged in one place',
      (folder) =>
        writeFileSync(fileOf(folder), readFileSync(fileOf(folder), 'utf8').replace('"events":71', '"events":72')),
    ],
    ['of another version', (folder) => change(folder, (text) => text.replace('streams v4', 'streams v2'))],
    ['of another log', (folder) => change(folder, (text) => text.replace(/"print":"../, '"print":"xx'))],
    ['of a longer log', (folder) => change(folder, (text) => text.replace(/"offset":\d+/, '"offset":99999'))],
    ['without a print', (folder) => change(folder, (text) => text.replace(/"print":"[^"]*"/, '"print":""'))],
    ['of another form', (folder) => change(folder, (text) => text.replace('"ranges":[[', '"ranges":[["x",'))],
    ['JSON that is no object', (folder) => change(folder, () => 'null')],
    [
      'of a log that was written anew',
      (folder) => {
        rmSync(folder.path, { recursive: true });
        append(folder, envelope('z', 'PromptSubmitted', { stream: 'one', data: { text: 'x'.repeat(500) } }));
      },
    ],
  ])('is made anew when it is %s', (_what, damage) => {
    const folder = forged();
    damage(folder);
    expect(streamsOf(openStreamIndex(folder))).toEqual([['one', 1]]);
    // And kept: the next reader goes on from the new one.
    expect(JSON.parse(readFileSync(fileOf(folder), 'utf8').split('\n')[2] as string).streams[0].events).toBe(1);
  });

  it('is not written through a link', () => {
    const folder = newLog();
    append(folder, envelope('a', 'PromptSubmitted'));
    const elsewhere = tempProject().path;
    symlinkSync(elsewhere, join(fileOf(folder), '..'));
    expect(streamsOf(openStreamIndex(folder))).toEqual([['s1', 1]]);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('that cannot be written costs nothing but time', () => {
    const refuse = (() => {
      throw Object.assign(new Error('read-only'), { code: 'EROFS' });
    }) as never;
    const folder = newLog(undefined, { ...nodeLogFs, mkdirSync: refuse, writeSync: refuse });
    append(folder, envelope('a', 'PromptSubmitted'));
    expect(streamsOf(openStreamIndex(folder))).toEqual([['s1', 1]]);
    expect(existsSync(fileOf(folder))).toBe(false);
  });

  it('takes away what killed writers left, and not what is being written', () => {
    const folder = newLog();
    append(folder, envelope('a', 'PromptSubmitted'));
    const at = (name: string): string => join(fileOf(folder), '..', name);
    mkdirSync(join(fileOf(folder), '..'));
    for (const name of ['old.tmp', 'new.tmp']) writeFileSync(at(name), '');
    utimesSync(at('old.tmp'), 1, 1);
    openStreamIndex(folder);
    expect(readdirSync(join(fileOf(folder), '..')).sort()).toEqual(['new.tmp', 'streams.json']);
  });

  it('is written again only when that spares something', () => {
    const folder = newLog();
    append(folder, envelope('a', 'PromptSubmitted'));
    openStreamIndex(folder);
    const positionIn = (): number =>
      JSON.parse(readFileSync(fileOf(folder), 'utf8').split('\n')[2] as string).position.offset;
    const first = positionIn();
    append(folder, envelope('b', 'PromptSubmitted'));
    openStreamIndex(folder);
    expect(positionIn()).toBe(first);
    append(folder, envelope('c', 'PromptSubmitted', { data: { text: 'x'.repeat(300 * 1024) } }));
    openStreamIndex(folder);
    expect(positionIn()).toBeGreaterThan(first);
  });
});

describe('a session read with the index', () => {
  it('reads only where the session is', () => {
    let read = 0;
    const counting = {
      ...nodeLogFs,
      readSync: ((...args: Parameters<typeof nodeLogFs.readSync>) => {
        const length = nodeLogFs.readSync(...args);
        read += length;
        return length;
      }) as typeof nodeLogFs.readSync,
    };
    const folder = newLog(4 * 1024 * 1024, counting);
    const writer = openLogWriter({ ...folder, fs: nodeLogFs });
    for (let i = 0; i < 6000; i += 1) {
      const text = 'x'.repeat(2000);
      writer.append([JSON.stringify(envelope(`e${i}`, 'NotificationShown', { stream: `s${i >> 8}`, data: { text } }))]);
    }
    openStreamIndex(folder);
    read = 0;
    const index = openStreamIndex(folder);
    expect(idsOf(readSession(folder, 's3', index))).toEqual(Array.from({ length: 256 }, (_, i) => `e${768 + i}`));
    expect(read).toBeLessThan(3 * 1024 * 1024);
  });

  it('is followed to its end behind the index', () => {
    const folder = newLog(400);
    append(folder, envelope('a', 'PromptSubmitted'), envelope('b', 'PromptSubmitted', { stream: 'other' }));
    const index = openStreamIndex(folder);
    append(folder, envelope('c', 'PromptSubmitted', { stream: 'other' }), envelope('d', 'PromptSubmitted'));
    expect(idsOf(readSession(folder, 's1', index))).toEqual(['a', 'd']);
    const [, d] = [...readSession(folder, 's1', index)];
    expect(idsOf(readSession(folder, 's1', index, d?.position))).toEqual(['a']);
  });

  it('reports a damaged line whose beginning names it, and no other', () => {
    const folder = newLog();
    append(folder, envelope('a', 'PromptSubmitted'));
    appendFileSync(
      segmentPath(folder, 1),
      `\n${JSON.stringify(envelope('b', 'PromptSubmitted')).slice(0, -9)}\n\nnonsense\n`,
    );
    append(folder, envelope('c', 'PromptSubmitted'));
    const lines = idsOf(readSessions(folder, (stream) => stream === 's1', openStreamIndex(folder)));
    expect(lines).toEqual(['a', expect.stringMatching(/^!not-json/), 'c']);
    expect(idsOf(readSessions(folder, () => false, openStreamIndex(folder)))).toEqual([]);
  });

  const names = fc.constantFrom('s1', 's2', 's10', 'größe', '"quoted"\n', '');
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('event'), stream: names, size: fc.nat(300) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('ruling'), stream: names, size: fc.nat(3) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('foreign'), stream: names, size: fc.nat(50) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('end'), stream: names, size: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('torn'), stream: names, size: fc.nat(200) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('garbage'), stream: names, size: fc.nat(30) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('open index'), stream: names, size: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('lose index'), stream: names, size: fc.nat(100) }) },
  );

  const lineOf = (id: string, kind: string, stream: string, size: number): string | Buffer => {
    const event = envelope(id, 'ToolCompleted', {
      stream,
      worktree: `/w${size % 3}`,
      data: { stream: 's1', text: 'é'.repeat(size) },
    });
    switch (kind) {
      case 'ruling':
        return JSON.stringify(ruling(id, ['deny', 'none', 'ask', 'what'][size] ?? 'none', { stream }));
      case 'foreign':
        return JSON.stringify(reordered(event), null, 1).replaceAll('\n', ' ');
      case 'end':
        return JSON.stringify(envelope(id, size === 0 ? 'SessionEnded' : 'SessionStarted', { stream }));
      case 'torn':
        return Buffer.from(JSON.stringify(event)).subarray(0, size);
      case 'garbage':
        return Buffer.from(`"stream":"${stream}",`.repeat(size)).subarray(1);
      default:
        return JSON.stringify(event);
    }
  };

  it('is the same as without it: any log, any staleness, any damage of the file', () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 200, max: 5000 }),
        fc.record({
          gap: fc.nat(600),
          mostRanges: fc.integer({ min: 1, max: 4 }),
          mostStreams: fc.constantFrom(2, 50, 50, 50),
        }),
        (steps, limit, bounds) => {
          const folder = newLog(limit);
          const stale: (StreamIndex | null)[] = [null];
          steps.forEach(({ kind, stream, size }, i) => {
            if (kind === 'open index') stale.push(openStreamIndex(folder, { bounds }));
            else if (kind === 'lose index') damageIndex(folder, size);
            else append(folder, String(lineOf(`e${i}`, kind, stream, size)).replaceAll('\n', ' '));
          });
          const continued = openStreamIndex(folder, { bounds });
          rmSync(join(fileOf(folder), '..'), { recursive: true, force: true });
          expect(openStreamIndex(folder, { bounds })).toEqual(continued);

          const all = [...readEvents(folder)].map(({ event }) => event);
          for (const prefix of ['s1', 's', 'größe', '"', 's2', 'nobody', '']) {
            const isWanted = (stream: string): boolean => stream.startsWith(prefix);
            const searched = idsOf(readSessions(folder, isWanted, null));
            const events = all.filter(({ stream }) => isWanted(stream)).map(({ id }) => id);
            expect(searched.filter((id) => !id.startsWith('!'))).toEqual(events);
            for (const index of [continued, ...stale])
              expect(idsOf(readSessions(folder, isWanted, index))).toEqual(searched);
          }
          if (steps.some(({ kind }) => kind === 'torn') || continued.overflowed) return;
          expect(
            new Map(continued.streams.map(({ stream, events, rulings }) => [stream, { events, rulings }])),
          ).toEqual(summed(all));
        },
      ),
      { numRuns: 300 },
    );
  });

  const damageIndex = (folder: LogFolder, at: number): void => {
    if (!existsSync(fileOf(folder))) return;
    const bytes = readFileSync(fileOf(folder));
    bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ 1;
    writeFileSync(fileOf(folder), bytes);
  };

  /** What the index should have counted. */
  const summed = (events: readonly Envelope[]) => {
    const sums = new Map<string, { events: number; rulings: Record<string, number> }>();
    for (const { stream, type, data } of events) {
      const sum = sums.get(stream) ?? { events: 0, rulings: {} };
      sums.set(stream, sum);
      sum.events += 1;
      const decision = String(data['decision']);
      if (type === 'GatesRuled' && decision !== 'what') sum.rulings[decision] = (sum.rulings[decision] ?? 0) + 1;
    }
    return sums;
  };
});
