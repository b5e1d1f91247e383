import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { LintState, ToldFile, UntoldProblems } from './lint.ts';

const MOST_FILES = 32;
const MOST_UNTOLD = 32;
const MOST_LINTERS = 32;
const MOST_KINDS = 32;
const KEPT_EVENTS = 8;

/** What a linter found, until it is told. */
export const lintFinished = (before: LintState, event: Envelope): LintState => {
  const result = event.data as EventData<'LintFinished'>;
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

/** Linters are only watched. */
export const lintSkipped = (state: LintState, event: Envelope): LintState => {
  const kind = lintedKind((event.data as EventData<'LintSkipped'>).path);
  return state.skipped.includes(kind) ? state : { ...state, skipped: [...state.skipped, kind].slice(-MOST_KINDS) };
};

/** The kind of a file by which linters are chosen: its ending, and the whole name where it has none. */
export const lintedKind = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
};

/** The problems of a write reached the agent. */
export const problemsAnswered = (state: LintState, event: Envelope): LintState => {
  const { event: trigger, verdicts } = event.data as EventData<'AnswerSent'>;
  const found = state.untold.filter((each) => each.trigger === trigger);
  if (found.length === 0 || !verdicts.some(({ gate, decision }) => gate === 'lint' && decision === 'deny'))
    return state;
  const [{ path }] = found as [UntoldProblems, ...UntoldProblems[]];
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
