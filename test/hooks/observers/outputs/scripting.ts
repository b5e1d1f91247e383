import { failed, noneRan, passed, type RunnerOutput } from './runner-output.ts';

export const SCRIPTING_OUTPUTS: readonly RunnerOutput[] = [
  {
    name: 'pytest, green',
    output: `============================= test session starts ==============================
collected 12 items

tests/test_cart.py ............                                          [100%]

======================== 12 passed, 2 warnings in 0.31s ========================
`,
    expected: passed(12),
  },
  {
    name: 'pytest, red',
    output: `=================================== FAILURES ===================================
FAILED tests/test_cart.py::test_adds - assert 1 == 2
ERROR tests/test_order.py::test_db - ConnectionError
========= 1 failed, 10 passed, 2 skipped, 1 error in 75.02s (0:01:15) ==========
`,
    expected: failed(2, 10),
  },
  {
    name: 'pytest -q, green',
    output: '............                          [100%]\n12 passed in 0.12s\n',
    expected: passed(12),
  },
  {
    name: 'pytest -q with subtests, red',
    output: '1 failed, 2 passed, 3 subtests passed in 0.05s\n',
    expected: failed(1, 2),
  },
  {
    name: 'pytest, nothing collected',
    output: '============================ no tests ran in 0.01s =============================\n',
    expected: noneRan,
  },
  {
    name: 'pytest, everything deselected',
    output: '============ 5 deselected in 0.02s =============\n',
    expected: noneRan,
  },
  {
    name: 'pytest, a module that does not load',
    output: `ERROR tests/test_cart.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
=============================== 1 error in 0.08s ===============================
`,
    expected: failed(1, 0),
  },
  {
    name: 'unittest, green',
    output:
      '.....\n----------------------------------------------------------------------\nRan 5 tests in 0.001s\n\nOK (skipped=1)\n',
    expected: passed(4),
  },
  {
    name: 'unittest, red',
    output: 'F.E..\nRan 5 tests in 0.003s\n\nFAILED (failures=1, errors=1, expected failures=1)\n',
    expected: failed(2, 3),
  },
  {
    name: 'unittest, nothing',
    output:
      '\n----------------------------------------------------------------------\nRan 0 tests in 0.000s\n\nNO TESTS RAN\n',
    expected: noneRan,
  },
  {
    name: 'rspec, green',
    output: '.....\n\nFinished in 0.003 seconds (files took 0.1 seconds to load)\n5 examples, 0 failures, 1 pending\n',
    expected: passed(4),
  },
  {
    name: 'rspec, red',
    output: 'Failed examples:\n\nrspec ./spec/cart_spec.rb:3 # Cart adds\n\n5 examples, 2 failures\n',
    expected: failed(2, 3),
  },
  {
    name: 'rspec, a file that does not load',
    output:
      'An error occurred while loading ./spec/cart_spec.rb.\n\n0 examples, 0 failures, 1 error occurred outside of examples\n',
    expected: failed(1, 0),
  },
  { name: 'rspec, nothing', output: 'No examples found.\n\n0 examples, 0 failures\n', expected: noneRan },
  {
    name: 'minitest, green',
    output: 'Finished in 0.01s, 500.0 runs/s.\n10 runs, 20 assertions, 0 failures, 0 errors, 2 skips\n',
    expected: passed(8),
  },
  { name: 'minitest, red', output: '10 runs, 20 assertions, 1 failures, 1 errors, 0 skips\n', expected: failed(2, 8) },
  {
    name: 'phpunit, green',
    output: 'PHPUnit 11.0.0\n\n.....   5 / 5 (100%)\n\nOK (5 tests, 10 assertions)\n',
    expected: passed(5),
  },
  {
    name: 'phpunit, red',
    output: 'FAILURES!\nTests: 6, Assertions: 10, Failures: 1, Errors: 1, Skipped: 1.\n',
    expected: failed(2, 3),
  },
  {
    name: 'phpunit, green with remarks',
    output: 'OK, but there were issues!\nTests: 5, Assertions: 10, Warnings: 1.\n',
    expected: passed(5),
  },
  { name: 'phpunit, nothing', output: 'No tests executed!\n', expected: noneRan },
  {
    name: 'pest, red',
    output: '   FAIL  Tests\\Unit\\CartTest\n\n  Tests:    1 failed, 5 passed (12 assertions)\n  Duration: 0.12s\n',
    expected: failed(1, 5),
  },
];
