import type { LogLine } from '../events/log-reader.ts';
import { openStreamIndex } from '../events/open-index.ts';
import type { Verdict } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import { readSnapshot } from '../hooks/snapshot-file.ts';
import { type Explained, type ExplainOptions, explainRuling, explainUnjudged } from '../replay/explain.ts';
import { stops } from '../replay/openings.ts';
import { summaryOf } from '../replay/summary.ts';
import { explanationText } from './explanation-text.ts';
import { type FoundRuling, findRuling, type WantedRuling } from './find-ruling.ts';
import { gatesHere } from './gates-here.ts';
import { intervalAt, intervalBetween } from './interval.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from './io.ts';
import { assertIsGate } from './known-gate.ts';
import { sessionOrBeginning } from './pick-stream.ts';
import { projectPolicy } from './policy-here.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject } from './project.ts';
import { decidingVerdict } from './rulings.ts';
import { printable, styleFor, wrap } from './style.ts';

export interface WhyOptions {
  readonly call?: string;
  readonly session?: string;
  readonly gate?: string;
  readonly at?: string;
  readonly since?: string;
  readonly until?: string;
  readonly lastDeny?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
}

/**
 * Explains a verdict: of an event or ruling by its id, of a tool call, by time or gate, or without any the last one that
 * denied, asked or rewrote. Shows the deciding verdict; with `all` every gate's. Of an event that nobody ruled on what today's
 * gates would have said. Throws `UsageError`, and `NotFoundError` when there is nothing to explain.
 */
export const runWhy = (id: string | undefined, options: WhyOptions, io: Io): ExitCode => {
  const { all = false, json = false, gate } = options;
  const wanted = wantedBy(id, options, io);
  const { folder, worktree, location } = findLoggedProject(io);
  const progress = progressFor(io, 'reading the log');
  const { onProgress } = progress;
  const index = openStreamIndex(folder, { onProgress });
  const session = sessionOrBeginning(index, options.session);
  const found = findRuling(folder, { ...wanted, session, onProgress }, worktree, index);
  const explained = explainFound(
    folder,
    found,
    pickerOf(gate, all),
    { index, snapshot: readSnapshot(location.root, folder.fs), onProgress },
    io,
  );
  progress.done();
  const { explanations, trigger } = explained;
  if (explanations.length === 0) {
    throw new NotFoundError(
      gate === undefined
        ? `No rule had anything to say about event ${trigger.event.id} (${whatIs(trigger)}). ` +
            `docket why-not GATE ${trigger.event.id} says why a gate did not fire on it.`
        : `${gate} said nothing about event ${trigger.event.id}: docket why-not ${gate} ${trigger.event.id}`,
    );
  }
  if (json) io.stdout(`${JSON.stringify(all ? explanations : explanations[0])}\n`);
  else {
    const style = styleFor(io);
    const texts = explanations.map((explanation) => explanationText(explanation, explained, style, io.width));
    io.stdout(texts.join(`\n${style('dim', '─'.repeat(Math.min(io.width, 40)))}\n\n`));
    const others = all ? [] : stoppedAsWell(explained);
    const shown = (explained.ruling ?? trigger).event.id;
    const rows = wrap(`${others.join(', ')} stopped it as well: docket why --all ${shown}`, io.width);
    if (others.length > 0) io.stdout(`\n${rows.map((row) => style('yellow', printable(row))).join('\n')}\n`);
  }
  return 0;
};

const whatIs = ({ event }: LogLine): string => printable(`${event.type} ${summaryOf(event)}`.trimEnd());

const wantedBy = (id: string | undefined, options: WhyOptions, io: Io): WantedRuling => {
  const { call, session, gate, at, since, until, lastDeny } = options;
  if (id !== undefined && call !== undefined) throw new UsageError('Give an event id or --call, not both.');
  const isTimed = at !== undefined || since !== undefined || until !== undefined;
  if ((id !== undefined || call !== undefined) && (isTimed || lastDeny === true)) {
    throw new UsageError('An event id or --call says already which ruling is meant: leave out times and --last-deny.');
  }
  if (at !== undefined && (since !== undefined || until !== undefined)) {
    throw new UsageError('Give --at, or --since and --until.');
  }
  if (gate !== undefined) assertIsGate(gate, gatesHere(io));
  const when = at !== undefined ? intervalAt(at) : isTimed ? intervalBetween(since, until, Date.now()) : undefined;
  return { id, call, session, gate, when, isDeny: lastDeny };
};

type Choice = (verdicts: readonly Verdict[]) => readonly Verdict[];

const pickerOf = (gate: string | undefined, all: boolean): Choice => {
  const choose: Choice = all ? (verdicts) => verdicts : decidingVerdict;
  return gate === undefined ? choose : (verdicts) => choose(verdicts.filter((verdict) => verdict.gate === gate));
};

const explainFound = (
  folder: LogFolder,
  found: FoundRuling,
  pick: Choice,
  options: ExplainOptions,
  io: Io,
): Explained => {
  if ('ruling' in found) {
    const explained = explainRuling(folder, found.ruling, pick, options);
    if (explained === null) throw new NotFoundError('The event that was judged is not in the log any more.');
    return explained;
  }
  const { event } = found.unjudged;
  if (event.type === 'GatesRuled')
    throw new NotFoundError(`Ruling ${event.id} is damaged: nothing in it can be explained.`);
  const explained = explainUnjudged(folder, found.unjudged, pick, { ...options, policy: projectPolicy(io) });
  if ('repeatOf' in explained) {
    throw new NotFoundError(
      `Event ${event.id} is another delivery of ${explained.repeatOf}, which counts: docket why ${explained.repeatOf}`,
    );
  }
  if ('isFact' in explained) {
    const about = event.cause === null ? '' : ` It follows from ${event.cause}: docket why ${event.cause}`;
    const a = /^[AEIOU]/.test(event.type) ? 'an' : 'a';
    throw new NotFoundError(`No gate judges event ${event.id}, ${a} ${event.type} of docket's own.${about}`);
  }
  return explained;
};

/** The other rules that stopped it: what opens one of them opens nothing yet. */
const stoppedAsWell = ({ verdicts, explanations }: Explained): string[] => {
  const rules = [...new Set(verdicts.filter(stops).map(({ rule }) => rule))];
  const shown = explanations[0]?.rule;
  return shown !== undefined && rules.includes(shown) ? rules.filter((name) => name !== shown) : [];
};
