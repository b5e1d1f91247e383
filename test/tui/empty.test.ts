import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { logFolder } from '../../src/events/segments.ts';
import { tempProject } from '../kit/temp-project.ts';
import { show } from './kit/show.tsx';

const nowhere = () => logFolder(join(tempProject().path, '.docket'), nodeLogFs);

describe('a project without sessions', () => {
  it.each([
    [140, 40],
    [80, 24],
    [50, 20],
  ])('has a screen that says why, and what to do, on %i columns and %i rows', async (columns, rows) => {
    const terminal = show(nowhere(), { columns, rows, place: '/shop/.docket/log' });
    const said = (await terminal.text()).replaceAll(/\s+/g, ' ');
    expect(said).toContain('No session was recorded here yet.');
    expect(said).toContain('docket looks for sessions in /shop/.docket/log.');
    expect(said).toContain('docket init');
    expect(said).toContain('docket replay --demo');
    expect((await terminal.rows()).every((row) => row.length <= columns)).toBe(true);
  });

  it('has keys that work', async () => {
    const terminal = show(nowhere(), { columns: 80, rows: 24 });
    await terminal.keys('j', 'enter', '?');
    expect(await terminal.text()).toContain('to the first row');
    await terminal.keys('escape', '/', 'x', 'enter');
    expect(await terminal.text()).toContain('No session was recorded here yet.');
    await terminal.keys('q');
    await terminal.ended;
  });

  it('is told line by line as well', async () => {
    const terminal = show(nowhere(), { columns: 80, rows: 24, isLinear: true });
    expect(await terminal.text()).toContain('docket doctor');
  });
});
