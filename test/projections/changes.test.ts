import { describe, expect, it } from 'vitest';
import { type ChangesState, changesProjection, writtenIn } from '../../src/projections/changes.ts';
import { completed, happened, recorded, stateAfter, wrote } from './given.ts';

const paths = ({ files }: ChangesState) => files.map(({ path }) => path);

describe('the changes of a session', () => {
  it('are the files its tools wrote, relative to their worktree, with the event of the last write', () => {
    const first = wrote('/work/shop/src/cart.ts');
    const again = wrote('/work/shop/src/cart.ts');
    const test = wrote('/work/shop/test/cart.test.ts');
    expect(stateAfter(changesProjection, first, test, again)).toEqual({
      files: [
        { path: 'src/cart.ts', event: again.id },
        { path: 'test/cart.test.ts', event: test.id },
      ],
      forgotten: 0,
      unnamed: {},
    });
  });

  it('are told by what evidence they are about, in the order of their first write', () => {
    const code = ['src/b.ts', 'site/index.html', 'src/a.css', 'package.json', 'test/a.test.ts', 'bin/run'];
    const other = ['logo.png', 'dist/a.js', 'debug.log', '.claude/notes.md'];
    const written = [...code, 'README.md', 'docs/a.txt', ...other, 'src/b.ts'].map((path) => `/work/shop/${path}`);
    const state = stateAfter(changesProjection, ...[...written, '/work/cart/src/a.ts'].map((path) => wrote(path)));
    const told = ([...(['code', 'docs'] as const), null] as const).map((plane) =>
      writtenIn(state, plane).map(({ path }) => path),
    );
    expect(told).toEqual([code, ['README.md', 'docs/a.txt'], [...other, '/work/cart/src/a.ts']]);
  });

  it('keep the whole path of a file outside the worktree, also of a folder whose name only begins alike', () => {
    const state = stateAfter(changesProjection, wrote('/tmp/x.ts'), wrote('/work/shop-2/src/a.ts'));
    expect(paths(state)).toEqual(['/tmp/x.ts', '/work/shop-2/src/a.ts']);
  });

  it('are relative on Windows, too', () => {
    const state = stateAfter(changesProjection, wrote('C:\\shop\\src\\a.ts', { worktree: 'C:\\shop' }));
    expect(state.files).toMatchObject([{ path: 'src\\a.ts' }]);
  });

  it('include notebooks', () => {
    const notebook = happened('ToolCompleted', {
      tool_name: 'NotebookEdit',
      tool_input: { notebook_path: '/work/shop/nb/prices.ipynb' },
    });
    expect(paths(stateAfter(changesProjection, notebook))).toEqual(['nb/prices.ipynb']);
  });

  it('include what a command or another server’s tool wrote, and count what it does not name', () => {
    const sed = recorded('ChangesObserved', { by: 'sed', paths: ['src/a.ts'], planes: ['code'] });
    const stash = recorded('ChangesObserved', { by: 'git', paths: [], planes: ['code', 'docs'] });
    const both = recorded('ChangesObserved', { by: 'prettier', paths: ['README.md'], planes: ['code', 'docs'] });
    expect(stateAfter(changesProjection, sed, stash, both)).toEqual({
      files: [
        { path: 'src/a.ts', event: sed.id },
        { path: 'README.md', event: both.id },
      ],
      forgotten: 0,
      unnamed: { code: { calls: 2, event: both.id }, docs: { calls: 1, event: stash.id } },
    });
  });

  it.each([
    [
      'a write that failed',
      happened('ToolFailed', { tool_name: 'Write', tool_input: { file_path: '/work/shop/a.ts' } }),
    ],
    [
      'a write that was only requested',
      happened('ToolRequested', { tool_name: 'Write', tool_input: { file_path: 'a' } }),
    ],
    ['a file that was read', happened('ToolCompleted', { tool_name: 'Read', tool_input: { file_path: 'a.ts' } })],
    ['a command', completed('a')],
    ['a write without a path', happened('ToolCompleted', { tool_name: 'Write', tool_input: { file_path: 3 } })],
    ['a write without an input', happened('ToolCompleted', { tool_name: 'Write' })],
  ])('do not include %s', (_what, event) => {
    expect(stateAfter(changesProjection, event)).toBe(changesProjection.initialState);
  });

  it('leave out a path that no line had room for', () => {
    const omitted = { omitted: 9000 } as unknown as string;
    const event = recorded('ChangesObserved', { by: 'sed', paths: [omitted, 'src/a.ts'], planes: ['code'] });
    expect(stateAfter(changesProjection, event)).toEqual({
      files: [{ path: 'src/a.ts', event: event.id }],
      forgotten: 0,
      unnamed: {},
    });
  });

  it('are the same after a command that changed no code and no document', () => {
    const touched = recorded('ChangesObserved', { by: 'touch', paths: [], planes: [] });
    expect(stateAfter(changesProjection, touched)).toBe(changesProjection.initialState);
  });

  it('hold any name a file can have', () => {
    const names = ['__proto__', 'constructor', 'toString', '1', 'a b\nc'];
    const state = stateAfter(changesProjection, ...names.map((name) => wrote(`/work/shop/${name}`)));
    expect(paths(state).sort()).toEqual([...names].sort());
  });

  it('forget the files that were first written longest ago beyond a thousand, and count them', () => {
    const writes = Array.from({ length: 1003 }, (_, i) => wrote(`/work/shop/src/f${i}.ts`));
    const state = stateAfter(changesProjection, ...writes);
    expect(paths(state)).toHaveLength(1000);
    expect(state.forgotten).toBe(3);
    expect(paths(state)[0]).toBe('src/f3.ts');
  });
});
