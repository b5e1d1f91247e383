import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

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

interface Untold {
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
  readonly untold: readonly Untold[];
  /** Kinds of files whose linters the policy only watches, as far as the log says so. */
  readonly skipped: readonly string[];
}

/** The kind of a file by which linters are chosen: its ending, and the whole name where it has none. */
export const lintedKind = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .split('.')
    .at(-1)
    ?.toLowerCase() ?? '';

const MOST_FILES = 32;
const MOST_UNTOLD = 32;
const MOST_LINTERS = 32;
const MOST_KINDS = 32;
const KEPT_EVENTS = 8;

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
        return finished(state, event, event.data as EventData<'LintFinished'>);
      case 'AnswerSent':
        return answered(state, event);
      case 'LintSkipped': {
        const kind = lintedKind((event.data as EventData<'LintSkipped'>).path);
        return state.skipped.includes(kind)
          ? state
          : { ...state, skipped: [...state.skipped, kind].slice(-MOST_KINDS) };
      }
      case 'PromptSubmitted':
        if (event.provenance !== 'prompt' || state.told.every(({ times }) => times === 0)) return state;
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

const finished = (before: LintState, event: Envelope, result: EventData<'LintFinished'>): LintState => {
  const { linter, path, status, digest } = result;
  const state = withRun(before, result);
  if (status === 'clean') {
    const told = state.told.flatMap((file) => {
      if (file.path !== path || file.problems[linter] === undefined) return [file];
      const { [linter]: _gone, ...problems } = file.problems;
      return [{ ...file, problems }];
    });
    return { ...state, told };
  }
  if (status !== 'problems' || digest === null || event.cause === null) return state;
  const found = { trigger: event.cause, path, linter, digest };
  return { ...state, untold: [...state.untold, found].slice(-MOST_UNTOLD) };
};

/** Whether the linter could run at all, and in time. */
const withRun = (state: LintState, { linter, missing, late }: EventData<'LintFinished'>): LintState => {
  const others = state.missing.filter((name) => name !== linter);
  if (missing === true) return { ...state, missing: [...others, linter].slice(-MOST_LINTERS) };
  const { [linter]: times = 0, ...rest } = state.late;
  const isFull = Object.keys(rest).length >= MOST_LINTERS;
  return { ...state, missing: others, late: late !== true || isFull ? rest : { ...rest, [linter]: times + 1 } };
};

/** The problems of a write reached the agent. */
const answered = (state: LintState, event: Envelope): LintState => {
  if (state.untold.length === 0) return state;
  const { event: trigger, verdicts } = event.data as EventData<'AnswerSent'>;
  const found = state.untold.filter((each) => each.trigger === trigger);
  if (found.length === 0 || !verdicts.some(({ gate, decision }) => gate === 'lint' && decision === 'deny'))
    return state;
  const [{ path }] = found as [Untold, ...Untold[]];
  const known = state.told.find((file) => file.path === path);
  const file: ToldFile = {
    path,
    problems: { ...known?.problems, ...Object.fromEntries(found.map(({ linter, digest }) => [linter, digest])) },
    times: (known?.times ?? 0) + 1,
    because: [...(known?.because ?? []), event.id].slice(-KEPT_EVENTS),
  };
  return {
    ...state,
    told: [...state.told.filter((other) => other !== known), file].slice(-MOST_FILES),
    untold: state.untold.filter((each) => each.trigger !== trigger),
  };
};
