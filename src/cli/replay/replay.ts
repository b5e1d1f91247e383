import type { Envelope } from '../../events/envelope.ts';
import type { LogLine, UnreadableRest } from '../../events/log-reader.ts';
import { openStreamIndex } from '../../events/open-index.ts';
import { comparePositions, formatPosition, type Position } from '../../events/position.ts';
import { readSession } from '../../events/read-sessions.ts';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import { OBSERVED_TYPES } from '../../gates/facts.ts';
import { linesTo, sessionEnd } from '../../replay/log-lines.ts';
import { overBy, startLongFold } from '../../replay/long-fold.ts';
import { openPast } from '../../replay/past.ts';
import { type RecordedCall, recordedCalls } from '../../replay/recorded-calls.ts';
import { openReplay } from '../../replay/replay.ts';
import { type StateChanges, stateChanges } from '../../replay/state-changes.ts';
import { type Step, stepsOf } from '../../replay/steps.ts';
import { summaryOf, verdictsIn } from '../../replay/summary.ts';
import { assertGate, hasVerdictOf } from '../filter-options.ts';
import { type FilterOptions, filterFrom } from '../filters.ts';
import { lineNamed } from '../find-named.ts';
import { gatesHere } from '../gates-here.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { runLogSessions } from '../log-sessions.ts';
import { pickStream } from '../pick-stream.ts';
import { progressFor } from '../progress.ts';
import { findLoggedProject } from '../project.ts';
import { printable, styleFor } from '../style.ts';
import { complaints } from '../unreadable.ts';
import { hypotheticalJson, hypotheticalLegend, type Unruled, unruledIn } from './hypothetical.ts';
import { changeRows, eventRow, type RowOf, stateRows } from './step-text.ts';

export interface ReplayOptions extends Omit<FilterOptions, 'session'> {
  readonly session?: string;
  readonly steps?: boolean;
  readonly state?: string;
  readonly json?: boolean;
}

/**
 * Prints a session event by event, with what was decided; with `steps` what each event changed; with `state` only the
 * state behind one event. Without a session the list of them. Throws `UsageError`, and `NotFoundError`.
 */
export const runReplay = async (named: string | undefined, options: ReplayOptions, io: Io): Promise<ExitCode> => {
  const { steps = false, state, json = false, session: option, ...filters } = options;
  if (named !== undefined && option !== undefined)
    throw new UsageError('Name the session once, with or without --session.');
  const wanted = named ?? option;
  if (wanted === undefined && state === undefined) return listSessions(filters, { steps, json }, io);
  const now = Date.now();
  const filter = filterFrom(filters, now);
  const { folder, worktree } = findLoggedProject(io);
  assertGate(filters.gate, gatesHere(io), hasVerdictOf(folder));
  const progress = progressFor(io, 'reading the log', 'lines');
  const index = openStreamIndex(folder);
  if (state !== undefined)
    return showState(
      lineNamed(folder, { id: state, call: undefined, session: undefined }),
      { folder, index, json, ...progress },
      io,
    );
  const stream = pickStream(index, wanted, worktree);
  if (stream === null) throw new NotFoundError('There is no session in the log yet.');
  const unreadable = new Map<number, UnreadableRest>();
  const onUnreadable = (rest: UnreadableRest): void => {
    unreadable.set(rest.position.segment, rest);
  };
  const isShown = shownBy(filters, steps || json, now);
  // What a gate would have said is only known once it was asked.
  const isCounted = filters.gate === undefined && filter.last !== null ? isShown.byItself : null;
  const lines = readSession(folder, stream, index, undefined, onUnreadable);
  const from = isCounted === null ? null : startOfLast(lines, isCounted, filter.last ?? 0);
  const isWanted = (position: Position): boolean => from === null || comparePositions(position, from) >= 0;
  const { onProgress } = progress;
  const asked = { folder, stream, index, unruled: unruledIn(io), isWanted, onProgress, onUnreadable };
  const isImported = index.streams.some((one) => one.stream === stream && one.imported);
  const found = steps || json ? withStates(asked) : isImported ? ofImported(asked) : withoutStates(asked);
  const printer = json ? jsonPrinter(io) : textPrinter(steps, io);
  let isToday: boolean | null = null;
  const print = (step: Shown): void => {
    if (step.hypothetical !== null) isToday = step.hypothetical.fingerprint === null;
    printer(step);
  };
  const kept: Shown[] = [];
  let printed = 0;
  let read = 0;
  for (const step of found) {
    read += 1;
    // Lets an interrupt and a closed pipe through.
    if (read % STEPS_A_TURN === 0) await io.drained();
    if (!isWanted(step.line.position) || !isShown.with(step)) continue;
    printed += 1;
    if (filter.last === null) {
      if (printed === 1) progress.done();
      print(step);
      continue;
    }
    kept.push(step);
    if (kept.length > 2 * filter.last) kept.splice(0, kept.length - filter.last);
  }
  progress.done();
  for (const step of kept.slice(-(filter.last ?? 0))) print(step);
  if (isToday !== null && !json) io.stdout(`${hypotheticalLegend(isToday, styleFor(io), io.width).join('\n')}\n`);
  if (unreadable.size > 0) io.stderr(complaints([...unreadable.values()]));
  else if (printed === 0) io.stderr('docket: no event of the session fits these filters\n');
  return unreadable.size === 0 ? 0 : 1;
};

