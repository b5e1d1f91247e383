import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlobReference, blobStore, capData, LINE_CAP, TEXT_CAP } from '../../src/events/blobs.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { tempProject } from '../kit/temp-project.ts';

const newStore = () => {
  const root = tempProject().path;
  const store = blobStore(root, nodeLogFs);
  const files = (): string[] =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(root, name)).isFile());
  const read = ({ $blob }: BlobReference): string =>
    readFileSync(join(root, 'blobs', String($blob).slice(0, 2), String($blob)), 'utf8');
  return { root, store, files, read };
};

const long = (text: string): string => text.repeat(Math.ceil((TEXT_CAP + 1) / text.length));
const isWellFormed = (text: string): boolean => Buffer.from(text, 'utf8').toString('utf8') === text;

describe('a large text', () => {
  it('is kept whole under the hash of its bytes, for the user alone', () => {
    const { root, store, read } = newStore();
    const text = `start ${long('é𝄞')} end`;
    const reference = store.put(text);
    expect(read(reference)).toBe(text);
    expect(reference).toMatchObject({ $blob: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: Buffer.byteLength(text) });
    expect(statSync(join(root, 'blobs')).mode & 0o777).toBe(0o700);
    expect(statSync(join(root, 'blobs', reference.$blob?.slice(0, 2) ?? '', reference.$blob ?? '')).mode & 0o777).toBe(
      0o600,
    );
  });

  it('is named by SHA-256', () => {
    expect(newStore().store.put('abc').$blob).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is kept once, however often it comes', () => {
    const { store, files } = newStore();
    const first = store.put(long('same'));
    const before = files();
    expect(store.put(long('same'))).toEqual(first);
    expect(files()).toEqual(before);
    expect(before).toHaveLength(1);
  });

  it('shows its beginning and its end, and never half a character', () => {
    const { store } = newStore();
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'é', '𝄞', '🙂'), { minLength: 2_100, maxLength: 2_110 }), (parts) => {
        const text = parts.join('');
        const { head, tail } = store.put(text);
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        expect([isWellFormed(head), isWellFormed(tail)]).toEqual([true, true]);
        expect(Math.min(head.length, tail.length)).toBeGreaterThan(1_000);
      }),
      { numRuns: 25 },
    );
  });

  it.each(['ENOSPC', 'EACCES', 'EROFS'])('that cannot be kept (%s) leaves its ends and says so', (code) => {
    const fails = (() => {
      throw Object.assign(new Error(code), { code });
    }) as unknown;
    for (const broken of ['writeFileSync', 'mkdirSync', 'renameSync'] as const) {
      const store = blobStore(tempProject().path, { ...nodeLogFs, [broken]: fails });
      expect(store.put(long('abc')), broken).toMatchObject({
        $blob: null,
        lost: code,
        head: expect.stringMatching(/^abc/),
      });
    }
  });
});

describe('data', () => {
  it('that is small is the same object', () => {
    const { store, files } = newStore();
    const data = { tool_input: { command: 'ls', list: [1, null, 'x'.repeat(TEXT_CAP)] } };
    expect(capData(data, store)).toBe(data);
    expect(files()).toEqual([]);
  });

  it('gives up its large texts, wherever they are, and nothing else', () => {
    const { store, read } = newStore();
    const text = long('line\n');
    const data = { a: [{ b: text, c: 1 }], d: 'short', ['__proto__']: null };
    const capped = capData(data, store) as { a: [{ b: BlobReference; c: number }]; d: string };
    expect(capped).toMatchObject({ a: [{ b: { bytes: text.length }, c: 1 }], d: 'short' });
    expect(read(capped.a[0].b)).toBe(text);
    expect(data.a[0]?.b).toBe(text);
  });

  it('that is large without a large text gives up its largest fields as JSON, until it fits', () => {
    const { store, read } = newStore();
    const rows = Array.from({ length: 40_000 }, (_, i) => i);
    const some = Array.from({ length: 10_000 }, (_, i) => i);
    const capped = capData({ rows, some, small: 'kept' }, store);
    expect(capped).toMatchObject({ rows: { as: 'json' }, some, small: 'kept' });
    expect(JSON.parse(read(capped['rows'] as BlobReference))).toEqual(rows);
    expect(JSON.stringify(capped).length).toBeLessThanOrEqual(LINE_CAP);
  });

  it('of many middling texts fits as well, and none is lost', () => {
    const { store, read } = newStore();
    const responses = Array.from({ length: 60 }, (_, i) => `${i} `.repeat(2_000));
    const capped = capData({ responses, more: 'x' }, store);
    expect(JSON.stringify(capped).length).toBeLessThanOrEqual(LINE_CAP);
    expect(JSON.parse(read(capped['responses'] as BlobReference))).toEqual(responses);
  });
});

describe('a line of very many small fields', () => {
  it('keeps what is short as far as it goes, and the whole as a blob', () => {
    const { store, read } = newStore();
    const data = Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`field${i}`, `value ${i}`]));
    const capped = capData({ tool_name: 'mcp__x__y', ...data }, store);
    expect(JSON.stringify(capped).length).toBeLessThan(LINE_CAP);
    expect(capped).toMatchObject({ tool_name: 'mcp__x__y', field0: 'value 0', $rest: { as: 'json' } });
    expect(JSON.parse(read(capped['$rest'] as BlobReference))).toEqual({ tool_name: 'mcp__x__y', ...data });
  });
});
