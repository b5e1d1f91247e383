import { lintFinished, lintSkipped, problemsAnswered } from './lint-steps.ts';
import type { Projection } from './projection.ts';
import { isSaidByPerson } from './said-by-person.ts';

/** What the agent was told about a file. */
export interface ToldFile {
  /** As the linters' results name it. */
  readonly path: string;
  /** The digest of the problems of each linter that were told last and are not known to be gone. */
  readonly problems: Readonly<Record<string, string>>;
  /** How often since the last prompt of a person, and by which events. */
  readonly times: number;
  readonly because: readonly string[];
}

/** What a linter found, until an answer has told of it. */
export interface UntoldProblems {
  /** The event of the write that the linters ran for. */
  readonly trigger: string;
  readonly path: string;
  readonly linter: string;
  readonly digest: string;
}

export interface LintState {
  /** Newest last. */
  readonly told: readonly ToldFile[];
  /** Linters that are configured and not installed. */
  readonly missing: readonly string[];
  /** How often a linter took too long, in a row. */
  readonly late: Readonly<Record<string, number>>;
  /** What was found and not answered yet. */
  readonly untold: readonly UntoldProblems[];
  /** Kinds of files whose linters the policy only watches, as far as the log says so. */
  readonly skipped: readonly string[];
}

/** What linters found in this session, and what of it reached the agent by an answer that was sent. */
export const lintProjection: Projection<LintState> = {
  name: 'lint',
  version: 2,
  scope: 'stream',
  on: ['LintFinished', 'LintSkipped', 'AnswerSent', 'PromptSubmitted'],
  initialState: { told: [], missing: [], late: {}, untold: [], skipped: [] },
  evolve: (state, event) => {
    switch (event.type) {
      case 'LintFinished':
        return lintFinished(state, event);
      case 'LintSkipped':
        return lintSkipped(state, event);
      case 'AnswerSent':
        return state.untold.length === 0 ? state : problemsAnswered(state, event);
      case 'PromptSubmitted':
        if (!isSaidByPerson(event) || state.told.every(({ times }) => times === 0)) return state;
        return { ...state, told: state.told.map((file) => ({ ...file, times: 0, because: [] })) };
      default:
        return state;
    }
  },
};

/** Which linters say nothing of what is written, and why: one clause each, for people. */
export const silentLinters = ({ missing, late }: LintState): string[] => [
  ...missing.map((linter) => `${linter} is configured and not installed`),
  ...Object.entries(late).map(([linter, times]) => `${linter} took too long (${times} in a row)`),
];
