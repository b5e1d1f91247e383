import type { Act } from './acts/act.ts';
import type { Call } from './calls.ts';
import type { expandCommand, expandWord } from './expand.ts';
import type { ForcePush } from './force-push.ts';
import type { outputOfRuns } from './output.ts';
import type { Run } from './run.ts';
import type { ParsedCommand, SimpleCommand } from './simple-command.ts';
import type { assigned, changedVariables, withVariable } from './variables.ts';
import type { Wrappers } from './wrapper.ts';

/** A program that runs tests. */
export interface TestRun {
  /** For people: `vitest`, `npm test`, `go test`. */
  readonly runner: string;
  /** The exit code of the whole text is not that of the tests: a success does not say that they ran and passed. */
  readonly masked: boolean;
  /** As in `ForcePush`. */
  readonly directory: string | null;
}

/** What command lines are read with. */
export interface CommandReader {
  /** Reads a text into simple commands. */
  readonly read: (source: string) => ParsedCommand;
  /** Programs that run others. */
  readonly wrappers: Wrappers;
  /** Works out words that say more than they are. */
  readonly words: WordReader;
  /** What a run runs in turn, wrappers apart. */
  readonly callsOf: (run: Run, source: string) => readonly Call[];
  /** What a run would do. */
  readonly actsOf: (run: Run) => readonly Act[];
  /** Programs that rules are about. */
  readonly ruledPrograms: () => ReadonlySet<string>;
  /** The force push that a run is. */
  readonly forcePushOf: (run: Run) => { readonly push: ForcePush; readonly directoryKnown: boolean } | undefined;
}

/** What knows about variables, braces and the like. */
export interface WordReader {
  readonly expandCommand: typeof expandCommand;
  readonly expandWord: typeof expandWord;
  readonly outputOfRuns: typeof outputOfRuns;
  readonly assigned: typeof assigned;
  readonly withVariable: typeof withVariable;
  readonly changedVariables: typeof changedVariables;
}

/** What was found so far in a text and the scripts inside it. */
export interface Findings {
  readonly reader: CommandReader;
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

/** Nothing is proven by absence any more. */
export const giveUp = (found: Findings, problem: string): void => {
  found.complete = false;
  if (!found.problems.includes(problem)) found.problems.push(problem);
};
