import { anyPattern } from './any-pattern.ts';
import type { TestOutput } from './test-output.ts';
import { readSummaryBlocks } from './test-summary-blocks.ts';
import { readSummaryLines } from './test-summary-lines.ts';
import { noneFound, type Tally, tally, together } from './test-tally.ts';

/** Adds up the summaries of all test runners whose format is recognised; null when there is none. */
export const readSummaries = ({ lines, cut }: TestOutput): Tally | null => {
  const found = [...readSummaryLines(lines), ...readSummaryBlocks(lines)];
  return found.length > 0 ? together(found) : readTap(lines, cut);
};

const isTap = anyPattern([/^1\.\.\d/, /^Bail out!/, /^(?:not )?ok\b/]);

/** Results one by one (testanything.org): only what a plan announced, and all of it, is a pass. */
const readTap = (lines: readonly string[], cut: boolean): Tally | null => {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  let planned: number | null = null;
  let bailedOut = 0;
  for (const line of lines) {
    if (!isTap(line)) continue;
    const plan = /^1\.\.(\d+)/.exec(line)?.[1];
    if (plan !== undefined) planned = (planned ?? 0) + Number(plan);
    if (line.startsWith('Bail out!')) bailedOut += 1;
    const match = /^(not )?ok\b(?: +\d+)?(.*)$/.exec(line);
    if (match === null) continue;
    const directive = /# *(skip|todo)/i.exec(match[2] ?? '');
    if (directive !== null) skipped += 1;
    else if (match[1] === undefined) passed += 1;
    else failed += 1;
  }
  if (failed > 0 || (bailedOut > 0 && planned !== null)) return tally('TAP', passed, failed, bailedOut);
  if (planned === null || cut || passed + skipped < planned) return null;
  return passed === 0 ? noneFound('TAP') : tally('TAP', passed, 0);
};
