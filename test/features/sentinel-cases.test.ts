import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { completes, type Payload, requests, scenario } from '../kit/scenario.ts';
import { KINDS, reviewsIn } from './reviews-in.ts';

/** Real and made-up results of tools, and which review they are (the ids are those of the cases). */
interface SentinelCase {
  readonly id: string;
  readonly input: Payload;
  readonly expect: { readonly update: keyof typeof KINDS | 'none'; readonly passed?: boolean };
}

const CASES = readFileSync('fixtures/cases/sentinel.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as SentinelCase]));

const expected = ({ update, passed }: SentinelCase['expect']) =>
  update === 'none' ? {} : { [KINDS[update]]: { executed: true, passed } };

describe('the verdict of a review', () => {
  it('has cases', () => expect(CASES).toHaveLength(22));

  it.each(CASES)('$id: from what a tool answered, called by hand', async ({ input, expect: update }) => {
    const s = scenario({ deps: { host: undefined } });
    await s.when(input);
    expect(reviewsIn(s)).toEqual(expected(update));
  });

  it.each(CASES)('$id: from a host that gives calls no ids', async ({ input, expect: update }) => {
    const s = scenario();
    await s.when(input);
    expect(reviewsIn(s)).toEqual(expected(update));
  });

  it.each(CASES)('$id: from a call of the session', async ({ input, expect: update }) => {
    const s = scenario();
    const { tool_name: tool, tool_input: given = {}, tool_response, tool_output } = input as Record<string, string>;
    const call = requests(String(tool), given);
    await s.given(call);
    const more = { tool_use_id: call['tool_use_id'] };
    await s.when(completes(String(tool), given, tool_response ?? tool_output, more));
    expect(reviewsIn(s)).toEqual(expected(update));
  });

  it.each(CASES.filter(({ expect: { passed } }) => passed === true))(
    '$id: of a call that nobody requested is a claim and opens nothing',
    async ({ input }) => {
      const s = scenario();
      await s.when({ ...input, tool_use_id: 'made-up' });
      expect(s.events().filter(({ type }) => type === 'ReviewRecorded')).toMatchObject([
        { data: { standing: 'claim', outcome: 'pass' } },
      ]);
      expect(reviewsIn(s)).toEqual({});
    },
  );
});
