import { setTimeout as delay } from 'node:timers/promises';
import type { ExitCode, Io } from '../io.ts';
import { findWritableProject } from '../project.ts';
import { printable } from '../style.ts';
import type { Finding } from './finding.ts';
import { type InspectDeps, inspect } from './inspect.ts';

/** The flags of `docket repair` as typed. */
export interface RepairOptions {
  readonly dryRun?: boolean | undefined;
  readonly json?: boolean | undefined;
}

const PAUSE_MS = 1000;

const DEPS: InspectDeps = { now: Date.now, pause: () => delay(PAUSE_MS) };

/**
 * `docket repair`: copies what cannot be read to quarantine and puts docket's other files in order; segments are never
 * changed. First finds everything, then mends it, so that a dry run says exactly what would be done. Exit code 1 when
 * something was found, mended or not, else 0. Throws `NotFoundError` without a log, and the system's errors.
 */
export const runRepair = async (options: RepairOptions, io: Io, deps = DEPS): Promise<ExitCode> => {
  const project = findWritableProject(io);
  const isDry = options.dryRun === true;
  const { findings, notes } = await inspect(project, io, deps);
  const isFound = findings.some(({ isRoutine }) => isRoutine !== true);
  const results = findings.map((finding) => ({ finding, outcome: isDry ? foreseen(finding) : mended(finding) }));
  if (options.json === true) {
    const listed = results.map(({ finding: { kind, what, details }, outcome }) => ({
      kind,
      what,
      ...outcome,
      ...details,
    }));
    io.stdout(`${JSON.stringify({ dryRun: isDry, findings: listed, notes })}\n`);
  } else {
    for (const { finding, outcome } of results) io.stdout(`${printable(finding.what)}: ${outcomeWords(outcome)}\n`);
    for (const note of notes) io.stdout(`${printable(note)}\n`);
    if (!isFound) io.stdout('nothing to repair\n');
    if (isDry) io.stdout('dry run: nothing was changed\n');
  }
  return isFound ? 1 : 0;
};

/** What became of a finding: exactly one of these says something. */
interface Result {
  readonly done: string | null;
  readonly wouldBe: string | null;
  readonly advice: string | null;
  readonly failed: string | null;
}

const NOTHING: Result = { done: null, wouldBe: null, advice: null, failed: null };

const foreseen = ({ remedy }: Finding): Result =>
  'advice' in remedy ? { ...NOTHING, advice: remedy.advice } : { ...NOTHING, wouldBe: remedy.done };

const mended = ({ remedy }: Finding): Result => {
  if ('advice' in remedy) return { ...NOTHING, advice: remedy.advice };
  try {
    remedy.run();
    return { ...NOTHING, done: remedy.done };
  } catch (error) {
    return { ...NOTHING, failed: error instanceof Error ? error.message : String(error) };
  }
};

const outcomeWords = ({ done, wouldBe, advice, failed }: Result): string => {
  if (done !== null) return printable(done);
  if (wouldBe !== null) return `would be ${printable(wouldBe)}`;
  return advice === null ? `could not be mended (${printable(failed ?? '')})` : printable(advice);
};