const STEPS_A_TURN = 500;

/**
 * Where the last of a session's events begin, of those that are shown whatever gates say of them; null where it has no more than those.
 * What stands before that need not be judged.
 */
const startOfLast = (
  lines: Iterable<LogLine>,
  isCounted: (event: Envelope) => boolean,
  count: number,
): Position | null => {
  const last: Position[] = [];
  for (const { event, position } of lines) {
    if (!isCounted(event)) continue;
    last.push(position);
    if (last.length > 2 * count) last.splice(0, last.length - count);
  }
  return last.length < count ? null : (last.at(-count) ?? null);
};

const listSessions = (
  { last, ...filters }: FilterOptions,
  { steps, json }: { readonly steps: boolean; readonly json: boolean },
  io: Io,
): ExitCode => {
  const [unfit] = [...(steps ? ['steps'] : []), ...Object.keys(filters)];
  if (unfit !== undefined) {
    throw new UsageError(`--${unfit} is about one session: docket replay SESSION. \`docket replay\` lists them.`);
  }
  const code = runLogSessions({ ...(last === undefined ? {} : { last }), json }, io);
  if (!json) io.stderr('docket: `docket replay SESSION` goes through one; the beginning of its id is enough\n');
  return code;
};

/** What is printed of an event. */
interface Shown extends RowOf {
  readonly line: LogLine;
  readonly number: number | null;
  readonly changes: StateChanges | null;
}

interface Asked {
  readonly folder: LogFolder;
  readonly stream: string;
  readonly index: StreamIndex;
  readonly unruled: Unruled;
  /** Whether anything is to be known of what stands at a position but that it was there. */
  readonly isWanted: (position: Position) => boolean;
  readonly onProgress: (lines: number) => void;
  /** Told of archives that are damaged: what is left is shown. */
  readonly onUnreadable: (rest: UnreadableRest) => void;
}

/** From the session's own lines alone: nothing else of a long log is read. */
function* withoutStates({ folder, stream, index, onUnreadable }: Asked): Generator<Shown> {
  const lines = readSession(folder, stream, index, undefined, onUnreadable);
  for (const { line, call } of recordedCalls(lines)) yield shownLine(line, call);
}

/** No gate ruled in an imported session: the log is read from its beginning on, with the states that gates would have seen. */
function* ofImported({ folder, stream, index, unruled, isWanted, onProgress, onUnreadable }: Asked): Generator<Shown> {
  const [first] = readSession(folder, stream, index, undefined, onUnreadable);
  if (first === undefined) return;
  const past = openPast(folder, index, { onProgress });
  const fold = past.before(first.position);
  past.save();
  let read = 0;
  for (const { line, call } of recordedCalls(
    linesTo(folder, sessionEnd(stream, index), first.position, onUnreadable),
  )) {
    read += 1;
    if (read % LINES_TOLD === 0) onProgress(read);
    const repeatOf = fold.apply(line.event);
    if (line.event.stream !== stream) continue;
    yield {
      ...shownLine(line, call),
      hypothetical: isWanted(line.position) ? unruled(call, repeatOf, () => fold) : null,
    };
  }
}

const LINES_TOLD = 10_000;

const shownLine = (line: LogLine, call: RecordedCall | null): Shown => ({
  line,
  event: line.event,
  call,
  isOwn: true,
  repeatOf: null,
  number: null,
  changes: null,
  hypothetical: null,
});

function* withStates({ folder, stream, index, unruled, isWanted, onProgress, onUnreadable }: Asked): Generator<Shown> {
  const lines = linesTo(folder, sessionEnd(stream, index), undefined, onUnreadable);
  const fold = startLongFold(overBy(index));
  for (const step of stepsOf(lines, stream, fold, { onLine: onProgress })) {
    if (!isWanted(step.line.position)) yield shownLine(step.line, step.call);
    else yield shownStep(step, step.isOwn ? unruled(step.call, step.repeatOf, fold.fold) : null);
  }
}

const shownStep = (
  { line, call, isOwn, repeatOf, number, before, after }: Step,
  hypothetical: Shown['hypothetical'],
) => ({
  line,
  event: line.event,
  call,
  isOwn,
  repeatOf,
  number,
  changes: stateChanges(before, after),
  hypothetical,
});

