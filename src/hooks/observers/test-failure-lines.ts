import { anyPattern } from './any-pattern.ts';

/**
 * A line by which a runner, or what started it, says that a run failed as a whole; null when there is none. It counts
 * whatever summaries are visible beside it: with several packages the summary of the one that failed may be cut off.
 */
export const failedRun = (lines: readonly string[]): string | null => firstLine(lines, isRun);

/**
 * A line by which a runner reports one failure, or a test file that does not load or compile, for outputs whose summary
 * was cut off or filtered out; null when there is none. Weaker than a summary: a test may print such a line on purpose.
 */
export const failureMark = (lines: readonly string[]): string | null => firstLine(lines, isMark);

const firstLine = (lines: readonly string[], isMeant: (line: string) => boolean): string | null =>
  lines.find(isMeant)?.trim().slice(0, 80) ?? null;

const isRun = anyPattern([
  /^error: test failed, to rerun pass /, // cargo
  /^error: doctest failed/,
  /^error: \d+ targets? failed:/,
  /^error: could not compile /,
  /^error: test run failed$/, // nextest
  /^BUILD FAILED(?: in \d|$)/, // gradle
  /^\[(?:INFO|ERROR)\] BUILD FAILURE\b/, // maven
  /^Execution failed for task '\S*[tT]est\w*'\.$/,
  /^Build FAILED\.$/, // dotnet
  /^Test Run (?:Failed|Aborted)\.$/,
  /^The active test run was aborted\b/,
  /^Errors while running CTest$/,
  /^== Compilation error in file /, // mix
  /^(?:npm ERR!|npm error) Test failed\./,
  /^(?:npm ERR!|npm error) Lifecycle script [`'"]?test(?::\S+)?[`'"]? failed/,
  /ELIFECYCLE\S* +Test failed\./, // pnpm
  /ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL\S* .*\btest(?::\S+)?: /,
  /^\s*Failed: {2,}\S+#test(?::\S+)?$/, // turbo
  /^\S+#test(?::\S+)?: command .* exited \([1-9]\d*\)/,
  /^lerna ERR! \S+ run test(?::\S+)? exited [1-9]/,
  /^ *NX {3}Running targets? .{0,200}\btest\b.{0,200} failed$/,
  /^Failed tasks:$/, // nx
  /^g?make(?:\[\d+\])?: \*\*\* \[(?:[^\]]{0,200}[: ])?(?:test|check)\S*\] Error \d+/,
  /^\s*✖ {1,3}\d+ of \d+ failed \(\d+%\)/, // cypress
  /^\[ {2}FAILED {2}\] \d+ tests?, listed below:/, // googletest
]);

const isMark = anyPattern([
  /^\s*(?:❯ )?FAIL(?:\s+\S|$)/, // jest, vitest, go
  /^\s*--- FAIL: /, // go
  /^FAILED \S+(?:::| - )/, // pytest
  /^ERROR (?:collecting )?\S+\.py\b/,
  /^_+ ERROR collecting /,
  /^not ok\b(?!.*# *(?:todo|skip))/i, // TAP
  /^(?:FAIL|ERROR): \w+ \([\w.]+\)$/, // unittest
  /^\s*\d+\) (?:.*\[fail\]|✘ )/, // ava, cypress
  /^test \S+ \.\.\. FAILED$/, // cargo
  /^error\[E\d{4}\]: /,
  /^rspec \.\/\S+:\d+ # /,
  /\bLoadError: cannot load such file\b/,
  /^An error occurred while loading \.\//,
  /^\s*● Test suite failed to run/,
  /^\s*● Validation Error:/,
  /^\s*⎯+ (?:Startup Error|Unhandled Errors?|Failed Tests \d+|Failed Suites \d+) ⎯/,
  /^failed to load config from /,
  /^\s*Exception during run: /, // mocha
  /^✖ failing tests:$/, // node
  /^\s*✗ \S/, // bats
  /^(?:Error \[ERR_MODULE_NOT_FOUND\]|Error): Cannot find (?:module|package) /,
  /^(?:E {3})?(?:ModuleNotFoundError|ImportError|IndentationError|SyntaxError): /,
  /^(?:PHP )?(?:Fatal|Parse) error: /,
  /\berror (?:TS|CS|FS|MSB)\d{3,5}: /,
  /^\[ERROR\] COMPILATION ERROR\b/,
  /^panic: /,
  /^FAILURES!|^ERRORS!$/, // phpunit, JUnit
  /^\s*Failed \S.* \[[\d <]+m?s\]$/, // dotnet
  /^\s*\d+ - \S.* \(Failed\)$/, // ctest
  /^> Task \S*:\w*[tT]est\w* FAILED$/, // gradle
]);
