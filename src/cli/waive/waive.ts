import { isoTime } from '../../events/iso-time.ts';
import { openStreamIndex } from '../../events/open-index.ts';
import { isWaivable } from '../../gates/waived-verdict.ts';
import { noteIn } from '../../hooks/observers/prompt-lines.ts';
import { DEFAULT_LENGTH, waiverLength } from '../../hooks/observers/waiver-lines.ts';
import { gatesHere } from '../gates-here.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { knownGate } from '../known-gate.ts';
import { pickStream } from '../pick-stream.ts';
import { policyHere } from '../policy-here.ts';
import { findLoggedProject, findWritableProject, type Project } from '../project.ts';
import { recordAtTerminal } from '../record.ts';
import { wrap } from '../style.ts';
import { type ShownWaiver, waiverWords } from './shown.ts';
import { waiversHere } from './waivers-here.ts';

export interface WaiveOptions {
  readonly reason?: string;
  readonly for?: string;
  readonly session?: string;
  readonly list?: boolean;
  readonly revoke?: string;
  readonly json?: boolean;
}

/**
 * A person's exception for a rule: grants it for a while, takes it back, or lists what is waived now. Throws `UsageError` for a rule
 * that does not exist or cannot be waived, and `NotFoundError` without a log or where nothing is there to take back.
 */
export const runWaive = (rule: string | undefined, options: WaiveOptions, io: Io): ExitCode => {
  const { list = false, revoke } = options;
  const isGranting = [options.reason, options.for, options.session].some((given) => given !== undefined);
  if ([rule !== undefined, list, revoke !== undefined].filter(Boolean).length > 1) {
    throw new UsageError('docket waive takes a rule to waive, --list, or --revoke: one at a time.');
  }
  if (rule === undefined && isGranting) {
    throw new UsageError('--reason, --for and --session go with a rule: docket waive RULE --reason WHY.');
  }
  if (revoke !== undefined) return takeBack(revoke, options, io);
  if (rule !== undefined) return grant(rule, options, io);
  return show(waiversNow(findLoggedProject(io), io), options, io);
};

const grant = (name: string, options: WaiveOptions, io: Io): ExitCode => {
  const named = knownGate(name, gatesHere(io));
  const rule = named.rule ?? named.gate;
  if (!isWaivable(rule)) {
    throw new UsageError(
      `${rule} cannot be waived: ${named.gate === 'self-protection' ? 'without it an agent could write its own waivers' : 'what it stops cannot be undone'}. Do it yourself, in a terminal of your own.`,
    );
  }
  const reason = noteIn(options.reason);
  if (reason === '') throw new UsageError(`Say why: docket waive ${rule} --reason WHY.`);
  const length = waiverLength(options.for ?? DEFAULT_LENGTH);
  if (length === null) {
    throw new UsageError(`--for takes minutes, hours or days up to 30d, such as 30m, 2h or 1d; not "${options.for}".`);
  }
  const project = findWritableProject(io);
  const session =
    options.session === undefined
      ? null
      : pickStream(openStreamIndex(project.folder), options.session, project.worktree);
  const until = isoTime(Date.now() + length);
  recordAtTerminal(project, io.env, 'WaiverGranted', { rule, reason, until, session });
  return show(
    waiversNow(project, io).filter(
      (waiver) => waiver.rule === rule && waiver.session === session && waiver.id !== null,
    ),
    options,
    io,
  );
};

const takeBack = (what: string, options: WaiveOptions, io: Io): ExitCode => {
  const project = findWritableProject(io);
  const all = waiversNow(project, io);
  const own = all.filter(({ id, rule }) => id === what || rule === what);
  const granted = own.flatMap(({ id, rule }) => (id === null ? [] : [{ waiver: id, rule }]));
  if (granted.length === 0) throw new NotFoundError(notWaived(what, all, own));
  for (const data of granted) recordAtTerminal(project, io.env, 'WaiverRevoked', data);
  return show(waiversNow(project, io), options, io);
};

const notWaived = (what: string, all: readonly ShownWaiver[], own: readonly ShownWaiver[]): string => {
  if (own.length > 0) return `The policy waives ${what}: take it out of "waivers" in docket.config.json.`;
  const names = [...new Set(all.map(({ rule }) => rule))];
  return `Nothing here waives ${what}; ${names.length === 0 ? 'no rule is waived now' : `waived now: ${names.join(', ')}`}.`;
};

const waiversNow = (project: Project, io: Io): ShownWaiver[] => waiversHere(project, policyHere(io).policy);

const show = (waivers: readonly ShownWaiver[], { json }: WaiveOptions, io: Io): ExitCode => {
  if (json === true) io.stdout(`${JSON.stringify(waivers)}\n`);
  else if (waivers.length === 0) io.stdout('no rule is waived\n');
  else io.stdout(waivers.map((waiver) => `${wrap(waiverWords(waiver), io.width).join('\n')}\n`).join(''));
  return 0;
};
