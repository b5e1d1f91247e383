import { describe, expect, it } from 'vitest';
import { anyPattern } from '../../../src/hooks/observers/any-pattern.ts';
import { readOutput } from '../../../src/hooks/observers/test-output.ts';
import { BLOCK_READERS } from '../../../src/hooks/observers/test-summary-blocks.ts';
import { COMPILED_OUTPUTS } from './outputs/compiled.ts';
import { ENDINGS } from './outputs/endings.ts';
import { JAVASCRIPT_OUTPUTS } from './outputs/javascript.ts';
import { MORE_OUTPUTS } from './outputs/more.ts';
import { SCRIPTING_OUTPUTS } from './outputs/scripting.ts';

const ALL = [...JAVASCRIPT_OUTPUTS, ...SCRIPTING_OUTPUTS, ...COMPILED_OUTPUTS, ...MORE_OUTPUTS, ...ENDINGS];

/** Lines on which a reader says something, one each. */
const ALONE = [
  '  2 failed',
  '  1 interrupted',
  '  3 passed (1.2s)',
  '  1 error was not a part of any test, see above for details',
  'Tests run:5, Failures: 0, Errors: 0, Skipped: 0',
  '[ERROR] Tests run: 5, Failures: 1',
  '      Tests  no tests',
  'Test Suites: 1 failed, 1 total',
  '# pass 3',
  'ℹ tests 3',
  '?   \texample.com/a\t[no test files]',
  'FAIL\texample.com/a\t0.1s',
  'FAIL: a',
  '--- FAIL: TestA (0.00s)',
  'Result: FAIL',
  'Chrome 1.0: Executed 3 of 3 SUCCESS',
  '2 unhandled rejections',
  '    1 failing',
];

describe('readers of summaries', () => {
  it('are asked wherever they have something to say', () => {
    const outputs = [...ALL.map(({ output }) => output), ...ALONE];
    const lines = outputs.map((output) => readOutput(output).lines);
    const each = [...lines, ...lines.flat().map((line) => [line])];
    const silent = new Set(BLOCK_READERS.map(([, read]) => read));
    for (const [, read] of BLOCK_READERS) {
      const marks = BLOCK_READERS.filter(([, other]) => other === read).map(([mark]) => mark);
      for (const seen of each) {
        if (read(seen) === null) continue;
        silent.delete(read);
        expect({ seen, isMarked: seen.some((line) => marks.some((mark) => mark.test(line))) }).toMatchObject({
          isMarked: true,
        });
      }
    }
    expect([...silent]).toEqual([]);
  });
});

describe('a pattern for any of many', () => {
  it('matches what one of them matches', () => {
    const patterns = [/^a+$/, /^b/, /^(?:c|d)\d$/, /\bend$/, /middle/i, /^not\b(?!.*#)/i, /^x$|^y$/];
    const isAny = anyPattern(patterns);
    const texts = [
      'a',
      'aab',
      'b',
      'cb',
      'c1',
      'd12',
      'the end',
      'ended',
      'the MIDDLE of',
      'Not ok',
      'not # ok',
      'x',
      'xy',
      '',
    ];
    for (const text of texts) expect([text, isAny(text)]).toEqual([text, patterns.some((one) => one.test(text))]);
  });
});
