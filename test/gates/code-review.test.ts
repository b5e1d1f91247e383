import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventData } from '../../src/events/schemas.ts';
import { completes, type Outcome, type Payload, requests, type ScenarioOptions, scenario } from '../kit/scenario.ts';

const lines = (count: number, word = 'a'): string =>
  Array.from({ length: count }, (_, i) => `export const ${word}${i} = ${i};\n`).join('');

let calls = 0;

const project = (options: ScenarioOptions = { preset: 'strict' }) => {
  const s = scenario(options);
  /** A new file is written, and is on the disk. */
  const creates = (path: string, content: string, more: Payload = {}): Promise<Outcome> => {
    s.write(path, content);
    return s.when(
      completes(
        'Write',
        { file_path: path, content },
        { type: 'create', filePath: path, content, structuredPatch: [], originalFile: null },
        { tool_use_id: `creates-${++calls}`, ...more },
      ),
    );
  };
  return { s, creates };
};

const offered = (tool = 'mcp__multi__codereview') => requests(tool, { prompt: 'x' });

const verdictOf = ({ verdicts }: Outcome) => verdicts.find(({ gate }) => gate === 'code-review');
const changeIn = ({ events }: Outcome) =>
  (events.find(({ type }) => type === 'FileObserved')?.data as EventData<'FileObserved'> | undefined)?.change;

