import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JunitError, readJunit } from '../../src/cli/tests/junit.ts';

const suite = (inner: string, attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n<testsuite name="a"${attributes}>${inner}</testsuite>\n</testsuites>\n`;

describe('a report in JUnit format', () => {
  it.each([
    ['green', suite('<testcase name="a"/><testcase name="b"></testcase>'), { tests: 2, failures: 0, skipped: 0 }],
    [
      'red, with an error and a skipped test',
      suite(
        '<testcase name="a"><failure message="1 &lt; 2">x</failure></testcase><testcase name="b"><error/></testcase><testcase name="c"><skipped/></testcase>',
      ),
      { tests: 3, failures: 2, skipped: 1 },
    ],
    [
      'one test with two failures and output',
      suite(
        '<testcase name="a"><failure/><failure/><system-out><![CDATA[<testcase><failure/>]]></system-out></testcase>',
      ),
      { tests: 1, failures: 1, skipped: 0 },
    ],
    [
      'without testsuites around it',
      '<testsuite tests="1"><testcase name="a > b"/></testsuite>',
      { tests: 1, failures: 0 },
    ],
    [
      'suites in suites',
      suite('<testsuite><testcase name="a"/></testsuite><testcase name="b"/>'),
      { tests: 2, failures: 0 },
    ],
    ['comments', suite('<!-- <testcase><failure/></testcase> --><testcase name="a"/>'), { tests: 1, failures: 0 }],
    ['a suite that failed as a whole', suite('', ' tests="0" errors="1"'), { tests: 0, failures: 0, broken: true }],
    ['no test', suite(''), { tests: 0, failures: 0, broken: false }],
  ])('is counted: %s', (_name, xml, expected) => {
    expect(readJunit(xml)).toMatchObject(expected);
  });

  it.each([
    ['cut', suite('<testcase name="a"/>').slice(0, -30)],
    ['cut in a tag', '<testsuite><testcase name="a'],
    ['another document', '<html><body></body></html>'],
    ['no XML', 'all 3 tests passed'],
    ['nothing', ''],
    ['elements that do not close in order', '<testsuite><testcase></testsuite></testcase>'],
    ['a lone mark', 'a < b'],
  ])('is none: %s', (_name, xml) => {
    expect(() => readJunit(xml)).toThrow(JunitError);
  });

  it('never fails otherwise', () => {
    const pieces = fc.constantFrom(
      '<testsuite>',
      '</testsuite>',
      '<testcase/>',
      '<testcase>',
      '</testcase>',
      '<failure/>',
      '<!--',
      '-->',
      '"',
      '>',
      'x',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        try {
          const { tests, failures, skipped } = readJunit(parts.join(''));
          expect(failures + skipped).toBeLessThanOrEqual(tests);
        } catch (error) {
          expect(error).toBeInstanceOf(JunitError);
        }
      }),
    );
  });
});
