import { failed, noneRan, passed, type RunnerOutput } from './runner-output.ts';

/** Other reporters of the same runners, other runners, and several packages in one output. */
export const MORE_OUTPUTS: readonly RunnerOutput[] = [
  {
    name: 'jest --json, on one long line, red',
    output: `{"numFailedTestSuites":1,"numFailedTests":2,"numPassedTestSuites":3,"numPassedTests":9,"numPendingTests":0,"openHandles":[],"success":false,"testResults":["${'x'.repeat(3000)}"]}\n`,
    expected: failed(2, 9),
  },
  {
    name: 'vitest --reporter=json, pretty, green',
    output: '{\n  "numTotalTestSuites": 2,\n  "numPassedTests": 4,\n  "numFailedTests": 0,\n  "success": true\n}\n',
    expected: passed(4),
  },
  {
    name: 'vitest, TAP, red',
    output: `TAP version 13
1..3
not ok 1 - a.test.ts # time=9.02ms {
    1..2
    ok 1 - ok # time=1.07ms
    not ok 2 - bad # time=4.37ms
}
not ok 2 - b.test.ts
ok 3 - c.test.ts # time=1.90ms {
    1..1
    ok 1 - ok # time=1.03ms
}
`,
    expected: failed(2, 1),
  },
  {
    name: 'vitest, a failed test beside a file that does not load and an error outside',
    output:
      ' Test Files  2 failed | 1 passed (3)\n      Tests  1 failed | 2 passed | 1 skipped | 1 todo (5)\n     Errors  1 error\n',
    expected: failed(1, 2),
  },
  {
    name: 'mocha --reporter json, red',
    output:
      '{\n  "stats": {\n    "suites": 1,\n    "tests": 3,\n    "passes": 2,\n    "pending": 0,\n    "failures": 1,\n',
    expected: failed(1, 2),
  },
  { name: 'mocha, no files', output: 'Error: No test files found: "test"\n', expected: noneRan },
  {
    name: 'node:test, TAP with a suite, a skipped and a todo test',
    output: `# Subtest: s
ok 3 - s # SKIP
not ok 4 - t # TODO
# Subtest: d
    # Subtest: in
    ok 1 - in
    1..1
ok 5 - d
1..5
# tests 5
# suites 1
# pass 2
# fail 0
# cancelled 0
# skipped 1
# todo 1
`,
    expected: passed(2),
  },
  {
    name: 'playwright, an error outside of tests',
    output: '\n  2 flaky\n  1 error was not a part of any test, see above for details\n  261 passed (3.2m)\n',
    expected: failed(1, 261),
  },
  {
    name: 'playwright, nothing',
    output: 'Error: No tests found.\nMake sure that arguments are regular expressions\n',
    expected: noneRan,
  },
  {
    name: 'cypress, red',
    output: `  2 passing (3s)
  1 failing

    ✖  1 of 2 failed (50%)                      00:07        3        2        1        -        -
`,
    expected: failed(1, 2),
  },
  {
    name: 'karma, red',
    output:
      'Chrome 120.0.0.0 (Linux): Executed 1 of 5 SUCCESS (0 secs / 0.01 secs)\rChrome 120.0.0.0 (Linux): Executed 5 of 5 (1 FAILED) (0.842 secs / 0.731 secs)\nTOTAL: 1 FAILED, 4 SUCCESS\n',
    expected: failed(1, 4),
  },
  {
    name: 'karma, two browsers, green, without a sum',
    output:
      'Chrome 120 (Linux): Executed 5 of 5 SUCCESS (0.2 secs / 0.1 secs)\nFirefox 119 (Linux): Executed 5 of 5 SUCCESS (0.3 secs / 0.1 secs)\n',
    expected: passed(10),
  },
  { name: 'tap 18, red', output: '1..3\n# { total: 6, pass: 1, fail: 5 }\n# time=12.3ms\n', expected: failed(5, 1) },
  {
    name: 'uvu, red',
    output: '\n  Total:     5\n  Passed:    4\n  Skipped:   0\n  Duration:  1.04ms\n\n',
    expected: failed(1, 4),
  },
  {
    name: 'bun test, an error outside of tests',
    output: ' 2 pass\n 0 fail\n 1 error\nRan 2 tests across 1 file. [9.00ms]\n',
    expected: failed(1, 2),
  },
  { name: 'deno test, nothing', output: 'error: No test modules found\n', expected: noneRan },
  {
    name: 'pytest with xdist, reruns and a timing plugin, red',
    output: `[gw0] linux -- Python 3.12.1
FAILED tests/test_a.py::test_b - AssertionError
=========== 1 failed, 40 passed, 3 skipped, 2 rerun, 1 warning in 61.02s (0:01:01) ============
`,
    expected: failed(1, 40),
  },
  {
    name: 'pytest -qq, red',
    output: '.F  [100%]\nFAILED test_a.py::test_bad - assert 1 == 2\n',
    expected: failed(null, null),
  },
  {
    name: 'pytest, a conftest that does not load',
    output:
      "ImportError while loading conftest '/home/dev/shop/conftest.py'.\nModuleNotFoundError: No module named 'nope'\n",
    expected: failed(null, null),
  },
  {
    name: 'unittest, only expected failures',
    output: 'Ran 2 tests in 0.001s\n\nOK (expected failures=1)\n',
    expected: passed(2),
  },
  {
    name: 'unittest, an unexpected success',
    output: 'Ran 4 tests in 0.001s\n\nFAILED (skipped=1, unexpected successes=1)\n',
    expected: failed(1, 2),
  },
  {
    name: 'django, green',
    output:
      "Found 3 test(s).\nSystem check identified no issues (0 silenced).\n...\nRan 3 tests in 0.012s\n\nOK\nDestroying test database for alias 'default'...\n",
    expected: passed(3),
  },
  {
    name: 'rspec --format json, red',
    output: `{"version":"3.13.0","examples":[{"id":"${'y'.repeat(2000)}"}],"summary":{"duration":0.1,"example_count":5},"summary_line":"5 examples, 2 failures"}\n`,
    expected: failed(2, 3),
  },
  { name: 'phpunit, errors', output: 'ERRORS!\nTests: 2, Assertions: 1, Errors: 1.\n', expected: failed(1, 1) },
  { name: 'pest, nothing', output: '\n   INFO  No tests found.\n\n', expected: noneRan },
  {
    name: 'go test, only the last line of a red run beside a package that passed',
    output: 'ok  \texample.com/shop/order\t0.01s\nFAIL\n',
    expected: failed(null, null),
  },
  {
    name: 'go test, green with coverage',
    output:
      'ok  \texample.com/shop/cart\t0.004s\tcoverage: 81.2% of statements\n\texample.com/shop/cmd\t\tcoverage: 0.0% of statements\n',
    expected: passed(null),
  },
  {
    name: 'go test, panic',
    output:
      '--- FAIL: TestAdd (0.00s)\npanic: boom [recovered]\n\ngoroutine 7 [running]:\nFAIL\texample.com/shop/cart\t0.005s\nFAIL\n',
    expected: failed(1, 0),
  },
  {
    name: 'go test -json, green',
    output:
      '{"Time":"2026-01-01T10:00:00Z","Action":"run","Package":"shop/cart","Test":"TestAdd"}\n{"Action":"pass","Package":"shop/cart","Test":"TestAdd","Elapsed":0}\n{"Action":"pass","Package":"shop/cart","Elapsed":0.003}\n',
    expected: passed(1),
  },
  {
    name: 'go test -json, red',
    output:
      '{"Action":"pass","Package":"shop/cart","Test":"TestAdd","Elapsed":0}\n{"Action":"fail","Package":"shop/cart","Test":"TestSub","Elapsed":0}\n{"Action":"fail","Package":"shop/cart","Elapsed":0.003}\n',
    expected: failed(1, 1),
  },
  {
    name: 'go test -json, does not build',
    output:
      '{"ImportPath":"shop/cart","Action":"build-fail"}\n{"Action":"fail","Package":"shop/cart","Elapsed":0,"FailedBuild":"shop/cart"}\n',
    expected: failed(2, 0),
  },
  {
    name: 'cargo test, several binaries, the first red',
    output: `running 2 tests
test bad ... FAILED
test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.08s

     Running tests/it.rs (target/debug/deps/it-d6c00e1614d165e9)
test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

   Doc-tests shop
test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: 1 target failed:
    \`--lib\`
`,
    expected: failed(1, 2),
  },
  {
    name: 'cargo test, the red binary cut off',
    output:
      'test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\nerror: test failed, to rerun pass `--test it`\n',
    expected: failed(0, 3),
  },
  {
    name: 'cargo nextest, nothing',
    output: '     Summary [   0.000s] 0 tests run: 0 passed, 3 skipped\nerror: no tests to run\n',
    expected: noneRan,
  },
  {
    name: 'maven, does not compile',
    output:
      '[ERROR] COMPILATION ERROR : \n[ERROR] /home/dev/shop/CartTest.java:[3,5] cannot find symbol\n[INFO] BUILD FAILURE\n',
    expected: failed(null, null),
  },
  {
    name: 'maven, two modules, one red',
    output:
      '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[ERROR] Tests run: 2, Failures: 0, Errors: 1, Skipped: 0\n[INFO] BUILD FAILURE\n',
    expected: failed(1, 4),
  },
  { name: 'maven, nothing', output: '[INFO] No tests to run.\n[INFO] BUILD SUCCESS\n', expected: noneRan },
  {
    name: 'gradle, green, tasks listed',
    output:
      '> Task :compileTestJava\n> Task :api:test\n> Task :web:test NO-SOURCE\n\nBUILD SUCCESSFUL in 3s\n4 actionable tasks: 4 executed\n',
    expected: passed(null),
  },
  { name: 'gradle, no sources', output: '> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n', expected: noneRan },
  {
    name: 'gradle, tests do not compile',
    output: '> Task :compileTestJava FAILED\n\nFAILURE: Build failed with an exception.\nBUILD FAILED in 2s\n',
    expected: failed(null, null),
  },
  {
    name: 'sbt, red',
    output:
      '[info] Tests: succeeded 4, failed 1, canceled 0, ignored 0, pending 0\n[error] Failed: Total 5, Failed 1, Errors 0, Passed 4\n',
    expected: failed(1, 4),
  },
  {
    name: 'dotnet test, new platform, red',
    output:
      'failed Shop.Tests.Cart.Adds (12ms)\n\nTest run summary: Failed! - bin/Debug/net10.0/Shop.Tests.dll (net10.0|x64)\n  total: 5\n  failed: 1\n  succeeded: 3\n  skipped: 1\n  duration: 705ms\n',
    expected: failed(1, 3),
  },
  {
    name: 'dotnet test, new platform, green',
    output: 'Test run summary: Passed!\n  total: 5\n  failed: 0\n  succeeded: 5\n  skipped: 0\n',
    expected: passed(5),
  },
  {
    name: 'dotnet test, does not compile',
    output: "Cart.cs(3,5): error CS0103: The name 'x' does not exist\n",
    expected: failed(null, null),
  },
  { name: 'bats with a time, green', output: ' ✓ adds\n\n13 tests, 0 failures in 3 seconds\n', expected: passed(13) },
  { name: 'bats, not all ran', output: '3 tests, 0 failures, 1 not run\n', expected: failed(1, 2) },
  {
    name: 'prove, green',
    output: 't/a.t .. ok\nAll tests successful.\nFiles=1, Tests=3,  0 wallclock secs\nResult: PASS\n',
    expected: passed(3),
  },
  {
    name: 'prove, red',
    output: 't/a.t .. Failed 1/3 subtests\nFiles=1, Tests=3,  0 wallclock secs\nResult: FAIL\n',
    expected: failed(0, 3),
  },
  { name: 'dart test, red', output: '00:00 +0: loading\n00:01 +4 ~1 -1: Some tests failed.\n', expected: failed(1, 4) },
  { name: 'flutter test, green', output: '00:07 +85: All tests passed!\n', expected: passed(85) },
  {
    name: 'swift test, XCTest empty and Swift Testing green',
    output:
      '\t Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.000) seconds\n􁁛  Test run with 3 tests in 1 suite passed after 0.001 seconds.\n',
    expected: passed(3),
  },
  {
    name: 'mix test, does not compile',
    output: '== Compilation error in file test/cart_test.exs ==\n',
    expected: failed(null, null),
  },
  {
    name: 'make check of automake, red',
    output: '# TOTAL: 5\n# PASS:  4\n# SKIP:  0\n# XFAIL: 0\n# FAIL:  1\n# XPASS: 0\n# ERROR: 0\n',
    expected: failed(1, 4),
  },
  {
    name: 'meson test, green',
    output: 'Ok:                 5   \nFail:               0   \nTimeout:            0   \n',
    expected: passed(5),
  },
  {
    name: 'googletest, red',
    output: '[==========] 5 tests from 1 test suite ran.\n[  PASSED  ] 4 tests.\n[  FAILED  ] 1 test, listed below:\n',
    expected: failed(0, 4),
  },
  { name: 'testthat, green', output: '[ FAIL 0 | WARN 0 | SKIP 0 | PASS 5 ]\n', expected: passed(5) },
  {
    name: 'pnpm -r, the red package cut off',
    output:
      'packages/web test:       Tests  3 passed (3)\npackages/web test: Done\n ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  @acme/api@1.0.0 test: `vitest run`\nExit status 1\n',
    expected: failed(0, 3),
  },
  {
    name: 'turbo, one of two red',
    output: `@acme/web:test:       Tests  3 passed (3)
@acme/api:test:       Tests  1 failed | 2 passed (3)
 Tasks:    1 successful, 2 total
Failed:    @acme/api#test
`,
    expected: failed(1, 5),
  },
  {
    name: 'nx, red, with the counts cut off',
    output: ' NX   Running target test for 2 projects failed\n\nFailed tasks:\n\n- web:test\n',
    expected: failed(null, null),
  },
  {
    name: 'lerna, names before each line',
    output: `web: PASS src/a.test.js
web: Test Suites: 1 passed, 1 total
web: Tests:       2 passed, 2 total
web: Snapshots:   0 total
`,
    expected: passed(2),
  },
  {
    name: 'yarn workspaces foreach, one red',
    output:
      '[@acme/web]: Test Suites: 1 passed, 1 total\n[@acme/web]: Tests:       2 passed, 2 total\n[@acme/api]: Tests:       1 failed, 1 total\n[@acme/api]: Test Suites: 1 failed, 1 total\n',
    expected: failed(1, 2),
  },
  {
    name: 'docker compose up, green',
    output: 'app-1  | ============ 12 passed in 0.31s ============\napp-1 exited with code 0\n',
    expected: passed(12),
  },
  {
    name: 'npm -ws, one red, its summary cut off',
    output: '# pass 3\n# fail 0\nnpm error Lifecycle script `test` failed with error:\nnpm error code 1\n',
    expected: failed(0, 3),
  },
  {
    name: 'make, its tests cut off',
    output: 'make[1]: *** [Makefile:12: test] Error 1\nmake: *** [check-recursive] Error 1\n',
    expected: failed(null, null),
  },
  {
    name: 'node, a test file that does not load',
    output: "node:internal/modules/cjs/loader:1210\nError: Cannot find module './cart'\n",
    expected: failed(null, null),
  },
  {
    name: 'typescript in front of the tests',
    output: 'src/cart.ts(3,5): error TS2322: Type string is not assignable to type number.\n',
    expected: failed(null, null),
  },
  {
    name: 'Windows line ends',
    output: 'Test Suites: 1 passed, 1 total\r\nTests:       6 passed, 6 total\r\n',
    expected: passed(6),
  },
];
