import type { Act } from './acts/act.ts';
import type { ForcePush } from './force-push.ts';
import type { Run } from './run.ts';
import { outlineOf, type ParsedCommand, type SimpleCommand } from './simple-command.ts';

/** A program that runs tests. */
export interface TestRun {
  /** For people: `vitest`, `npm test`, `go test`. */
  readonly runner: string;
  /** The exit code of the whole text is not that of the tests: a success does not say that they ran and passed. */
  readonly masked: boolean;
  /** As in `ForcePush`. */
  readonly directory: string | null;
  /** Only some of the tests, by the names of files or of tests. */
  readonly partial?: true;
}

/** What knows what programs do. */
export interface ActReader {
  /** What a run would do. */
  readonly actsOf: (run: Run) => readonly Act[];
  /** Programs that rules are about. */
  readonly ruledPrograms: () => ReadonlySet<string>;
}

/** What was found so far in a text and the scripts inside it. */
export interface Findings {
  readonly actsOf: ActReader['actsOf'];
  complete: boolean;
  /** The outermost text; null before it is read. */
  text: ParsedCommand | null;
  /** Commands that may still be followed. */
  stepsLeft: number;
  readonly problems: string[];
  readonly programs: Set<string | null>;
  /** What was found in bodies that are followed more than once, so that each stands in the lists once. */
  readonly seen: Set<string>;
  readonly forcePushes: ForcePush[];
  readonly acts: Act[];
  readonly testRuns: TestRun[];
}

// What is found becomes one line of the log.
const MOST_FINDINGS = 256;

/** False, with a problem, when nothing more should be looked at. */
export const goesOn = (found: Findings, { words }: SimpleCommand): boolean => {
  if (found.programs.size >= MOST_FINDINGS || found.forcePushes.length + found.acts.length >= MOST_FINDINGS) {
    giveUp(found, 'more commands than are listed');
    return false;
  }
  // Many words take as long as many commands.
  found.stepsLeft -= 1 + (words.length >> 4);
  if (found.stepsLeft < 0) giveUp(found, 'more commands than are followed');
  return found.stepsLeft >= 0;
};

/** As `goesOn`, for what a command says once its variables are known: each time a long text is used costs like the first. */
export const affords = (found: Findings, { words, redirects }: SimpleCommand): boolean => {
  let size = 0;
  for (const word of words) size += outlineOf(word).length;
  for (const { document, target } of redirects) {
    const text = document ?? target;
    if (text !== null) size += outlineOf(text).length;
  }
  found.stepsLeft -= (size >> 7) + (words.length >> 4);
  if (found.stepsLeft < 0) giveUp(found, 'more text than is followed');
  return found.stepsLeft >= 0;
};

/** Nothing is proven by absence any more. */
export const giveUp = (found: Findings, problem: string): void => {
  found.complete = false;
  if (!found.problems.includes(problem)) found.problems.push(problem);
};
