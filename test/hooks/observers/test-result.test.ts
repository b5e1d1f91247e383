import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTestResult, type TestRunOutcome } from '../../../src/hooks/observers/test-result.ts';
import { understand } from '../../../src/shell/understand.ts';
import { COMPILED_OUTPUTS } from './outputs/compiled.ts';
import { ENDINGS } from './outputs/endings.ts';
import { JAVASCRIPT_OUTPUTS } from './outputs/javascript.ts';
import { MORE_OUTPUTS } from './outputs/more.ts';
import { SCRIPTING_OUTPUTS } from './outputs/scripting.ts';

const ALL = [...JAVASCRIPT_OUTPUTS, ...SCRIPTING_OUTPUTS, ...COMPILED_OUTPUTS, ...MORE_OUTPUTS, ...ENDINGS];

const SUCCESS: TestRunOutcome['exit'] = { kind: 'success' };
const failure = (code: number | null = 1): TestRunOutcome['exit'] => ({ kind: 'failure', code });

const GREEN = ' Test Files  1 passed (1)\n      Tests  3 passed (3)\n';
const RED = ' Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n';
const EMPTY = 'No test files found, exiting with code 0\n';

const result = (output: string, exit: TestRunOutcome['exit'], masked = false) =>
  readTestResult({ runner: 'npm test', masked, output, exit });

