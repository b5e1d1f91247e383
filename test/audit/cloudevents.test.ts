import { CloudEvent, HTTP } from 'cloudevents';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cloudEventsFormat } from '../../src/audit/cloudevents.ts';
import type { SelectedLog } from '../../src/audit/selection.ts';
import { deniedSession } from '../cli/sessions.ts';
import { envelope } from '../kit/envelope.ts';
import { requests, scenario } from '../kit/scenario.ts';
import { exported } from './exported.ts';

type Attributes = Record<string, unknown>;

/** Strict: throws for what the specification's schema does not allow. */
const checked = (text: string): Attributes[] => {
  const batch = JSON.parse(text) as Attributes[];
  for (const attributes of batch) expect(new CloudEvent(attributes, true).validate()).toBe(true);
  return batch;
};

describe('an export as CloudEvents', () => {
  it('is a batch that the reference library reads, with every event of the log', async () => {
    const s = await deniedSession();
    const text = exported(s, cloudEventsFormat);
    checked(text);
    const headers = { 'content-type': 'application/cloudevents-batch+json' };
    const read = HTTP.toEvent({ headers, body: text }) as CloudEvent<unknown>[];
    expect(read.map(({ id, data, time }) => ({ id, data, at: time }))).toEqual(
      s.events().map(({ id, data, at }) => ({ id, data, at })),
    );
  });

  it('keeps the order of the log in an attribute that sorts as text', async () => {
    const s = await deniedSession();
    const batch = checked(exported(s, cloudEventsFormat));
    const sequence = batch.map((attributes) => attributes['sequence'] as string);
    expect([...sequence].sort()).toEqual(sequence);
    expect(new Set(sequence).size).toBe(sequence.length);
  });

  it('names who caused what by extensions, and leaves out what does not apply', async () => {
    const s = await deniedSession();
    const [first, ...others] = checked(exported(s, cloudEventsFormat));
    expect(first).toMatchObject({
      actorid: 'main',
      host: 'claude-code',
      provenance: 'prompt',
      source: '/docket/shop%20%26%20co/s1',
    });
    expect(first).not.toHaveProperty('cause');
    expect(others.some(({ cause }) => cause === first?.['id'])).toBe(true);
  });

  it('is valid whatever was logged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }), async (text) => {
        const s = scenario({ preset: 'observe' });
        await s.given(
          requests('Read', { file_path: text }, { session_id: text || 's', tool_use_id: `${text}\u0000\ufffe` }),
        );
        expect(checked(exported(s, cloudEventsFormat)).length).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  });

  it('leaves out a time that is none', () => {
    const at = (text: string) => ({
      position: { segment: 1, offset: 1 },
      event: envelope('e', 'TurnEnded', { at: text }),
    });
    const log = { lines: () => [at('yesterday'), at('2026-01-01T12:00:00Z')].values() } as unknown as SelectedLog;
    const origin = { project: 'shop', version: '1.2.3', at: '2026-01-01T12:00:00.000Z' };
    const text = [...cloudEventsFormat.write(log, origin, { blobs: true, digests: true })].join('');
    expect(checked(text).map(({ time }) => time)).toEqual([undefined, '2026-01-01T12:00:00Z']);
  });

  it('is an empty batch where nothing was chosen', async () => {
    const s = await deniedSession();
    expect(checked(exported(s, cloudEventsFormat, { matches: () => false }))).toEqual([]);
  });
});
