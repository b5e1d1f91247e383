import { expect } from 'vitest';
import { BEFORE, NOT_RUN } from './decided.ts';
import type { Played, Stage } from './stage.ts';

/** How long a test of an example may take, in milliseconds, where the machine has much else to do. */
export const PATIENCE = 120_000;

/** Commands that end with 1 where they found something: what they look at is made to have it. */
const FINDS =
  /^(?:doctor|check|classify|explain-answer|backtest|policy (?:diff|validate|show|trust)|log --suspect|status|gates)\b/;

/** Runs lines of an example in the project as it is, and what has to be done before them. */
export const playLines = (stage: Stage, lines: string): Played => {
  const script = lines.split('\n').flatMap((line) => {
    if (NOT_RUN.some(([begin]) => line.startsWith(begin))) return [];
    const before = BEFORE.flatMap(([example, each]) =>
      line.startsWith(example) ? [`(CALLS=/dev/null; ${stage.named(each)})`] : [],
    );
    return [...before, stage.named(line)];
  });
  return stage.play(script.join('\n'));
};

/** The same, of lines that have to work. */
export const playWorking = (stage: Stage, lines: string): void => {
  const { status, stderr, calls } = playLines(stage, lines);
  expect({ status, stderr: status === 0 ? '' : stderr }, lines).toEqual({ status: 0, stderr: '' });
  expect(calls.filter(({ code, words }) => code !== 0 && !(code === 1 && FINDS.test(words)))).toEqual([]);
};