describe('the result of a test run', () => {
  describe('is read from what the runner prints, without its exit code', () => {
    it.each(ALL)('$name', ({ output, expected }) => {
      expect(result(output, SUCCESS, true)).toMatchObject(expected);
    });
  });

  describe('is read from it', () => {
    const colour = (line: string): string => (line === '' ? line : `\u001b[1m\u001b[32m${line}\u001b[0m`);
    const eachLine = (output: string, change: (line: string) => string): string =>
      output.split('\n').map(change).join('\n');
    const noise = 'a line of a chatty program\n'.repeat(4_000);
    it.each([
      ['in colour', (output: string) => eachLine(output, colour)],
      ['with the line ends of Windows', (output: string) => output.replaceAll(/\r?\n/g, '\r\n')],
      [
        'behind what pnpm puts before each line',
        (output: string) => eachLine(output, (line) => `packages/web test: ${line}`),
      ],
      [
        'behind what turbo puts before each line',
        (output: string) => eachLine(output, (line) => `@acme/web:test: ${line}`),
      ],
      [
        'behind what docker compose puts before each line',
        (output: string) => eachLine(output, (line) => `web-1  | ${line}`),
      ],
      ['behind other output', (output: string) => `> shop@1.0.0 test\n> run-tests\n\n${output}`],
    ])('%s', (_how, change) => {
      for (const { name, output, expected } of ALL) {
        // Lines with prefixes of their own are not put behind another one.
        if (/pnpm|turbo|nx|lerna|yarn|docker|npm|make|karma/.test(name)) continue;
        const read = result(change(output), SUCCESS, true);
        expect({ name, ...read }).toMatchObject({ name, ...expected });
      }
    });

    it('behind so much that only the end is read', () => {
      for (const { name, output, expected } of ALL) {
        const { status } = result(`${noise}${output}`, SUCCESS, true);
        // Single results may be missing then: what was a pass of a list is not known any more.
        if (/TAP/.test(name) && !/^# pass/m.test(output) && expected.status === 'pass')
          expect(status, name).toBe('unknown');
        else expect(status, name).toBe(expected.status);
      }
    });
  });

  describe('with the exit code of the tests', () => {
    it.each([
      ['a green summary', GREEN, SUCCESS, 'pass', 0, 3],
      ['no summary', 'all good\n', SUCCESS, 'pass', 0, null],
      ['nothing printed', '', SUCCESS, 'pass', 0, null],
      ['a red summary, exit 0', RED, SUCCESS, 'fail', 1, 2],
      ['no test that ran', EMPTY, SUCCESS, 'unknown', 0, 0],
      ['a red summary', RED, failure(), 'fail', 1, 2],
      ['a green summary, exit 1', GREEN, failure(), 'fail', 0, 3],
      ['no test found, exit 1', 'No test files found, exiting with code 1\n', failure(), 'unknown', 0, 0],
      ['no test of pytest by that name, exit 5', '2 deselected in 0.02s\n', failure(5), 'unknown', 0, 0],
      ['nothing that passed, exit 1', '\n  0 passing (1ms)\n', failure(), 'fail', 0, 0],
      ['no test found in one of two, exit 1', `${GREEN}No tests found, exiting with code 1\n`, failure(), 'fail', 0, 3],
      ['no summary, exit 2', 'boom\n', failure(2), 'fail', null, null],
      ['a missing script', 'npm error Missing script: "test"\n', failure(), 'fail', null, null],
      ['a missing program', 'sh: 1: vitest: not found\n', failure(127), 'fail', null, null],
      ['a line that looks red, exit 0', 'FAIL src/a.test.ts\n', SUCCESS, 'pass', 0, null],
    ] as const)('%s', (_name, output, exit, status, failures, passed) => {
      expect(result(output, exit)).toMatchObject({ status, failures, passed });
    });

    it('names the exit code, or that there was none', () => {
      expect(result('', failure(2)).reason).toBe('npm test exited with code 2');
      expect(result('exit 1', failure(null)).reason).toBe('npm test failed');
    });
  });

  describe('with another exit code', () => {
    it.each([
      ['a green summary', GREEN, SUCCESS, 'pass'],
      ['a red summary', RED, SUCCESS, 'fail'],
      ['no summary', 'EXIT=0\n', SUCCESS, 'unknown'],
      ['no summary, exit 1', 'EXIT=1\n', failure(), 'unknown'],
      ['no test that ran', EMPTY, SUCCESS, 'unknown'],
      ['a green summary, exit 1', GREEN, failure(), 'unknown'],
      ['a red summary, exit 1', RED, failure(), 'fail'],
      ['one failure of jest', 'FAIL src/a.test.ts\n', SUCCESS, 'fail'],
      ['one failure of go', '--- FAIL: TestAdd (0.00s)\n', SUCCESS, 'fail'],
      ['the last line of go', 'FAIL\n', SUCCESS, 'fail'],
      ['one failure of pytest', 'FAILED tests/test_a.py::test_b - assert 1 == 2\n', SUCCESS, 'fail'],
      ['one failure of cargo', 'test cart::adds ... FAILED\n', SUCCESS, 'fail'],
      [
        'rust that does not compile',
        'error: could not compile `shop` (lib test) due to 1 previous error\n',
        SUCCESS,
        'fail',
      ],
      ['a failed build', 'BUILD FAILED in 3s\n', SUCCESS, 'fail'],
      ['a load error', 'LoadError: cannot load such file -- cart\n', SUCCESS, 'fail'],
      ['a build without a count', 'BUILD SUCCESSFUL in 3s\n', SUCCESS, 'unknown'],
      ['unittest, cut off before its verdict', 'Ran 5 tests in 0.001s\n', SUCCESS, 'unknown'],
      ['TAP, cut off before its end', '1..3\nok 1 - adds\nok 2 - removes\n', SUCCESS, 'unknown'],
      ['TAP without a plan', 'ok 1 - adds\n', SUCCESS, 'unknown'],
      ['prose about tests', 'All 12 tests passed, 0 failed!\n', SUCCESS, 'unknown'],
    ] as const)('%s', (_name, output, exit, status) => {
      expect(result(output, exit, true).status).toBe(status);
    });

    it('says which line looks red', () => {
      expect(result('FAIL src/a.test.ts\n', SUCCESS, true).reason).toBe(
        'the output shows a failure: FAIL src/a.test.ts',
      );
    });
  });

  it('is that of the last run of a watch mode that was stopped while it waited', () => {
    const stopped = { kind: 'interrupted', by: 'ran out of time' } as const;
    expect(result(`${GREEN}\n PASS  Waiting for file changes...\n`, stopped)).toMatchObject({
      status: 'pass',
      passed: 3,
    });
    expect(result(`${RED}\n FAIL  Waiting for file changes...\n`, stopped).status).toBe('fail');
    expect(result(' PASS  Waiting for file changes...\n', stopped).status).toBe('unknown');
    expect(result(GREEN, stopped)).toMatchObject({ status: 'unknown', reason: 'it ran out of time' });
  });

  it('is not what the command itself spells out', () => {
    const command = `npm test > /dev/null; echo '5 passed in 0.1s'`;
    const outcome = { runner: 'npm test', masked: true, exit: SUCCESS, output: '5 passed in 0.1s\n' };
    expect(readTestResult({ ...outcome, command }).status).toBe('unknown');
    expect(readTestResult({ ...outcome, command: 'pytest | tail -1' }).status).toBe('pass');
  });

  it('says where the runner itself left tests out', () => {
    const jest = 'Test Suites: 1 passed, 1 total\nTests:       2 passed, 2 total\n';
    expect(result(`${jest}Ran all test suites.\n`, SUCCESS)).not.toHaveProperty('partial');
    expect(result(`${jest}Ran all test suites matching cart.\n`, SUCCESS)).toHaveProperty('partial', true);
    const cargo = 'test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 4 filtered out; finished in 0.00s\n';
    expect(result(cargo, SUCCESS)).toHaveProperty('partial', true);
  });

  it.each([GREEN, RED, ''])('is unknown while it goes on or was cut short, whatever was printed: %j', (output) => {
    for (const masked of [true, false]) {
      expect(result(output, { kind: 'interrupted' }, masked).status).toBe('unknown');
      expect(result(output, { kind: 'background' }, masked).status).toBe('unknown');
    }
  });

  it('adds up runs one after the other, and one red run decides', () => {
    expect(result(`${GREEN}10 passed in 0.1s\n`, SUCCESS, true)).toMatchObject({ status: 'pass', passed: 13 });
    expect(result(`${RED}10 passed in 0.1s\n`, SUCCESS, true)).toMatchObject({
      status: 'fail',
      failures: 1,
      passed: 12,
      reason: 'vitest reports 1 failed',
    });
  });

  describe('in a long output', () => {
    const noise = 'a line of a chatty program\n'.repeat(8_000);

    it('is read from the end, and from the beginning', () => {
      expect(result(noise + RED, SUCCESS, true).status).toBe('fail');
      expect(result(RED + noise, SUCCESS, true).status).toBe('fail');
      expect(result(noise + GREEN, SUCCESS, true).status).toBe('pass');
    });

    it('is not read from a line that was cut', () => {
      const cutInside = (line: string, kept: number): string => `${noise}${line}${'x'.repeat(64 * 1024 - kept)}`;
      expect(result(cutInside('21 passed in 0.1s\n', 17), SUCCESS, true).status).toBe('unknown');
    });

    it('does not count single results when some may be missing', () => {
      expect(result(`1..2\nok 1 - a\n${noise}ok 2 - b\n`, SUCCESS, true).status).toBe('unknown');
    });

    it.each([' ', '=', '1 passed, ', '\u001b[', '\u001b]0;', 'a/', '1 passed\n', 'ok 1\n'])(
      'is read in bounded time when it is nothing but %j',
      (piece) => {
        expect(result(piece.repeat(1_000_000), SUCCESS, true).status).toBe('unknown');
      },
    );
  });

  it('never throws, and never calls an invisible success a pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.boolean(), (output, masked) => {
        const { status, reason } = result(output, SUCCESS, masked);
        expect(reason).not.toBe('');
        if (masked) expect(status).not.toBe('pass');
      }),
    );
  });

  // Rows of the shared cases, by their ids.
  const judged = (command: string, output: string, exit: TestRunOutcome['exit']) => {
    const run = understand(command).testRun;
    if (run === null) throw new Error(`no test run in ${command}`);
    return readTestResult({ ...run, output, exit }).status;
  };

  it('tg-or-true: a masked exit does not hide a failure', () => {
    expect(judged('npm test || true', 'FAIL src/a.test.ts\n', SUCCESS)).toBe('fail');
  });

  it('tg-pipe-no-evidence: the status of the pager is no evidence', () => {
    expect(judged('npm test 2>&1 | tail -1; echo EXIT=$?', '\nEXIT=0\n', SUCCESS)).toBe('unknown');
  });

  it('tg-interrupted: a run that was cut short says nothing', () => {
    expect(judged('npm test', 'ok 12\n', { kind: 'interrupted' })).toBe('unknown');
  });

  it('tg-failure-event: a red run counts although nothing but its exit is known', () => {
    expect(judged('npm test', 'exit 1', failure(null))).toBe('fail');
  });

  it('tg-stale-pass-load-error: tests that do not load have failed', () => {
    const error = 'Exit code 1\n\nLoadError: cannot load such file -- cart\n';
    expect(judged('bundle exec rspec', error, failure())).toBe('fail');
    expect(judged('bundle exec rspec | tail -20', error, SUCCESS)).toBe('fail');
  });
});
