import { describe, expect, it } from 'vitest';
import type { Edit, Verdict } from '../../src/events/schemas.ts';
import { combine } from '../../src/gates/combine.ts';
import { explain, explainUnanswerable, rewrittenInput } from '../../src/hooks/protocols/answer.ts';
import { startFold } from '../../src/projections/fold.ts';

const { session } = startFold().view('s', null);

const verdict = (rule: string, decision: Verdict['decision'], edits: readonly Edit[] = []): Verdict => ({
  gate: 'guard',
  rule: `guard/${rule}`,
  decision,
  mode: 'enforce',
  reason: `${rule} speaks.`,
  conditions: [],
  limits: [],
  because: [],
  ...(edits.length === 0 ? {} : { edits: { field: 'command', edits: [...edits] } }),
});

const edit = (start: number, end: number, text: string): Edit => ({ start, end, text });

/** What becomes of `abcdef` under rewrites with these edits. */
const applied = (...lists: readonly Edit[][]): unknown => {
  const { answered } = combine(
    lists.map((edits, index) => verdict(`r${index}`, 'rewrite', edits)),
    { session },
  );
  return rewrittenInput(answered, { command: 'abcdef', other: 1 });
};

describe('the changes of several rules', () => {
  it.each<[string, Edit[][], string]>([
    ['apart', [[edit(1, 2, 'X')], [edit(4, 5, 'Y')]], 'aXcdYf'],
    ['the later one first in the text', [[edit(4, 5, 'Y')], [edit(1, 2, 'X')]], 'aXcdYf'],
    ['side by side', [[edit(2, 4, 'Y')], [edit(0, 2, 'X')]], 'XYef'],
    ['an insertion in front of a replacement', [[edit(2, 4, 'Y')], [edit(2, 2, 'X')]], 'abXYef'],
    ['an insertion behind a replacement', [[edit(4, 4, 'X')], [edit(2, 4, 'Y')]], 'abYXef'],
    ['two insertions at one place', [[edit(0, 0, 'X')], [edit(0, 0, 'Y')]], 'XYabcdef'],
    ['at both ends', [[edit(0, 0, 'X')], [edit(6, 6, 'Y')]], 'XabcdefY'],
    ['overlapping: the first rule wins, whole', [[edit(0, 3, 'X')], [edit(2, 4, 'Y'), edit(5, 6, 'Z')]], 'Xdef'],
    ['one inside the other', [[edit(0, 6, 'X')], [edit(2, 3, 'Y')]], 'X'],
    ['an insertion inside a replacement', [[edit(0, 6, 'X')], [edit(2, 2, 'Y')]], 'X'],
    ['the same twice', [[edit(0, 1, 'X')], [edit(0, 1, 'X')]], 'Xbcdef'],
  ])('%s', (_name, lists, command) => {
    expect(applied(...lists)).toEqual({ command, other: 1 });
  });

  it('that clash with those of an earlier rule are not answered, so that nobody is told of them', () => {
    const rewrites = [verdict('one', 'rewrite', [edit(0, 3, 'X')]), verdict('two', 'rewrite', [edit(2, 4, 'Y')])];
    const { answered } = combine(rewrites, { session });
    expect(explain(answered)).toBe('one speaks. [docket guard/one]');
  });
});

describe('a rewrite beside a question', () => {
  const verdicts = [verdict('tmp', 'rewrite', [edit(0, 1, 'X')]), verdict('loss', 'ask')];

  it('is told, since the rewritten command is what is asked about', () => {
    expect(explain(verdicts)).toContain('tmp speaks');
  });

  it('is not told where nobody can answer', () => {
    expect(explainUnanswerable('the session is headless', verdicts)).not.toContain('tmp speaks');
  });

  it('is not told beside a deny', () => {
    expect(explain([...verdicts, verdict('root', 'deny')])).not.toContain('tmp speaks');
  });
});
