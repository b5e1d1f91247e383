import { failed, noneRan, passed, type RunnerOutput } from './runner-output.ts';

export const JAVASCRIPT_OUTPUTS: readonly RunnerOutput[] = [
  {
    name: 'vitest, green',
    output: `
 RUN  v4.1.0 /home/dev/shop

 ✓ test/cart.test.ts (3 tests) 4ms
 ✓ test/order.test.ts (9 tests | 1 skipped) 12ms

 Test Files  2 passed (2)
      Tests  11 passed | 1 skipped (12)
   Start at  10:00:00
   Duration  312ms (transform 40ms, setup 0ms, import 61ms, tests 16ms, environment 0ms)
`,
    expected: passed(11),
  },
  {
    name: 'vitest, red, in colour',
    output:
      ' \u001b[31m❯\u001b[39m test/cart.test.ts \u001b[2m(\u001b[22m\u001b[2m3 tests\u001b[22m\u001b[2m)\u001b[22m\n' +
      '\u001b[41m\u001b[1m FAIL \u001b[22m\u001b[49m test/cart.test.ts\u001b[2m > \u001b[22madds\n' +
      '\u001b[2m Test Files \u001b[22m \u001b[1m\u001b[31m1 failed\u001b[39m\u001b[22m\u001b[90m (1)\u001b[39m\n' +
      '\u001b[2m      Tests \u001b[22m \u001b[1m\u001b[31m2 failed\u001b[39m\u001b[22m\u001b[2m | \u001b[22m\u001b[1m\u001b[32m1 passed\u001b[39m\u001b[22m\u001b[90m (3)\u001b[39m\n',
    expected: failed(2, 1),
  },
  {
    name: 'vitest, a file that does not load',
    output: ` FAIL  test/cart.test.ts [ test/cart.test.ts ]
Error: Cannot find module '../src/cart.ts' imported from /home/dev/shop/test/cart.test.ts

 Test Files  1 failed | 1 passed (2)
      Tests  4 passed (4)
`,
    expected: failed(1, 4),
  },
  {
    name: 'vitest, an error outside of tests',
    output: `⎯⎯⎯⎯⎯⎯ Unhandled Errors ⎯⎯⎯⎯⎯⎯
 Test Files  1 passed (1)
      Tests  4 passed (4)
     Errors  1 error
`,
    expected: failed(1, 4),
  },
  {
    name: 'vitest, nothing matched',
    output: 'No test files found, exiting with code 0\n\nfilter: nope\ninclude: **/*.test.ts\n',
    expected: noneRan,
  },
  {
    name: 'vitest, everything skipped',
    output: ' Test Files  1 skipped (1)\n      Tests  5 skipped (5)\n',
    expected: noneRan,
  },
  {
    name: 'vitest, two workspaces, one red, behind the prefixes of pnpm',
    output: `packages/api test$ vitest run
packages/api test:  Test Files  1 passed (1)
packages/api test:       Tests  3 passed (3)
packages/api test: Done
packages/web test:  Test Files  1 failed (1)
packages/web test:       Tests  1 failed | 2 passed (3)
packages/web test: Failed
`,
    expected: failed(1, 5),
  },
  {
    name: 'jest, green',
    output: `PASS src/cart.test.js
Test Suites: 1 passed, 1 total
Tests:       6 passed, 6 total
Snapshots:   0 total
Time:        0.412 s
Ran all test suites.
`,
    expected: passed(6),
  },
  {
    name: 'jest, red',
    output: `FAIL src/cart.test.js (5.2 s)
  ● cart › adds

    expect(received).toBe(expected)

Test Suites: 1 failed, 2 passed, 3 total
Tests:       1 failed, 1 skipped, 5 passed, 7 total
Snapshots:   1 passed, 1 total
Time:        6.1 s
`,
    expected: failed(1, 5),
  },
  {
    name: 'jest, a suite that does not load',
    output: `FAIL src/cart.test.js
  ● Test suite failed to run

    Cannot find module './cart' from 'src/cart.test.js'

Test Suites: 1 failed, 1 total
Tests:       0 total
Snapshots:   0 total
`,
    expected: failed(1, 0),
  },
  { name: 'jest, no tests', output: 'No tests found, exiting with code 0\n', expected: noneRan },
  {
    name: 'mocha, green',
    output: '\n  cart\n    ✔ adds\n\n\n  12 passing (34ms)\n  1 pending\n',
    expected: passed(12),
  },
  {
    name: 'mocha, red',
    output:
      '\n  cart\n    1) adds\n\n\n  11 passing (1s)\n  2 failing\n\n  1) cart\n       adds:\n     AssertionError\n',
    expected: failed(2, 11),
  },
  { name: 'mocha, empty', output: '\n\n  0 passing (1ms)\n\n', expected: noneRan },
  {
    name: 'playwright, red',
    output: `Running 6 tests using 2 workers
  1) [chromium] › cart.spec.ts:3:1 › adds ──
  1 failed
    [chromium] › cart.spec.ts:3:1 › adds ─────
  5 passed (3.2s)
`,
    expected: failed(1, 5),
  },
  { name: 'playwright, green', output: 'Running 6 tests using 2 workers\n\n  6 passed (1.4m)\n', expected: passed(6) },
  { name: 'ava, green', output: '\n  ✔ adds\n  ─\n\n  2 tests passed\n', expected: passed(2) },
  {
    name: 'ava, red',
    output: '\n  ✘ [fail]: adds\n  ─\n\n  1 test failed\n  1 uncaught exception\n',
    expected: failed(1, null),
  },
  {
    name: 'node:test, spec reporter, green',
    output: `▶ cart
  ✔ adds (0.5ms)
✔ cart (1ms)
ℹ tests 3
ℹ suites 1
ℹ pass 2
ℹ fail 0
ℹ cancelled 0
ℹ skipped 1
ℹ todo 0
ℹ duration_ms 45.1
`,
    expected: passed(2),
  },
  {
    name: 'node:test, spec reporter, red',
    output:
      '✖ adds (1ms)\nℹ tests 3\nℹ suites 0\nℹ pass 1\nℹ fail 1\nℹ cancelled 1\nℹ skipped 0\nℹ todo 0\n\n✖ failing tests:\n',
    expected: failed(2, 1),
  },
  {
    name: 'node:test, TAP, red',
    output: `TAP version 13
# Subtest: adds
not ok 1 - adds
  ---
  duration_ms: 1.2
  ...
1..1
# tests 1
# suites 0
# pass 0
# fail 1
# cancelled 0
`,
    expected: failed(1, 0),
  },
  {
    name: 'node:test, nothing',
    output: 'ℹ tests 0\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ cancelled 0\n',
    expected: noneRan,
  },
  {
    name: 'tape, red',
    output: 'TAP version 13\n# adds\nnot ok 1 sum\n\n1..2\n# tests 2\n# pass  1\n# fail  1\n',
    expected: failed(1, 1),
  },
  {
    name: 'bun test, green',
    output:
      'bun test v1.2.0\n\ncart.test.ts:\n✓ adds [0.12ms]\n\n 5 pass\n 0 fail\n 12 expect() calls\nRan 5 tests across 2 files. [12.00ms]\n',
    expected: passed(5),
  },
  {
    name: 'bun test, red',
    output: '\n 4 pass\n 1 fail\n 9 expect() calls\nRan 5 tests across 2 files. [9.00ms]\n',
    expected: failed(1, 4),
  },
];
