import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Aside } from '../../../src/cli/import/encode-aside.ts';
import { type BatchDeps, type Changes, encodeBatch } from '../../../src/cli/import/encode-batch.ts';
import { type Batch, lineSink } from '../../../src/cli/import/line-sink.ts';
import type { Envelope } from '../../../src/events/envelope.ts';
import { bulkRedaction } from '../../../src/events/redact.ts';
import { envelope } from '../../kit/envelope.ts';

const SECRET = `ghp_${'a1B2'.repeat(9)}`;

const deps: BatchDeps = {
  blobs: { put: (text) => ({ $blob: null, bytes: text.length, head: '', tail: '' }) },
  ...bulkRedaction(),
};

const batchOf = (...texts: readonly string[]): Batch => {
  const events = texts.map((text) => envelope('e', 'PromptSubmitted', { data: { prompt: text } }));
  return { events, lines: events.map((event) => JSON.stringify(event)) };
};

/** What a thread says of lines that it is given, in the order in which the test lets it. */
const thread = () => {
  const asked: (() => void)[] = [];
  const lines: string[] = [];
  const aside: Aside = {
    encode: (given) =>
      new Promise<Changes>((resolve) => {
        lines.push(...given);
        const changes = encodeBatch(given, (index) => JSON.parse(given[index] as string) as Envelope, deps);
        asked.push(() => resolve(changes));
      }),
    close: () => undefined,
  };
  return { aside, lines, answer: () => asked.shift()?.() };
};

const promptsIn = (lines: readonly string[]): unknown[] => lines.map((line) => JSON.parse(line).data.prompt);

describe('what an import writes', () => {
  it('is the same and in the same order, however far a thread is behind', async () => {
    const prompt = fc.constantFrom('one', 'two', `with ${SECRET}`, 'x'.repeat(9000));
    const batches = fc.array(fc.array(prompt, { minLength: 1, maxLength: 3 }), { maxLength: 40 });
    const answers = fc.array(fc.nat(3), { minLength: 60, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(batches, answers, async (given, pauses) => {
        const alone: string[] = [];
        const helped: string[] = [];
        const { aside, answer } = thread();
        const one = lineSink((lines) => alone.push(...lines), deps, null);
        const two = lineSink(
          (lines) => helped.push(...lines),
          deps,
          () => aside,
        );
        for (const [at, texts] of given.entries()) {
          one.write(batchOf(...texts), at === given.length - 1);
          two.write(batchOf(...texts), at === given.length - 1);
          for (let answered = 0; answered < (pauses[at] ?? 0); answered += 1) answer();
          const ready = two.ready();
          answer();
          await ready;
        }
        for (let left = 0; left <= given.length; left += 1) answer();
        await Promise.all([one.done(), two.done()]);
        expect(helped).toEqual(alone);
        expect(promptsIn(helped).map((shown) => String(shown).includes('ghp_'))).not.toContain(true);
        expect(helped).toHaveLength(given.flat().length);
      }),
      { numRuns: 100 },
    );
  });

  it('is left to a thread where more follows, and not where nothing does', async () => {
    const { aside, lines, answer } = thread();
    const sink = lineSink(
      () => undefined,
      deps,
      () => aside,
    );
    sink.write(batchOf('small'), true);
    expect(lines).toEqual([]);
    sink.write(batchOf('first'), false);
    sink.write(batchOf('last'), true);
    expect(promptsIn(lines)).toEqual(['first', 'last']);
    answer();
    answer();
    await sink.done();
  });

  it('is encoded here where the thread is lost', async () => {
    const written: string[] = [];
    const lost: Aside = { encode: () => Promise.reject(new Error('lost')), close: () => undefined };
    const sink = lineSink(
      (lines) => written.push(...lines),
      deps,
      () => lost,
    );
    sink.write(batchOf(`it is ${SECRET}`), false);
    await sink.done();
    expect(promptsIn(written)).toEqual(['it is [redacted:github-token]']);
  });

  it('ends where nothing can be appended, and says why', async () => {
    const tried: unknown[] = [];
    const { aside, answer } = thread();
    const sink = lineSink(
      (lines) => {
        tried.push(...promptsIn(lines));
        throw new Error('ENOSPC');
      },
      deps,
      () => aside,
    );
    sink.write(batchOf('first'), false);
    sink.write(batchOf('second'), false);
    answer();
    answer();
    await expect(sink.done()).rejects.toThrow('ENOSPC');
    await sink.close();
    expect(tried).toEqual(['first']);
  });

  it.each([
    ['many batches', Array.from({ length: 40 }, () => 'more')],
    ['long lines', ['a word of many '.repeat(600_000), 'a word of many '.repeat(600_000)]],
  ])('is held back while too much is under way: %s', async (_what, texts) => {
    const { aside, answer } = thread();
    const sink = lineSink(
      () => undefined,
      deps,
      () => aside,
    );
    for (const text of texts) sink.write(batchOf(text), false);
    let isReady = false;
    const ready = sink.ready().then(() => {
      isReady = true;
    });
    await new Promise(setImmediate);
    expect(isReady).toBe(false);
    for (let left = 0; left < 40; left += 1) answer();
    await ready;
    await sink.done();
  });
});