interface ShownBy {
  readonly with: (step: Shown) => boolean;
  /** Whether an event is shown whatever it changed. */
  readonly byItself: (event: Envelope) => boolean;
}

/** Rulings and facts stand beside what they are about, unless somebody asks for them, or they changed something. */
const shownBy = (filters: FilterOptions, isEach: boolean, now: number): ShownBy => {
  const { gate, type, ...others } = filters;
  const isAbout = filterFrom({ ...others, ...(type === undefined ? {} : { type }) }, now).matches;
  const isOfGate = gate === undefined ? null : filterFrom({ gate }, now).matches;
  const isBeside = ({ type: own, provenance }: Envelope): boolean =>
    type === undefined && provenance !== 'worker' && isBesideOthers(own);
  const isWith = (step: Shown): boolean => {
    if (!isAbout(step.event)) return false;
    if (isOfGate !== null) {
      const isSaid = step.hypothetical?.verdicts.some((verdict) => verdict.gate === gate) === true;
      return isSaid || (step.call?.ruling != null && isOfGate(step.call.ruling.event));
    }
    return !isBeside(step.event) || (isEach && (step.changes?.changes.length ?? 0) > 0);
  };
  return { with: isWith, byItself: (event) => isAbout(event) && !isBeside(event) };
};

const isBesideOthers = (type: string): boolean => (BESIDE.has(type) || OBSERVED_TYPES.has(type)) && !TELLING.has(type);

const BESIDE: ReadonlySet<string> = new Set(['GatesRuled', 'AnswerSent', 'LogSealed']);

/** What was found that a reader of the session wants to see. */
const TELLING: ReadonlySet<string> = new Set([
  'PolicyLoaded',
  'TestRunFinished',
  'ReviewRecorded',
  'ProofRecorded',
  'ProofRevoked',
  'PhaseEntered',
  'QuestionAnswered',
]);

const textPrinter = (withChanges: boolean, io: Io): ((step: Shown) => void) => {
  const style = styleFor(io);
  let day = '';
  return (step) => {
    const today = step.event.at.slice(0, 10);
    if (today !== day) io.stdout(`${style('bold', `── ${printable(today)} (UTC)`)}\n`);
    day = today;
    const changes = withChanges && step.changes !== null ? changeRows(step.changes, style, io.width) : [];
    io.stdout(`${[eventRow(step, style, io.width), ...changes].join('\n')}\n`);
  };
};

const jsonPrinter =
  (io: Io) =>
  ({ line, event, call, isOwn, repeatOf, number, changes, hypothetical }: Shown): void => {
    const ruling = call?.ruling?.event ?? null;
    io.stdout(
      `${JSON.stringify({
        number,
        event: event.id,
        type: event.type,
        at: event.at,
        position: formatPosition(line.position),
        session: event.stream,
        own: isOwn,
        repeatOf,
        call: event.call,
        summary: summaryOf(event),
        decision: ruling?.data['decision'] ?? null,
        verdicts:
          ruling === null
            ? []
            : verdictsIn(ruling.data).map(({ gate, rule, decision, mode, waived }) => ({
                ...{ gate, rule, decision, mode },
                ...(waived === undefined ? {} : { waived }),
              })),
        answered: ruling === null || ruling.data['decision'] === 'none' ? null : call?.answer !== null,
        hypothetical: hypothetical === null ? null : hypotheticalJson(hypothetical),
        changes: changes?.changes ?? [],
        moreChanges: changes?.more ?? 0,
      })}\n`,
    );
  };

interface StateOptions {
  readonly folder: LogFolder;
  readonly index: StreamIndex;
  readonly json: boolean;
  readonly onProgress: (lines: number) => void;
  readonly done: () => void;
}

/** Prints what a session saw behind an event of its own. */
const showState = (line: LogLine, { folder, index, json, onProgress, done }: StateOptions, io: Io): ExitCode => {
  const replay = openReplay(folder, line.event.stream, index, { onProgress });
  const step = replay.jump(line.position);
  replay.close();
  done();
  if (step === null) throw new NotFoundError(`Event ${line.event.id} is no step of a session.`);
  const { deliveries: _, ...state } = step.after;
  const shown = shownStep(step, null);
  if (json) {
    const { changes, more } = shown.changes as StateChanges;
    io.stdout(
      `${JSON.stringify({ event: line.event.id, position: formatPosition(line.position), state, changes, moreChanges: more })}\n`,
    );
    return 0;
  }
  const style = styleFor(io);
  const changes = changeRows(shown.changes as StateChanges, style, io.width);
  io.stdout(
    `${[eventRow(shown, style, io.width), ...changes, '', ...stateRows(state, io.width)].map((row) => `${row}\n`).join('')}`,
  );
  return 0;
};
