import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { LONGEST_LINE, type LogFolder, listSegments, logFolder, segmentPath } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { startFold } from '../../src/projections/fold.ts';
import { envelope } from '../kit/envelope.ts';
import { runDocket, runHook } from '../kit/hook-process.ts';
import { patient } from '../kit/patience.ts';
import { tempProject } from '../kit/temp-project.ts';

const failure = { stage: 'load', code: 'EIO', message: 'no log' };
const line = (id: string, text = ''): string =>
  JSON.stringify(envelope(id, 'HookFailed', { data: { ...failure, text } }));

/** Ids, and of what cannot be read its place and length. */
const readBack = (folder: LogFolder) =>
  [...readLines(folder)].map((read) =>
    isLogLine(read)
      ? read.event.id
      : { ...read.position, length: 'length' in read ? read.length : 0, reason: read.reason },
  );

/** What the hook's reader makes of a log: how many of the events above it counted. */
const countedByHook = (folder: LogFolder, root: string): number =>
  loadState(folder, root, null, { candidate: null }).fold.view('s1', null).failures.count;

const countedByReader = (folder: LogFolder): number => {
  const fold = startFold();
  for (const read of readLines(folder)) if (isLogLine(read)) fold.apply(read.event);
  return fold.view('s1', null).failures.count;
};

describe('a log that was cut', () => {
  const LIMIT = 700;

  it('at any byte of any segment loses the torn line alone, says where it is, and goes on behind it', () => {
    const root = tempProject().path;
    const folder = logFolder(root, nodeLogFs, LIMIT);
    const writer = openLogWriter(folder);
    writer.append([line('a'), line('b', 'é𝄞日')]);
    appendFileSync(segmentPath(folder, 1), '\n\n\n');
    writer.append([line('c')]);
    writer.append([line('d', '𝄞'), line('e')]);
    writer.append([line('f')]);
    const segments = listSegments(folder).map((segment) => readFileSync(segmentPath(folder, segment)));
    expect(segments.length).toBeGreaterThan(1);
    const whole = [...readLines(folder)].flatMap((read) => {
      if (!isLogLine(read)) return [];
      const { segment, offset } = read.position;
      const end = (segments[segment - 1] as Buffer).indexOf(0x0a, offset);
      return [{ id: read.event.id, segment, offset, end }];
    });
    expect(whole.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);

    segments.forEach((bytes, index) => {
      const last = index + 1;
      for (let cut = 0; cut <= bytes.length; cut += 1) {
        rmSync(folder.path, { recursive: true });
        mkdirSync(folder.path);
        segments.slice(0, index).forEach((earlier, i) => {
          writeFileSync(segmentPath(folder, i + 1), earlier);
        });
        writeFileSync(segmentPath(folder, last), bytes.subarray(0, cut));
        openLogWriter(folder).append([line('z')]);

        const kept = whole.filter(({ segment, end }) => segment < last || (segment === last && end <= cut));
        const torn = whole.find(({ segment, offset, end }) => segment === last && offset < cut && cut < end);
        const reported = torn && { segment: last, offset: torn.offset, length: cut - torn.offset };
        const read = readBack(folder);
        expect(read, `segment ${last} cut at ${cut}`).toEqual([
          ...kept.map(({ id }) => id),
          ...(reported === undefined
            ? []
            : [{ ...reported, reason: expect.stringMatching(/^not-(json|utf8)$/) as string }]),
          'z',
        ]);
        expect(countedByHook(folder, root), `segment ${last} cut at ${cut}`).toBe(kept.length + 1);
      }
    });
  });
});

