import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvFormat } from '../../src/audit/csv.ts';
import { deniedSession } from '../cli/sessions.ts';
import { completes, prompts, requests, scenario } from '../kit/scenario.ts';
import { exported } from './exported.ts';

type Row = Record<string, string>;

const rows = (text: string): Row[] => parse(text, { columns: true });

const rowsOf = (all: readonly Row[], kind: string): Row[] => all.filter(({ row }) => row === kind);

describe('an export as CSV', () => {
  it('has one row a call, with how it ended, and one a verdict', async () => {
    const s = await deniedSession();
    const all = rows(exported(s, csvFormat));
    const requested = s.events().filter(({ type }) => type === 'ToolRequested');
    expect(rowsOf(all, 'call').map(({ call, outcome, decision }) => ({ call, outcome, decision }))).toEqual([
      { call: 'red', outcome: 'failed', decision: 'none' },
      { call: 'w1', outcome: 'no outcome', decision: 'advise' },
      { call: 'w2', outcome: 'denied', decision: 'deny' },
    ]);
    expect(rowsOf(all, 'call').map(({ event }) => event)).toEqual(requested.map(({ id }) => id));
    const ruled = s
      .events()
      .flatMap(({ type, data }) => (type === 'GatesRuled' ? (data['verdicts'] as unknown[]) : []));
    expect(rowsOf(all, 'verdict')).toHaveLength(ruled.length);
    expect(rowsOf(all, 'verdict')).toContainEqual(
      expect.objectContaining({
        call: 'w2',
        rule: 'test-gate/tests-fail',
        verdict: 'deny',
        not_holding: 'tests-do-not-fail',
      }),
    );
  });

  it('knows how long a call took', async () => {
    const s = scenario();
    await s.given(requests('Read', { file_path: 'a' }, { tool_use_id: 'r1' }));
    await s.given(completes('Read', { file_path: 'a' }, 'text', { tool_use_id: 'r1' }));
    const [requested, completed] = ['ToolRequested', 'ToolCompleted'].map((type) =>
      Date.parse(s.events().find((event) => event.type === type)?.at ?? ''),
    ) as [number, number];
    const [call] = rowsOf(rows(exported(s, csvFormat)), 'call');
    expect(call).toMatchObject({ outcome: 'completed', took_ms: `${completed - requested}` });
  });

  it('knows the outcome of a call although only its request was chosen', async () => {
    const s = await deniedSession();
    const [call] = rowsOf(
      rows(exported(s, csvFormat, { matches: ({ type, call: id }) => type === 'ToolRequested' && id === 'red' })),
      'call',
    );
    expect(call).toMatchObject({ call: 'red', outcome: 'failed' });
  });

  it('has only verdicts of the gate that is asked for', async () => {
    const s = await deniedSession();
    const gates = rowsOf(rows(exported(s, csvFormat, { gate: 'test-gate' })), 'verdict').map(({ gate }) => gate);
    expect(new Set(gates)).toEqual(new Set(['test-gate']));
  });

  it('gives back any text, but for an apostrophe before what a spreadsheet would take for a formula', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 40 }), async (text) => {
        const s = scenario({ preset: 'observe' });
        await s.given(requests('Bash', { command: `echo ${text}` }), requests(`=${text}`, {}));
        const calls = rowsOf(rows(exported(s, csvFormat)), 'call');
        const tools = s.events().flatMap(({ type, data }) => (type === 'ToolRequested' ? [data['tool_name']] : []));
        expect(calls.map(({ tool }) => tool)).toEqual(['Bash', `'${tools[1]}`]);
      }),
      { numRuns: 25 },
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1'])('keeps %j from being a formula', async (tool) => {
    const s = scenario({ preset: 'observe' });
    await s.given(prompts('go on'), requests(tool, {}));
    expect(rowsOf(rows(exported(s, csvFormat)), 'call')[0]?.['tool']).toBe(`'${tool}`);
  });
});
