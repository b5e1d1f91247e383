import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { formatPosition } from '../../src/events/position.ts';
import { readHead } from '../../src/events/seal-head.ts';
import { logFolder, segmentPath } from '../../src/events/segments.ts';
import { verifyLog } from '../../src/events/verify/verify-log.ts';
import { archive, finalSegments } from '../events/archived-log.ts';
import { sealedLog } from '../kit/sealed-log.ts';
import { tempProject } from '../kit/temp-project.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'log-format.md'), 'utf8');
const EXAMPLE = DOCUMENT.split('\n## An example\n')[1]?.split('\n## ')[0] ?? '';
const blockOf = (language: string): string => EXAMPLE.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

// A reader written from the document alone: it uses nothing of docket's.

const LIMIT = 67_108_864;
const LONGEST = 4_194_304;
const NEWLINE = 10;
const FIELDS = ['id', 'type', 'at', 'stream', 'actor', 'host', 'provenance', 'redacted', 'data'];

interface ReadLine {
  readonly at: string;
  /** The event, or why the line is none. */
  readonly what: Record<string, unknown> | string;
  readonly bytes: Buffer;
}

/** All bytes of a segment: the plain file when it is as long as the limit, else the archive. */
const segmentBytes = (log: string, number: number, limit: number): Buffer => {
  const name = join(log, `${String(number).padStart(6, '0')}.ndjson`);
  const plain = existsSync(name) ? readFileSync(name) : null;
  if (plain !== null && (plain.length >= limit || !existsSync(`${name}.gz`))) return plain;
  return gunzipSync(readFileSync(`${name}.gz`));
};

/** The valid part: up to the first newline at or behind the limit, else up to the last newline. */
const validPart = (bytes: Buffer, limit: number): Buffer => {
  const end = bytes.indexOf(NEWLINE, limit);
  return bytes.subarray(0, (end >= 0 ? end : bytes.lastIndexOf(NEWLINE)) + 1);
};

const judge = (line: Buffer): ReadLine['what'] => {
  if (line.length > LONGEST) return 'too-long';
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line)) as typeof value;
  } catch (error) {
    return error instanceof SyntaxError ? 'not-json' : 'not-utf8';
  }
  if (typeof value !== 'object' || value === null) return 'not-an-event';
  if (Number(value['v']) > 1) return 'newer-version';
  return value['v'] === 1 && FIELDS.every((field) => field in value) ? value : 'not-an-event';
};

const segmentsIn = (log: string): number[] =>
  [...new Set(readdirSync(log).flatMap((name) => /^(\d{6})\.ndjson(\.gz)?$/.exec(name)?.[1] ?? []))].map(Number).sort();

const read = (log: string, limit = LIMIT): ReadLine[] =>
  segmentsIn(log).flatMap((segment) => {
    const bytes = validPart(segmentBytes(log, segment, limit), limit);
    const lines: ReadLine[] = [];
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, start);
      const line = bytes.subarray(start, end);
      if (line.length > 0) lines.push({ at: `${segment}:${start}`, what: judge(line), bytes: line });
      start = end + 1;
    }
    return lines;
  });

/** The valid bytes from a position to another one. */
const range = (log: string, from: string, to: string, limit: number): Buffer => {
  const [[first = 0, start = 0], [last = 0, end = 0]] = [from, to].map((position) =>
    position.split(':').map(Number),
  ) as [number[], number[]];
  return Buffer.concat(
    segmentsIn(log)
      .filter((segment) => segment >= first && segment <= last)
      .map((segment) => {
        const bytes = validPart(segmentBytes(log, segment, limit), limit);
        return bytes.subarray(segment === first ? start : 0, segment === last ? end : bytes.length);
      }),
  );
};

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** Checks all seals by the section "Seals"; returns how many lines they prove, from the last one back to the beginning. */
const proven = (log: string, limit = LIMIT): number => {
  const seals = read(log, limit).flatMap(({ what }) =>
    typeof what !== 'string' && what['type'] === 'LogSealed' ? [what['data'] as Record<string, string>] : [],
  );
  let count = 0;
  let before: string | null = null;
  for (let seal = seals.at(-1); seal !== undefined; ) {
    const {
      prev = null,
      from = '',
      to = '',
      n,
      hash,
      digests = null,
      chain,
      lines = '',
    }: Record<string, string | null> = seal;
    const bytes = range(log, from ?? '', to ?? '', limit);
    expect(sha256(bytes).toString('hex')).toBe(hash);
    if (digests !== null) expect(sha256(lines ?? '').toString('hex')).toBe(digests);
    const chained = [prev, from, to, n, hash, ...(digests === null ? [] : [digests])];
    expect(sha256(JSON.stringify(chained)).toString('hex')).toBe(chain);
    const texts = bytes
      .toString('latin1')
      .split('\n')
      .filter((text) => text !== '');
    const digestOf = (text: string): string => sha256(Buffer.from(text, 'latin1')).subarray(0, 6).toString('base64url');
    expect(texts.map(digestOf).join('')).toBe(lines);
    expect(texts.length).toBe(n);
    if (before !== null) expect(to).toBe(before);
    before = from;
    count += texts.length;
    seal = prev === null ? undefined : seals.find((other) => other['chain'] === prev);
  }
  expect(before).toBe('1:0');
  return count;
};

