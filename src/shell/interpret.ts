import type { Act } from './acts/act.ts';
import type { ActReader, Findings, TestRun } from './findings.ts';
import { followText } from './follow.ts';
import type { ForcePush } from './force-push.ts';
import { type Review, reviewCommand } from './review/review.ts';
import { STARTING_STATE } from './shell-state.ts';
import type { ParsedCommand } from './simple-command.ts';

export type { Edit } from './edits.ts';
export type { TestRun } from './findings.ts';
export type { ForcePush } from './force-push.ts';

/** What a command line would run. */
export interface Understood {
  /** False when the text, or a script inside it, could not be read completely: then nothing is proven by absence. */
  readonly understood: boolean;
  /** What could not be read, and what is only known at run time although it matters. May be there when understood. */
  readonly problems: readonly string[];
  /** Names of the programs, functions and builtins, each once; null when one only shows at run time. */
  readonly programs: readonly (string | null)[];
  readonly forcePushes: readonly ForcePush[];
  /** What it would do that rules are about, in the order in which it would. */
  readonly acts: readonly Act[];
  /** The first test run; masked when any of several is. */
  readonly testRun: TestRun | null;
  /** Programs that some rule is about and whose name is a word of a text that could not be understood. */
  readonly mentions: readonly string[];
  /** Whether it only reads, part by part. */
  readonly review: Review;
}

/**
 * Says what a command line would run, as far as the text shows it. Quoted text, comments, here-documents and
 * arguments are data, unless a program runs them (`bash -c`, `eval`). Positions are UTF-16 offsets in `command`.
 * Never throws.
 */
export const interpretCommand = (command: string, { actsOf, ruledPrograms }: ActReader): Understood => {
  const found: Findings = {
    actsOf,
    complete: true,
    text: null,
    stepsLeft: MOST_STEPS,
    problems: [],
    programs: new Set(),
    seen: new Set(),
    forcePushes: [],
    acts: [],
    testRuns: [],
  };
  followText(command, STARTING_SETTING, null, found);
  const understood = found.complete;
  const [firstRun] = found.testRuns;
  // A run of all tests beside one of some is one of all.
  const isPartial = found.testRuns.length > 0 && found.testRuns.every(({ partial }) => partial === true);
  return {
    understood,
    problems: [...new Set(found.problems)],
    programs: [...found.programs],
    // Nobody should rewrite what nobody could read.
    forcePushes: understood ? found.forcePushes : found.forcePushes.map((push) => ({ ...push, edits: [] })),
    acts: understood
      ? found.acts.map((act) => withWhole(act, command))
      : found.acts.map((act) => ({ ...act, edits: [] })),
    testRun:
      firstRun === undefined
        ? null
        : {
            runner: firstRun.runner,
            masked: !understood || found.testRuns.some(({ masked }) => masked),
            directory: firstRun.directory,
            ...(isPartial ? { partial: true as const } : {}),
          },
    mentions: understood ? [] : mentionsOf(command, ruledPrograms()),
    review: reviewCommand(command, found.text ?? NOTHING_READ),
  };
};

const withWhole = (act: Act, command: string): Act => {
  const isWhole = act.span !== null && command.trim() === command.slice(act.span.start, act.span.end);
  return isWhole ? { ...act, whole: true } : act;
};

const NOTHING_READ: ParsedCommand = { commands: [], scopes: [], problems: [] };

/** Commands that are followed in one text, those of functions and loops each time they run. */
const MOST_STEPS = 4_096;

const STARTING_SETTING = {
  offset: 0,
  depth: 0,
  launches: 0,
  masked: false,
  state: STARTING_STATE,
  input: { kind: 'inherited' },
  printed: [],
  functions: [],
  host: 'here',
} as const;

/** What is named by a word of a text that nobody can read. */
const mentionsOf = (text: string, programs: ReadonlySet<string>): string[] => {
  const named = new Set<string>();
  for (const [word] of text.matchAll(/[\w+.-]+/g)) {
    const name = word.replace(/(?:\.(?:exe|cmd|bat))?\.*$/i, '');
    if (programs.has(name)) named.add(name);
  }
  return [...named];
};
