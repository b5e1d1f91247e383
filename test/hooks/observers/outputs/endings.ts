import { failed, noneRan, passed, type RunnerOutput } from './runner-output.ts';

const junitConsole = (found: number, passedTests: number, containersFailed = 0): string =>
  [
    '',
    'Test run finished after 64 ms',
    '[         3 containers found      ]',
    `[         ${containersFailed} containers failed     ]`,
    `[         ${found} tests found           ]`,
    '[         0 tests skipped         ]',
    `[         ${passedTests} tests started         ]`,
    '[         0 tests aborted         ]',
    `[         ${passedTests} tests successful      ]`,
    '[         0 tests failed          ]',
    '',
  ].join('\n');

/** Runs of nothing, runs that broke before the first test, and runs that were cut short. */
export const ENDINGS: readonly RunnerOutput[] = [
  {
    name: 'mocha, a file that does not load',
    output: [
      '',
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/app/cart.js' imported from /app/test/cart.spec.mjs",
      '    at finalizeResolution (node:internal/modules/esm/resolve:275:11)',
    ].join('\n'),
    expected: failed(null, null),
  },
  {
    name: 'mocha, a file that throws',
    output:
      '\n Exception during run: ReferenceError: cart is not defined\n    at Suite.<anonymous> (/app/test/cart.spec.js:3:3)\n',
    expected: failed(null, null),
  },
  {
    name: 'mocha, a hook that fails',
    output: '\n  cart\n    1) "before all" hook for "adds"\n\n  0 passing (4ms)\n  1 failing\n',
    expected: failed(1, 0),
  },
  {
    name: 'vitest, cut short',
    output: [
      'Cancelling test run. Press CTRL+c again to exit forcefully.',
      '',
      ' Test Files  1 passed (3)',
      '      Tests  2 passed (2)',
    ].join('\n'),
    expected: { status: 'unknown', failures: 0, passed: 2 },
  },
  {
    name: 'pytest, cut short',
    output: [
      '!!!!!!!!!!!!!!!!!!!!!!!!!!!!! KeyboardInterrupt !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!',
      '/app/test_cart.py:9: KeyboardInterrupt',
      '============================== 3 passed in 1.02s ==============================',
    ].join('\n'),
    expected: { status: 'unknown', failures: 0, passed: 3 },
  },
  {
    name: 'pytest, ended by a plugin',
    output: '!!!!!!!!!! _pytest.outcomes.Exit: no database !!!!!!!!!!!\n===== 3 passed in 1.02s =====\n',
    expected: { status: 'unknown', failures: 0, passed: 3 },
  },
  {
    name: 'unittest, a module that does not load',
    output: [
      'E',
      '======================================================================',
      'ERROR: test_cart (unittest.loader._FailedTest.test_cart)',
      '----------------------------------------------------------------------',
      'ImportError: Failed to import test module: test_cart',
      'Traceback (most recent call last):',
      '  File "/app/test_cart.py", line 1, in <module>',
      '    import cart',
      "ModuleNotFoundError: No module named 'cart'",
      '',
      '----------------------------------------------------------------------',
      'Ran 1 test in 0.000s',
      '',
      'FAILED (errors=1)',
    ].join('\n'),
    expected: failed(1, 0),
  },
  {
    name: 'cargo test, nothing',
    output: [
      '     Running unittests src/lib.rs (target/debug/deps/shop-1a2b3c)',
      '',
      'running 0 tests',
      '',
      'test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    ].join('\n'),
    expected: noneRan,
  },
  {
    name: 'cargo test, does not compile',
    output:
      'error[E0425]: cannot find value `x` in this scope\n --> src/lib.rs:3:5\n\nerror: could not compile `shop` (lib test) due to 1 previous error\n',
    expected: failed(null, null),
  },
  {
    name: 'cargo nextest, does not compile',
    output:
      'error: could not compile `shop` (lib test) due to 1 previous error\nerror: command `cargo test --no-run --message-format json-render-diagnostics` exited with code 101\n',
    expected: failed(null, null),
  },
  {
    name: 'phpunit, a class that is not there',
    output:
      'PHP Fatal error:  Uncaught Error: Class "Shop\\Cart" not found in /app/tests/CartTest.php:5\nStack trace:\n#0 {main}\n  thrown in /app/tests/CartTest.php on line 5\n',
    expected: failed(null, null),
  },
  { name: 'JUnit console, green', output: junitConsole(5, 5), expected: passed(5) },
  { name: 'JUnit console, nothing', output: junitConsole(0, 0), expected: noneRan },
  { name: 'JUnit console, a class that cannot be set up', output: junitConsole(5, 3, 1), expected: failed(1, 3) },
  {
    name: 'dotnet test, nothing',
    output:
      'No test is available in /app/bin/Debug/net8.0/Shop.Tests.dll. Make sure that test discoverer & executors are registered and platform & framework version settings are appropriate and try again.\n',
    expected: noneRan,
  },
  {
    name: 'dotnet test, nothing matched',
    output: 'No test matches the given testcase filter `Name=x` in /app/bin/Debug/net8.0/Shop.Tests.dll\n',
    expected: noneRan,
  },
  {
    name: 'ctest, a program that is not built',
    output: [
      'Could not find executable /app/build/cart_test',
      '1/1 Test #1: cart .............................***Not Run   0.00 sec',
      '',
      '0% tests passed, 1 tests failed out of 1',
      '',
      'The following tests FAILED:',
      '\t  1 - cart (Not Run)',
      'Errors while running CTest',
    ].join('\n'),
    expected: failed(1, 0),
  },
  { name: 'bats, nothing', output: '\n0 tests, 0 failures\n\n', expected: noneRan },
  { name: 'bats in TAP, nothing', output: '1..0\n', expected: noneRan },
  {
    name: 'bats, a file that does not parse',
    output: "✗ bats-gather-tests\n   (from function `bats_test_function' in cart.bats)\n\n1 test, 1 failure\n",
    expected: failed(1, 0),
  },
];