describe('a line that is no event', () => {
  const big = 20_000_000;
  const deep = (levels: number): string =>
    `${line('deep').slice(0, -2)},"d":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
  const cases: readonly (readonly [string, string | Buffer, string | null])[] = [
    ['a NUL byte in a text', line('x', '#').replace('#', '\u0000'), 'not-json'],
    ['NUL bytes alone', Buffer.alloc(100), 'not-json'],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from(line('x').slice(0, -3)), Buffer.from([0xc3, 0x28]), Buffer.from('"}}')]),
      'not-utf8',
    ],
    ['two events fused', `${line('x')}${line('y')}`, 'not-json'],
    ['two events with a comma between them', `${line('x')},${line('y')}`, 'not-json'],
    ['a carriage return between two', `${line('x')}\r${line('y')}`, 'not-json'],
    ['one inside the other', line('x', '#').replace('#', line('y')), 'not-json'],
    ['a byte order mark before it', `\ufeff${line('x')}`, 'not-json'],
    ['a no-break space behind it', `${line('x')}\u00a0`, 'not-json'],
    ['a vertical tab before it', `\u000b${line('x')}`, 'not-json'],
    ['an event in a list', `[${line('x')}]`, 'not-an-event'],
    ['a number', '1e999', 'not-an-event'],
    ['a version beyond all numbers', line('x').replace('"v":1', '"v":1e999'), 'not-an-event'],
    ['20 MB of text', 'x'.repeat(big), 'too-long'],
    ['20 MB of NUL bytes', Buffer.alloc(big), 'too-long'],
    ['20 MB of opening brackets', '{"a":['.repeat(big / 6), 'too-long'],
    ['an event of 20 MB', line('x', 'x'.repeat(big)), 'too-long'],
    ['a carriage return behind it', `${line('x')}\r`, null],
    ['blanks around it', `  ${line('x')}\t`, null],
    [
      'fields of that name',
      line('x').replace('"data":{', '"__proto__":{"v":2},"data":{"__proto__":{"stage":1},'),
      null,
    ],
    ['the same field twice', line('x').replace('"id":', '"id":"y","id":'), null],
    ['huge numbers', line('x').replace('"data":{', '"data":{"n":1e999,"m":12345678901234567890,'), null],
    ['200,000 levels', deep(200_000), null],
    ['a line separator in a text', line('x', '\u2028'), null],
  ];

  it.each(cases)('is reported with its place, or read, and so is the rest: %s', (_what, bytes, reason) => {
    const root = tempProject().path;
    const folder = logFolder(root, nodeLogFs);
    const writer = openLogWriter(folder);
    writer.append([line('a')]);
    const at = nodeLogFs.statSync(segmentPath(folder, 1)).size;
    appendFileSync(segmentPath(folder, 1), Buffer.concat([Buffer.from('\n'), Buffer.from(bytes), Buffer.from('\n')]));
    expect(countedByHook(folder, root)).toBe(countedByReader(folder));
    writer.append([line('b')]);
    const expected =
      reason === null
        ? expect.stringMatching(/^(x|deep)$/)
        : { segment: 1, offset: at + 1, length: Buffer.byteLength(bytes), reason };
    const started = process.cpuUsage().user;
    expect(readBack(folder)).toEqual(['a', expected, 'b']);
    expect(countedByHook(folder, root)).toBe(countedByReader(folder));
    // Of several lines at once, too: the hook parses a block in one piece.
    expect(countedByHook(folder, root)).toBe(reason === null ? 3 : 2);
    expect((process.cpuUsage().user - started) / 1e6).toBeLessThan(3);
  });

  it('is told from an event by the hook as by every other reader, whatever the bytes', () => {
    const piece = fc.oneof(
      fc.constantFrom(line('p'), line('q', 'é'), '{', '}', ',', '[', ']', '"', '\r', '\ufeff', '\u00a0', '\n', '\n\n'),
      fc.nat(400).map((cut) => line('r', '日本').slice(0, cut)),
      fc.nat(400).map((cut) => line('s').slice(cut)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.option(fc.uint8Array({ maxLength: 4 })), (pieces, bytes) => {
        const root = tempProject().path;
        const folder = logFolder(root, nodeLogFs);
        openLogWriter(folder).append([line('a')]);
        appendFileSync(segmentPath(folder, 1), Buffer.concat([Buffer.from(pieces.join('')), Buffer.from(bytes ?? [])]));
        openLogWriter(folder).append([line('z')]);
        expect(countedByHook(folder, root)).toBe(countedByReader(folder));
        expect(readBack(folder).at(-1)).toBe('z');
      }),
      { numRuns: 300 },
    );
  });
});

describe('a segment that somebody made huge', () => {
  it('is read no further than a line can reach, and the log goes on behind it', () => {
    const root = tempProject().path;
    const folder = logFolder(root, nodeLogFs, 64 * 1024);
    openLogWriter(folder).append([line('a')]);
    truncateSync(segmentPath(folder, 1), 20 * 1024 ** 3);
    openLogWriter(folder).append([line('b')]);
    expect(readBack(folder)).toEqual(['a', 'b']);
    expect(countedByHook(folder, root)).toBe(2);
  });

  it('takes no line that readers would refuse', () => {
    const folder = logFolder(tempProject().path, nodeLogFs);
    const writer = openLogWriter(folder);
    expect(() => writer.append([line('a'), line('b', 'é'.repeat(LONGEST_LINE / 2))])).toThrow(/too long/);
    writer.append([line('c', 'x'.repeat(LONGEST_LINE - 1000))]);
    expect(readBack(folder)).toEqual(['c']);
  });
});

describe('a damaged log, through the commands and the hook', () => {
  it('is readable around the damage, and the hook answers in time', () => {
    const { path, write } = tempProject({ branch: 'main' });
    write('docket.config.json', '{"preset":"strict"}');
    const payload = JSON.stringify({
      session_id: 's1',
      cwd: path,
      tool_name: 'Write',
      tool_input: { file_path: 'src/a.ts', content: '' },
    });
    const log = join(path, '.docket', 'log', '000001.ndjson');
    expect(runHook(payload, path).stdout).toContain('"deny"');
    const damage = [
      'x'.repeat(20_000_000),
      `{"a":[${'['.repeat(3_000_000)}`,
      `${line('x')}${line('y')}`,
      `${line('deep').slice(0, -2)},"d":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`,
    ];
    for (const bytes of damage) appendFileSync(log, `\n${bytes}\n`);
    const started = Date.now();
    expect(runHook(payload, path).stdout).toContain('"deny"');
    // The registered time-out is five seconds.
    expect(Date.now() - started).toBeLessThan(patient(5000));

    const printed = runDocket(['log', '--json'], path);
    expect(printed.status).toBe(1);
    expect(printed.stderr).toMatch(/20000000 bytes at 1:\d+ cannot be read \(too-long\)/);
    expect(printed.stderr).toMatch(/1:\d+ is nested too deeply/);
    expect(printed.stderr).toMatch(/docket verify/);
    expect(
      printed.stdout
        .trimEnd()
        .split('\n')
        .map((json) => (JSON.parse(json) as { type: string }).type),
    ).toEqual(expect.arrayContaining(['ToolRequested', 'GatesRuled', 'AnswerSent']));
    expect(runDocket(['log'], path).stdout).toContain('GatesRuled');
    expect(runDocket(['status', '--json'], path)).toMatchObject({ status: 0, stdout: expect.stringContaining('"s1"') });
    expect(runDocket(['why'], path)).toMatchObject({ status: 0, stdout: expect.stringContaining('protected branch') });
  });
});