describe('code-review', () => {
  it('suggests the tool after a large change, with where it begins, and stops nothing', async () => {
    const { s, creates } = project();
    await s.given(offered());
    const { answer, decision } = await creates('src/a.ts', lines(30));
    expect(decision).toBe('advise');
    const { additionalContext } = (answer as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput;
    expect(additionalContext).toMatch(
      /^This is a large change of src\/a\.ts: 30 lines added, 0 removed\. It begins:\n@@ -1,0 \+1,30 @@\n\+export const a0 = 0;\n/,
    );
    expect(additionalContext).toContain('Have mcp__multi__codereview review it before you build on it.');
    expect(additionalContext).toContain('[docket code-review/large-change]');
    expect(additionalContext.length).toBeLessThan(1_100);
  });

  it.each([
    ['19 lines', 'src/a.ts', lines(19), 'none'],
    ['20 lines', 'src/a.ts', lines(20), 'advise'],
    ['20 lines without a line end', 'src/a.ts', lines(20).trimEnd(), 'advise'],
    ['a test', 'test/a.test.ts', lines(30), 'none'],
    ['a document', 'README.md', lines(30), 'none'],
    ['configuration', 'vite.config.ts', lines(30), 'none'],
    ['a lock file', 'package-lock.json', lines(30), 'none'],
    ['generated code', 'src/api.generated.ts', lines(30), 'none'],
    ['what others wrote', 'node_modules/x/a.ts', lines(30), 'none'],
  ])('%s', async (_name, path, text, decision) => {
    const { s, creates } = project();
    await s.given(offered());
    expect((await creates(path, text)).decision).toBe(decision);
  });

  it('counts the lines that the host says were changed, not those of the file', async () => {
    const { s } = project();
    const content = lines(500);
    s.write('src/a.ts', content);
    await s.given(offered());
    const edit = (patch: readonly string[]) =>
      s.when(
        completes(
          'Edit',
          { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' },
          {
            originalFile: content,
            structuredPatch: [{ oldStart: 4, oldLines: 1, newStart: 4, newLines: 1, lines: patch }],
          },
          { tool_use_id: `edit-${++calls}` },
        ),
      );
    expect(changeIn(await edit([' x', '-export const a', '+export const b', ' y']))).toMatchObject({
      added: 1,
      removed: 1,
    });
    const large = [...Array(10).fill('-old'), ...Array(10).fill('+new'), ...Array(100).fill(' same')];
    const outcome = await edit(large);
    expect(changeIn(outcome)).toMatchObject({ added: 10, removed: 10 });
    expect(outcome.decision).toBe('advise');
  });

  it.each<[string, string, unknown, unknown, { added: number; removed: number } | undefined]>([
    [
      'a file written again',
      'Write',
      { content: lines(30) },
      { originalFile: lines(28), structuredPatch: [] },
      { added: 2, removed: 0 },
    ],
    ['the same text again', 'Write', { content: lines(30) }, { originalFile: lines(30) }, { added: 0, removed: 0 }],
    [
      'lines in the middle',
      'Write',
      { content: 'a\nX\nY\nc\n' },
      { originalFile: 'a\nb\nc\n' },
      { added: 2, removed: 1 },
    ],
    ['a host that sends no result', 'Write', { content: lines(25) }, 'ok', { added: 25, removed: 0 }],
    [
      'an edit without a difference',
      'Edit',
      { old_string: 'a\nb\nc', new_string: 'a\nB\nc' },
      null,
      { added: 1, removed: 1 },
    ],
    [
      'several edits',
      'MultiEdit',
      {
        edits: [
          { old_string: 'a', new_string: 'b' },
          { old_string: '', new_string: 'c\nd' },
        ],
      },
      {},
      { added: 3, removed: 1 },
    ],
    [
      'line ends of another system',
      'Write',
      { content: 'a\r\nb\r\n' },
      { originalFile: 'a\nb\n' },
      { added: 0, removed: 0 },
    ],
    [
      'a damaged difference',
      'Write',
      { content: 'a\n' },
      { structuredPatch: [null, 3, { lines: [1, '+x', null] }, { lines: 'x' }] },
      { added: 1, removed: 0 },
    ],
    ['an input of another shape', 'Edit', { old_string: 3 }, { structuredPatch: 'x' }, undefined],
    ['an emptied file', 'Write', { content: '' }, { originalFile: lines(40) }, { added: 0, removed: 40 }],
  ])('measures %s', async (_name, tool, input, response, expected) => {
    const { s } = project();
    const payload = completes(tool, { file_path: 'src/a.ts', ...(input as object) }, response, { tool_use_id: 'one' });
    const change = changeIn(await s.when(payload));
    expect(change === undefined ? undefined : { added: change.added, removed: change.removed }).toEqual(expected);
  });

  it('measures a cell of a notebook', async () => {
    const { s } = project();
    const input = { notebook_path: 'src/a.ipynb', new_source: lines(22), edit_mode: 'replace' };
    const outcome = await s.when(completes('NotebookEdit', input, { old_source: lines(1) }, { tool_use_id: 'cell' }));
    expect(changeIn(outcome)).toMatchObject({ added: 21, removed: 0 });
  });
});

describe('the tool that code-review names', () => {
  it('is silent where no such tool was seen in this session: its verdict says why', async () => {
    const { s, creates } = project();
    await s.given(requests('mcp__other__codereview', {}), { ...offered(), session_id: 's2' });
    const outcome = await creates('src/a.ts', lines(30));
    expect(outcome).toMatchObject({ decision: 'none', answer: null });
    expect(verdictOf(outcome)).toMatchObject({
      decision: 'pass',
      limits: expect.arrayContaining([expect.objectContaining({ name: 'the-tool-is-offered', holds: false })]),
    });
  });

  it.each([
    ['by itself', 'mcp__multi__codereview', true],
    ['by another tool of its server', 'mcp__multi__chat', true],
    ['not by a server whose name begins alike', 'mcp__multi2__chat', false],
    ['not by a tool of the host', 'Bash', false],
  ])('is known %s', async (_name, tool, isKnown) => {
    const { s, creates } = project();
    await s.given(requests(tool, { command: 'true' }));
    expect((await creates('src/a.ts', lines(30))).decision).toBe(isKnown ? 'advise' : 'none');
  });

  it('is the policy’s, and so is the number of lines', async () => {
    const gates = { 'code-review': { tool: 'mcp__codex__review', lines: 5 } };
    const { s, creates } = project({ policy: { preset: 'strict', gates } });
    await s.given(offered('mcp__codex__codex'));
    expect((await creates('src/a.ts', lines(4))).decision).toBe('none');
    const outcome = await creates('src/a.ts', lines(5, 'b'));
    expect(verdictOf(outcome)?.conditions[0]?.remedy).toBe('Have mcp__codex__review review it before you build on it.');
    expect(changeIn(outcome)?.excerpt).toContain('+export const b0 = 0;');
  });

  it('can be a tool of no server', async () => {
    const { s, creates } = project({ policy: { preset: 'strict', gates: { 'code-review': { tool: 'Review' } } } });
    await s.given(requests('Review', {}));
    expect((await creates('src/a.ts', lines(30))).decision).toBe('advise');
  });
});

describe('what code-review says', () => {
  it('is said once for the same content of a file, also when it comes back', async () => {
    const { s, creates } = project();
    await s.given(offered());
    const said = async (path: string, text: string) => (await creates(path, text)).decision === 'advise';
    expect(await said('src/a.ts', lines(30))).toBe(true);
    expect(await said('src/a.ts', lines(30))).toBe(false);
    expect(await said('src/a.ts', lines(30, 'b'))).toBe(true);
    expect(await said('src/a.ts', lines(30))).toBe(false);
    expect(await said('src/c.ts', lines(30))).toBe(true);
  });

  it('is off under standard and recorded under observe, once as well', async () => {
    expect(verdictOf(await project({ preset: 'standard' }).creates('src/a.ts', lines(30)))).toBeUndefined();
    const { s, creates } = project({ preset: 'observe' });
    await s.given(offered());
    expect(verdictOf(await creates('src/a.ts', lines(30)))).toMatchObject({ decision: 'advise', mode: 'monitor' });
    expect(verdictOf(await creates('src/a.ts', lines(30)))).toMatchObject({ decision: 'pass' });
  });

  it('holds no secret of the change, and is bounded for any text', async () => {
    const { s, creates } = project();
    await s.given(offered());
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const hostile = `const token = '${secret}';\n${'x'.repeat(70_000)}\n${'\n'.repeat(20_000)}`;
    const outcome = await creates('src/a.ts', hostile);
    expect(outcome.decision).toBe('advise');
    expect(JSON.stringify(outcome.answer)).not.toContain(secret);
    expect(JSON.stringify(changeIn(outcome)).length).toBeLessThan(1_000);
    expect(verdictOf(outcome)?.reason.length).toBeLessThanOrEqual(1_000);
  });

  it('is measured from what the host sent, however long: the log keeps less', async () => {
    const { s } = project();
    const patch = Array.from({ length: 30_000 }, (_, i) => `+${'x'.repeat(200)}${i}`);
    const response = {
      structuredPatch: [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: patch.length, lines: patch }],
    };
    const payload = completes('Edit', { file_path: 'src/a.ts', old_string: '', new_string: 'x' }, response);
    expect(changeIn(await s.when(payload))).toMatchObject({ added: 30_000 });
  });

  it('is said again where the file on the disk is another one than the call wrote', async () => {
    const { s, creates } = project();
    await s.given(offered());
    await creates('src/a.ts', lines(30));
    writeFileSync(join(s.project, 'src/a.ts'), lines(31));
    const again = completes('Write', { file_path: 'src/a.ts', content: lines(30) }, {}, { tool_use_id: 'again' });
    expect((await s.when(again)).decision).toBe('advise');
  });
});
