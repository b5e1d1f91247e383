import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requests, scenario } from '../kit/scenario.ts';
import { tryInput } from './gate-cases.ts';

interface MockCase {
  readonly id: string;
  readonly input: {
    readonly tool_name: string;
    readonly tool_input: { readonly file_path: string; readonly content: string };
    readonly strikes?: number;
  };
  readonly expect: { readonly decision: string };
}

const CASES = readFileSync('fixtures/cases/mock-gate.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as MockCase]));

/** Mocks of the project's own code, and that alone. */
const POLICY = { preset: 'observe', gates: { 'mock-gate': { mode: 'enforce' } } };

describe('cases of mock-gate', () => {
  it.each(CASES.map((each) => [each.id, each] as const))('%s', async (_id, { input, expect: { decision } }) => {
    const { tool_name: tool, tool_input: toolInput, strikes = 0 } = input;
    const tried = await tryInput(JSON.stringify({ tool_name: tool, tool_input: toolInput }), 'strict', [
      `strikes.mock-gate=${strikes}`,
    ]);
    const said = tried.ruled.verdicts.filter(({ gate }) => gate === 'mock-gate').map((verdict) => verdict.decision);
    expect(said.filter((each) => each !== 'pass')).toEqual(decision === 'none' ? [] : [decision]);
  });

  it.each(CASES.map((each) => [each.id, each] as const))(
    '%s, after warnings that were sent',
    async (_id, { input, expect: { decision } }) => {
      const s = scenario({ policy: POLICY });
      for (let strike = 0; strike < (input.strikes ?? 0); strike += 1) {
        await s.given(requests('Write', { file_path: 'first.test.ts', content: "vi.mock('./other')" }));
      }
      expect((await s.when(requests(input.tool_name, input.tool_input))).decision).toBe(decision);
    },
  );
});
