import { appendFileSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { segmentPath } from '../../src/events/segments.ts';
import { damagedLog } from './kit/damaged-log.ts';
import { show } from './kit/show.tsx';

describe('a session that goes on', () => {
  it('is followed; who goes up is told how much is new', async () => {
    const folder = damagedLog();
    const path = segmentPath(folder, 1);
    const last = readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '';
    const append = (id: string, prompt: string): void => {
      const event = { ...JSON.parse(last), id, type: 'PromptSubmitted', cause: null, call: null, provenance: 'prompt' };
      const { delivery: _, ...rest } = event;
      appendFileSync(path, `\n${JSON.stringify({ ...rest, data: { prompt } })}\n`);
    };
    const terminal = show(folder, { columns: 100, rows: 30 });
    const waitFor = async (text: string): Promise<string> => {
      for (let tries = 0; ; tries += 1) {
        const now = await terminal.text();
        if (now.includes(text) || tries > 60) return now;
      }
    };
    await terminal.keys('enter', 'F');
    expect(await waitFor('following')).toContain('following');
    append('new1', 'And one more thing.');
    expect(await waitFor('one more thing')).toMatch(/18\/18 {2}following/);
    await terminal.keys('k');
    append('new2', 'Still there?');
    expect(await waitFor('+1 new')).toMatch(/17\/19 {2}paused: \+1 new, F goes on/);
    await terminal.keys('F');
    expect(await waitFor('19/19')).toMatch(/19\/19 {2}following/);
    append('new3', 'Yes.');
    expect(await waitFor('"Yes."')).toMatch(/20\/20 {2}following/);
  });
});
