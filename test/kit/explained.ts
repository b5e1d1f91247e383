import { expect } from 'vitest';
import { explanationText } from '../../src/cli/explanation-text.ts';
import { columns } from '../../src/cli/style.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, type LogLine, readLines } from '../../src/events/log-reader.ts';
import type { EventData, Verdict } from '../../src/events/schemas.ts';
import { logFolder } from '../../src/events/segments.ts';
import { explainRuling } from '../../src/replay/explain.ts';
import { hasWholeData } from '../../src/replay/whole-data.ts';

const WIDTH = 80;

/** What was explained already in this process, by rule, decision and mode. */
const explained = new Set<string>();

/** The rules, or gates that passed, whose verdicts were explained so far: `GATE pass`, `RULE DECISION`. */
export const explainedSoFar = (): ReadonlySet<string> => explained;

const keysOf = ({ gate, rule, decision, mode }: Verdict): string[] => [
  `${rule} ${decision}${mode === 'monitor' ? ' monitor' : ''}`,
  `${gate} ${decision}`,
];

/**
 * Whatever a test ruled can be explained and shown in 80 columns. Of each rule, decision and mode the first verdict of a
 * process is looked at, so that it costs little.
 */
export const expectExplained = (root: string, { segmentLimit }: { readonly segmentLimit?: number }): void => {
  const folder = logFolder(root, nodeLogFs, segmentLimit);
  for (const line of [...readLines(folder)].filter(isLogLine)) {
    if (line.event.type !== 'GatesRuled' || !hasWholeData(line.event)) continue;
    const isNew = (verdict: Verdict): boolean => keysOf(verdict).some((key) => !explained.has(key));
    const { verdicts } = line.event.data as EventData<'GatesRuled'>;
    if (verdicts.some(isNew)) expectShown(line, verdicts.filter(isNew), folder);
  }
};

const expectShown = (ruling: LogLine, verdicts: readonly Verdict[], folder: ReturnType<typeof logFolder>): void => {
  const found = explainRuling(folder, ruling, (all) => all.filter((one) => verdicts.includes(one)));
  // Some tests take the event away that was judged.
  if (found === null) return;
  expect(found.explanations).toHaveLength(verdicts.length);
  for (const [index, explanation] of found.explanations.entries()) {
    const text = explanationText(explanation, found, (_format, words) => words, WIDTH);
    const [first = ''] = text.split('\n');
    expect(first).toContain(explanation.gate);
    expect(explanation.reason).not.toBe('');
    expect(text.split('\n').filter((row) => columns(row) > WIDTH)).toEqual([]);
    for (const key of keysOf(verdicts[index] as Verdict)) explained.add(key);
  }
};
