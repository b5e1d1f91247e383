import { describe, expect, it } from 'vitest';
import { logSource } from '../../src/tui/source/log-source.ts';
import { App } from '../../src/tui/views/app.tsx';
import { demoPayloads, logOf } from './kit/demo-log.ts';
import { type Shown, show } from './kit/terminal.ts';

const SIZES = [
  ['140x40', 140, 40],
  ['80x24', 80, 24],
] as const;

const openDemo = async (columns: number, rows: number): Promise<Shown> => {
  const source = logSource(await logOf(demoPayloads()));
  const shown = show((end) => <App source={source} onQuit={end} now={() => 0} />, columns, rows);
  await shown.until('sessions (1)');
  await shown.keys('\r');
  await shown.until('Pushed.');
  return shown;
};

describe.each(SIZES)('the detail of the demo session at %s', (size, columns, rows) => {
  it('looks the same in every tab', async () => {
    const shown = await openDemo(columns, rows);
    // The write that was denied.
    await shown.keys('}', '}', '{', '}');
    await shown.until('test-gate denied');
  });
});