const docketReads = (root: string, limit: number): unknown[] =>
  [...readLines(logFolder(root, nodeLogFs, limit))].map((line) => [
    formatPosition(line.position),
    isLogLine(line) ? line.event : line.reason,
  ]);

/** The folder with the log of the example. */
const exampleLog = () => {
  const { path: root } = tempProject();
  const log = join(root, 'log');
  mkdirSync(log);
  writeFileSync(join(log, '000001.ndjson'), blockOf('ndjson'));
  writeFileSync(join(root, 'head'), blockOf('json'));
  return { root, log };
};

describe('docs/log-format.md', () => {
  it('says what its example holds', () => {
    const { log } = exampleLog();
    const table = [...EXAMPLE.matchAll(/^\| `(\d+:\d+)` \| (.+) \|$/gm)].map(([, at, what]) => `${at} ${what}`);
    expect(table.length).toBe(4);
    expect(
      read(log).map(({ at, what, bytes }) =>
        typeof what === 'string' ? `${at} ${what}, ${bytes.length} bytes` : `${at} ${what['type']}`,
      ),
    ).toEqual(table);
    expect(proven(log)).toBe(3);
  });

  it('has an example that docket reads and verifies', () => {
    const { root, log } = exampleLog();
    expect(docketReads(root, LIMIT)).toEqual(read(log).map(({ at, what }) => [at, what]));
    const head = readHead(root, nodeLogFs);
    expect(head).not.toBeNull();
    const claims = head === null ? [] : [{ ...head, by: 'head' }];
    expect(verifyLog({ folder: logFolder(root, nodeLogFs), claims })).toMatchObject({
      ok: true,
      events: 3,
      seals: 1,
      unsealed: 0,
      quarantined: [{ segment: 1, offset: 356, length: 51, reason: 'not-json' }],
    });
  });

  it('is enough to write a reader and a verifier that agree with docket, also over archived segments', () => {
    const odd = ['"\xff"', '42', '{"v":2,"id":"x"}', '{"a":1}{"b":2}', '\xef\xbb\xbf{}', '\0', ' ', '{"v":1,"id":"x"}'];
    fc.assert(
      fc.property(
        fc.integer({ min: 1500, max: 4000 }),
        fc.array(fc.constantFrom('write', 'tear', 'seal', ...odd), { minLength: 5, maxLength: 30 }),
        fc.infiniteStream(fc.boolean()),
        (limit, steps, chosen) => {
          const made = sealedLog(tempProject().path, limit);
          made.write(2);
          for (const step of steps) {
            if (step === 'write') made.write(1, 200);
            else if (step === 'tear') made.tear();
            else if (step === 'seal') made.seal();
            else
              appendFileSync(segmentPath(made.folder, finalSegments(made.folder).length + 1), `\n${step}\n`, 'latin1');
          }
          made.write(1);
          made.seal();
          for (const segment of finalSegments(made.folder)) {
            if (chosen.next().value === true) archive(made.folder, segment);
          }
          const lines = read(made.folder.path, limit);
          expect(lines.map(({ at, what }) => [at, what])).toEqual(docketReads(made.root, limit));
          // All but the last seal.
          expect(proven(made.folder.path, limit)).toBe(lines.length - 1);
        },
      ),
      { numRuns: 60 },
    );
  });
});
