import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CustomGate } from '../../src/gates/custom/gate-types.ts';
import { givenGate } from '../../src/hooks/custom-gates/testing.ts';

const edit = (path: string) => ({ tool: 'Edit', input: { file_path: path, old_string: '1', new_string: '2' } });

const gateIn = async (name: string): Promise<CustomGate> => {
  const folder = join(import.meta.dirname, '..', '..', 'examples', 'custom-gates', 'docket.gates');
  return ((await import(join(folder, `${name}.js`))) as { gate: CustomGate }).gate;
};

const generatedFiles = await gateIn('generated-files');
const migrationRollback = await gateIn('migration-rollback');
const ticketId = await gateIn('ticket-id');

describe('generated-files', () => {
  const files = { 'a.ts': '// DO NOT EDIT\nconst a = 1;\n', 'b.ts': 'const b = 1;\n' };
  const { when } = givenGate(generatedFiles as CustomGate, { files });

  it('denies an edit of a file that says it was generated, and of no other', async () => {
    expect(await when(edit('a.ts'))).toMatchObject({
      decision: 'deny',
      verdicts: [{ rule: 'gate/by-hand', conditions: [{ name: 'file-is-not-generated', actual: 'DO NOT EDIT' }] }],
    });
    expect(await when(edit('b.ts'))).toMatchObject({ decision: 'none', verdicts: [{ decision: 'pass' }] });
    expect(await when(edit('new.ts'))).toEqual({ decision: 'none', verdicts: [] });
    expect(await when({ tool: 'Read', input: { file_path: 'a.ts' } })).toEqual({ decision: 'none', verdicts: [] });
  });
});

describe('migration-rollback', () => {
  const { when } = givenGate(migrationRollback as CustomGate, { options: { folder: 'db/' } });
  const write = (path: string, content: string) => when({ tool: 'Write', input: { file_path: path, content } });

  it('wants a rollback section in what a migration becomes', async () => {
    expect((await write('db/1.sql', 'CREATE TABLE a;')).decision).toBe('deny');
    expect((await write('db/1.sql', 'CREATE TABLE a;\n-- rollback\n')).decision).toBe('deny');
    expect((await write('db/1.sql', 'CREATE TABLE a;\n-- rollback\nDROP TABLE a;')).decision).toBe('none');
    expect((await write('docs/1.sql', 'CREATE TABLE a;')).verdicts).toEqual([]);
  });
});

describe('ticket-id', () => {
  const { when } = givenGate(ticketId);
  const runs = async (command: string) => (await when({ tool: 'Bash', input: { command } })).decision;

  it('asks about a commit whose message names no ticket', async () => {
    expect(await runs('git commit -m "tidy up"')).toBe('ask');
    expect(await runs('git add . && git commit -am "tidy up"')).toBe('ask');
    expect(await runs('git commit -m "ABC-12: tidy up"')).toBe('none');
    expect(await runs('git commit')).toBe('none');
    expect(await runs('git log -m')).toBe('none');
  });
});

describe('what a gate is about', () => {
  const says = { reason: 'r', conditions: [{ name: 'a', holds: false, actual: null }] };
  const about = (on: CustomGate['on']) =>
    givenGate({ summary: 'x', on, rules: { a: { decision: 'advise', judge: () => says } } });

  it.each([
    [{ tools: ['mcp__*'] }, { tool: 'mcp__db__query' }, true],
    [{ tools: ['mcp__*'] }, { tool: 'xmcp__db' }, false],
    [{ tools: ['*__query'] }, { tool: 'mcp__db__query' }, true],
    [{ tools: ['a.c'] }, { tool: 'abc' }, false],
    [{ tools: ['Bash'] }, { event: 'ToolCompleted', tool: 'Bash' }, false],
    [{ events: ['ToolCompleted'], tools: ['Bash'] }, { event: 'ToolCompleted', tool: 'Bash' }, true],
    [{ events: ['PromptSubmitted'], tools: ['Bash'] }, { prompt: 'go' }, true],
    [{}, { prompt: 'go' }, false],
  ] as const)('%j: %j is %s', async (on, call, isIt) => {
    expect((await about(on).when(call)).decision).toBe(isIt ? 'advise' : 'none');
  });
});

describe('a gate that docket would not take', () => {
  const rule = { decision: 'deny', judge: () => 7 };
  it.each([
    [{}, 'summary'],
    [{ summary: 'x', on: {}, rules: {} }, 'no rules'],
    [{ summary: 'x', on: { events: ['TurnEnded'] }, rules: { a: rule } }, 'on.events'],
    [{ summary: 'x', on: {}, rules: { 'A b': rule } }, 'no name of a rule'],
    [{ summary: 'x', on: {}, rules: { a: { ...rule, decision: 'allow' } } }, 'decision'],
    [{ summary: 'x', on: {}, rules: { a: rule } }, 'neither null nor a judgement'],
  ])('%j is said to be wrong', async (gate, said) => {
    const { when } = givenGate(gate as unknown as CustomGate);
    await expect(when(edit('a.ts'))).rejects.toThrow(said);
  });

  it('may say anything as actual: what is recorded is short and plain', async () => {
    const round: Record<string, unknown> = {};
    round['self'] = round;
    for (const actual of [round, undefined, () => 1, 10n, 'x'.repeat(10_000), new Map(), { a: 1 }, [[1]]]) {
      const conditions = [{ name: 'a', holds: false, actual }];
      const judged = { decision: 'deny' as const, judge: () => ({ reason: 'r', conditions }) };
      const { verdicts } = await givenGate({ summary: 'x', on: {}, rules: { a: judged } }).when(edit('a.ts'));
      expect(verdicts[0]?.conditions[0]?.actual).toBeTypeOf('string');
      expect(JSON.stringify(verdicts[0]?.conditions[0]?.actual).length).toBeLessThan(600);
    }
  });
});
