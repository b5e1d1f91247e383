import { failed, noneRan, passed, type RunnerOutput } from './runner-output.ts';

export const COMPILED_OUTPUTS: readonly RunnerOutput[] = [
  {
    name: 'go test, green',
    output:
      'ok  \texample.com/shop/cart\t0.004s\nok  \texample.com/shop/order\t(cached)\n?   \texample.com/shop/cmd\t[no test files]\n',
    expected: passed(null),
  },
  {
    name: 'go test -v, green',
    output:
      '=== RUN   TestAdd\n--- PASS: TestAdd (0.00s)\n=== RUN   TestSub\n--- PASS: TestSub (0.00s)\nPASS\nok  \texample.com/shop/cart\t0.004s\n',
    expected: passed(2),
  },
  {
    name: 'go test, red',
    output:
      '--- FAIL: TestAdd (0.00s)\n    cart_test.go:9: got 1, want 2\nFAIL\nFAIL\texample.com/shop/cart\t0.004s\nok  \texample.com/shop/order\t0.01s\nFAIL\n',
    expected: failed(1, null),
  },
  {
    name: 'go test, does not build',
    output: '# example.com/shop/cart\n./cart.go:3:5: undefined: x\nFAIL\texample.com/shop/cart [build failed]\nFAIL\n',
    expected: failed(null, 0),
  },
  {
    name: 'go test, nothing matched',
    output: 'testing: warning: no tests to run\nPASS\nok  \texample.com/shop/cart\t0.002s [no tests to run]\n',
    expected: noneRan,
  },
  { name: 'go test, no test files', output: '?   \texample.com/shop\t[no test files]\n', expected: noneRan },
  {
    name: 'gotestsum, red',
    output:
      '✖  cart (3ms)\n\n=== Failed\n=== FAIL: cart TestAdd (0.00s)\n\nDONE 5 tests, 1 skipped, 1 failure in 0.512s\n',
    expected: failed(1, 3),
  },
  {
    name: 'cargo test, green',
    output: `     Running unittests src/lib.rs (target/debug/deps/shop-1)
running 5 tests
test cart::adds ... ok
test result: ok. 5 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

   Doc-tests shop
running 0 tests
test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`,
    expected: passed(5),
  },
  {
    name: 'cargo test, red',
    output: `test cart::adds ... FAILED
test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--lib\`
`,
    expected: failed(1, 4),
  },
  {
    name: 'cargo nextest, green',
    output: '────────────\n     Summary [   0.012s] 5 tests run: 5 passed (1 slow), 2 skipped\n',
    expected: passed(5),
  },
  {
    name: 'cargo nextest, red',
    output:
      '     Summary [   1.204s] 5/6 tests run: 3 passed, 1 failed, 1 timed out, 0 skipped\n        FAIL [   0.003s] shop cart::adds\nerror: test run failed\n',
    expected: failed(2, 3),
  },
  {
    name: 'maven, green',
    output: `[INFO] Running shop.CartTest
[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.02 s -- in shop.CartTest
[INFO] Running shop.OrderTest
[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.01 s -- in shop.OrderTest
[INFO] Results:
[INFO] Tests run: 5, Failures: 0, Errors: 0, Skipped: 1
[INFO] BUILD SUCCESS
`,
    expected: passed(4),
  },
  {
    name: 'maven, red',
    output: `[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.02 s <<< FAILURE! -- in shop.CartTest
[ERROR] Failures:
[ERROR]   CartTest.adds:12 expected: <2> but was: <1>
[ERROR] Tests run: 5, Failures: 1, Errors: 1, Skipped: 0
[INFO] BUILD FAILURE
`,
    expected: failed(2, 3),
  },
  { name: 'JUnit 4, red', output: 'FAILURES!!!\nTests run: 5,  Failures: 1\n', expected: failed(1, 4) },
  { name: 'JUnit 4, green', output: '.....\nTime: 0.01\n\nOK (5 tests)\n', expected: passed(5) },
  {
    name: 'JUnit console, red',
    output:
      '[         5 tests found           ]\n[         4 tests successful      ]\n[         1 tests failed          ]\n',
    expected: failed(1, 4),
  },
  {
    name: 'gradle, red',
    output: `> Task :test FAILED

CartTest > adds() FAILED
    org.opentest4j.AssertionFailedError at CartTest.java:12

5 tests completed, 1 failed, 1 skipped

FAILURE: Build failed with an exception.
BUILD FAILED in 3s
`,
    expected: failed(1, 3),
  },
  {
    name: 'dotnet test, green',
    output:
      'Passed!  - Failed:     0, Passed:     5, Skipped:     1, Total:     6, Duration: 20 ms - Shop.Tests.dll (net8.0)\n',
    expected: passed(5),
  },
  {
    name: 'dotnet test, red',
    output:
      '  Failed Cart.Adds [3 ms]\nFailed!  - Failed:     1, Passed:     4, Skipped:     0, Total:     5, Duration: 20 ms - Shop.Tests.dll (net8.0)\n',
    expected: failed(1, 4),
  },
  {
    name: 'dotnet test, short summary',
    output: 'Test summary: total: 5, failed: 1, succeeded: 4, skipped: 0, duration: 1.2s\n',
    expected: failed(1, 4),
  },
  {
    name: 'dotnet test, long summary',
    output: 'Test Run Successful.\nTotal tests: 5\n     Passed: 5\n Total time: 0.9 Seconds\n',
    expected: passed(5),
  },
  {
    name: 'ctest, green',
    output: '100% tests passed, 0 tests failed out of 5\n\nTotal Test time (real) =   0.02 sec\n',
    expected: passed(5),
  },
  {
    name: 'ctest, red',
    output: '80% tests passed, 1 tests failed out of 5\n\nThe following tests FAILED:\n\t  3 - cart (Failed)\n',
    expected: failed(1, 4),
  },
  { name: 'ctest, nothing', output: 'No tests were found!!!\n', expected: noneRan },
  {
    name: 'bats, red',
    output: ' ✓ adds\n ✗ removes\n   (in test file cart.bats, line 9)\n\n2 tests, 1 failure\n',
    expected: failed(1, 1),
  },
  {
    name: 'bats, green',
    output: ' ✓ adds\n - later (skipped)\n\n3 tests, 0 failures, 1 skipped\n',
    expected: passed(2),
  },
  {
    name: 'bats, TAP, green',
    output: '1..3\nok 1 adds\nok 2 removes\nok 3 later # skip not yet\n',
    expected: passed(2),
  },
  { name: 'TAP, red', output: '1..3\nok 1 - adds\nnot ok 2 - removes\nok 3 - lists\n', expected: failed(1, 2) },
  {
    name: 'TAP, a failure that is expected',
    output: '1..2\nok 1 - adds\nnot ok 2 - removes # TODO later\n',
    expected: passed(1),
  },
  { name: 'TAP, given up', output: '1..3\nok 1 - adds\nBail out! no database\n', expected: failed(1, 1) },
  { name: 'TAP, all skipped', output: '1..0 # SKIP no database\n', expected: noneRan },
  {
    name: 'mix test, red',
    output: 'Finished in 0.04 seconds\n3 doctests, 5 tests, 1 failure, 1 excluded\n\nRandomized with seed 1\n',
    expected: failed(1, 6),
  },
  { name: 'deno test, green', output: 'ok | 5 passed (2 steps) | 0 failed | 1 ignored (12ms)\n', expected: passed(5) },
  {
    name: 'deno test, red',
    output: 'FAILED | 3 passed | 1 failed (10ms)\n\nerror: Test failed\n',
    expected: failed(1, 3),
  },
  {
    name: 'jasmine, red',
    output: 'Randomized with seed 1\n5 specs, 1 failure, 1 pending spec\n',
    expected: failed(1, 3),
  },
  {
    name: 'XCTest, red',
    output: `Test Suite 'CartTests' failed at 2026-01-01 10:00:00.000
	 Executed 3 tests, with 1 failure (0 unexpected) in 0.010 (0.012) seconds
Test Suite 'All tests' failed at 2026-01-01 10:00:00.000
	 Executed 5 tests, with 1 failure (0 unexpected) in 0.012 (0.014) seconds
`,
    expected: failed(1, 4),
  },
  {
    name: 'Swift Testing, green',
    output: '✔ Test run with 5 tests in 2 suites passed after 0.001 seconds.\n',
    expected: passed(5),
  },
  {
    name: 'Swift Testing, red',
    output: '✘ Test run with 5 tests failed after 0.1 seconds with 2 issues.\n',
    expected: failed(null, null),
  },
];
