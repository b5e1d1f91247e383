import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, exportOf } from '../audit/export-kit.ts';
import { logOf } from '../events/archived-log.ts';
import { tempProject } from '../kit/temp-project.ts';

// A reader written from docs/log-format.md, "Export files", alone: it uses nothing of docket's.

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

const segmentsIn = (file: Buffer): Record<number, string> => {
  const lines = file.toString('latin1').split('\n');
  expect(lines.pop()).toBe('');
  const segments = new Map<number, string>();
  let segment = 0;
  let at: string | null = null;
  let unchecked: string[] = [];
  let next = 1;
  const put = (position: string | null, text: string): void => {
    const made = segments.get(segment) ?? '';
    const offset = position === null ? made.length + 1 : Number(position.split(':')[1]);
    segments.set(segment, made + '\n'.repeat(offset - made.length) + text);
  };
  for (const line of lines) {
    if (line.startsWith('{"v":')) {
      put(at, `${line}\n`);
      at = null;
      unchecked.push(line);
      continue;
    }
    const record = JSON.parse(Buffer.from(line, 'latin1').toString('utf8'));
    if (record.docket === 'check') {
      const digests = unchecked.map((text) => sha256(Buffer.from(text, 'latin1')).subarray(0, 6).toString('base64url'));
      expect([record.from, record.lines]).toEqual([next, digests.join('')]);
      next += digests.length + 1;
      unchecked = [];
      continue;
    }
    if (record.docket === 'manifest') {
      const end = file.lastIndexOf(`${record.sha256}"}`);
      expect(sha256(file.subarray(0, end)).toString('hex')).toBe(record.sha256);
      for (const { segment: number, bytes, sha256: sum } of record.segments) {
        const made = (segments.get(number) ?? '').padEnd(bytes, '\n');
        expect(sha256(Buffer.from(made, 'latin1')).toString('hex')).toBe(sum);
        segments.set(number, made);
      }
      continue;
    }
    unchecked.push(line);
    if (record.docket === 'segment') {
      segment = record.segment;
      segments.set(segment, '');
    } else if (record.docket === 'at') at = record.position;
    else if (record.docket === 'bytes') put(record.position, Buffer.from(record.base64, 'base64').toString('latin1'));
  }
  return Object.fromEntries(segments);
};

describe('an export file', () => {
  it('is what the document says, enough to make the segments of it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(900, 4000),
        fc.array(fc.nat(300), { minLength: 1, maxLength: 20 }),
        (limit, sizes) => {
          const folder = logOf(tempProject().path, limit, sizes);
          expect(segmentsIn(Buffer.from(exportOf(folder), 'utf8'))).toEqual(bytesOf(folder));
        },
      ),
      { numRuns: 25, seed: 8 },
    );
  });
});
