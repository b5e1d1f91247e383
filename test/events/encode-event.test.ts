import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BlobReference, type BlobStore, blobStore, LINE_CAP } from '../../src/events/blobs.ts';
import { CONTENT, type EncodedEvent, encodeEvent } from '../../src/events/encode-event.ts';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { redactData } from '../../src/events/redact.ts';
import { logFolder } from '../../src/events/segments.ts';
import { tempProject } from '../kit/temp-project.ts';
import { happened } from '../projections/given.ts';

/** Keeps what it is given, in order. */
const memoryStore = (): BlobStore & { readonly texts: string[] } => {
  const texts: string[] = [];
  return {
    texts,
    put: (text) => {
      texts.push(text);
      return { $blob: `blob-${texts.length}`, bytes: text.length, head: '', tail: '' };
    },
  };
};

const encode = (draft: Envelope, blobs: BlobStore): EncodedEvent => encodeEvent(draft, { blobs, redactData });

const responded = (response: unknown, more: Partial<Envelope> = {}) =>
  happened('ToolCompleted', { tool_name: 'Bash', tool_response: response }, more);

// Put together here, so that scanners for secrets do not take the tests for a leak.
const SECRET = ['ghp', 'x7Kd92mQpL4vTz8RbW3nYc6JfH1sGe5uAoP0'].join('_');

describe('the line of an event', () => {
  it('is the event, and what is judged is what is logged', () => {
    const draft = responded({ stdout: 'two\nlines \u2028 and a \ud800 half' });
    const { event, line } = encode(draft, memoryStore());
    expect(event).toEqual(draft);
    expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(event)));
    expect(line).not.toContain('\n');
  });

  it('keeps a large text in a blob, once', () => {
    const store = memoryStore();
    const text = 'x'.repeat(500_000);
    const { event, line } = encode(responded({ stdout: text, stderr: '' }), store);
    expect(store.texts).toEqual([text]);
    expect(event.data['tool_response']).toEqual({ stdout: expect.objectContaining({ $blob: 'blob-1' }), stderr: '' });
    expect(JSON.parse(line)).toEqual(event);
  });

  it('stays below its limit for large data without large texts', () => {
    const store = memoryStore();
    const { line } = encode(responded(Array.from({ length: 200_000 }, (_, i) => i)), store);
    expect(line.length).toBeLessThan(LINE_CAP);
    expect(store.texts).toHaveLength(1);
  });

  it('is written although its blob cannot be', () => {
    const fs = {
      ...nodeLogFs,
      writeFileSync: (() => {
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
      }) as typeof nodeLogFs.writeFileSync,
    };
    const root = tempProject().path;
    const { event, line } = encode(responded('x'.repeat(10_000)), blobStore(root, fs));
    expect(event.data['tool_response']).toMatchObject({ $blob: null, lost: 'ENOSPC', bytes: 10_000 });
    const folder = logFolder(root, nodeLogFs);
    openLogWriter(folder).append([line]);
    expect([...readLines(folder)].map((read) => isLogLine(read) && read.event)).toEqual([event]);
  });

  it('is refused when it is nested more deeply than JSON can be written', () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
    expect(() => encode(responded(nested), memoryStore())).toThrow(RangeError);
  });
});

describe('a secret', () => {
  it('is in neither the line nor the event, and the envelope names the rule', () => {
    const { event, line } = encode(responded({ stdout: `token: ${SECRET}` }), memoryStore());
    expect(line).not.toContain(SECRET);
    expect(JSON.stringify(event)).not.toContain(SECRET);
    expect(event.redacted.length).toBeGreaterThan(0);
    expect(JSON.parse(line)).toEqual(event);
  });

  it('is removed before a blob is written, also in the part that the line does not show', () => {
    const root = tempProject().path;
    const text = `${'x '.repeat(10_000)}${SECRET}${' y'.repeat(10_000)}`;
    const { event } = encode(responded({ stdout: text }), blobStore(root, nodeLogFs));
    const { stdout } = event.data['tool_response'] as { stdout: BlobReference };
    const blob = readFileSync(join(root, 'blobs', String(stdout.$blob).slice(0, 2), String(stdout.$blob)), 'utf8');
    expect(blob).not.toContain(SECRET);
    expect(blob).toContain('[redacted:');
    expect(event.redacted.length).toBeGreaterThan(0);
    expect(readdirSync(join(root, 'blobs'))).toHaveLength(1);
  });
});

describe('what recognises a delivery', () => {
  const digestOf = (draft: Envelope): string | undefined =>
    encode({ ...draft, delivery: CONTENT }, memoryStore()).event.delivery;

  it('is the call where there is one', () => {
    expect(encode(responded('x', { delivery: 'call-1' }), memoryStore()).event.delivery).toBe('call-1');
  });

  it('is nothing on events that the host did not send', () => {
    expect(encode(responded('x'), memoryStore()).line).not.toContain('delivery');
  });

  it('is else a digest of what the event says: the same for the same, whoever wrote it and when', () => {
    const digest = digestOf(responded('hello'));
    expect(digest).toMatch(/^[0-9a-z]{6,12}$/);
    expect(digestOf(responded('hello', { id: 'other', at: '2030-01-01T00:00:00.000Z' }))).toBe(digest);
    expect(digestOf(responded('hello!'))).not.toBe(digest);
    expect(digestOf(happened('ToolCompleted', { tool_name: 'Read', tool_response: 'hello' }))).not.toBe(digest);
  });

  it('is taken from the whole, not from what is left in the line, and stands in the line', () => {
    const text = (middle: string) => responded('x'.repeat(20_000) + middle + 'x'.repeat(20_000));
    expect(digestOf(text('a'))).not.toBe(digestOf(text('b')));
    const { event, line } = encode({ ...text('a'), delivery: CONTENT }, memoryStore());
    expect((JSON.parse(line) as Envelope).delivery).toBe(event.delivery);
  });

  it('does not depend on whether a blob could be written', () => {
    const fails: BlobStore = {
      put: (text) => ({ $blob: null, bytes: text.length, head: '', tail: '', lost: 'ENOSPC' }),
    };
    const draft = { ...responded('x'.repeat(20_000)), delivery: CONTENT };
    expect(encode(draft, fails).event.delivery).toBe(encode(draft, memoryStore()).event.delivery);
  });
});
