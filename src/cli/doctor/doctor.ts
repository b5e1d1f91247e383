import { parseVersion } from '../../hooks/install/versions.ts';
import { type ExitCode, type Io, UsageError } from '../io.ts';
import { progressFor } from '../progress.ts';
import { changeAsDiff } from '../show-change.ts';
import { CHECKS, type Examination, examine } from './examine.ts';
import { mend, UNTOUCHED } from './mend.ts';
import { doctorText, kindOf, type Told } from './text.ts';
import { gatherWorld, type Program, type World } from './world.ts';

export interface DoctorOptions {
  readonly fix?: boolean;
  readonly json?: boolean;
  readonly clientVersion?: string;
}

/**
 * `docket doctor`: whether docket works here, from the registration to the log, and what to do where it does not. With `--fix` it
 * mends what can be mended without losing anything. Exit code 1 when a problem or a warning is left, else 0; notes are none.
 * Throws `UsageError`.
 */
export const runDoctor = async (options: DoctorOptions, io: Io, program: Program): Promise<ExitCode> => {
  const clientVersion = options.clientVersion === undefined ? undefined : parseVersion(options.clientVersion);
  if (clientVersion === null) throw new UsageError('--client-version is a version such as 2.1.332');
  const { env, cwd, managed } = io;
  const world = gatherWorld({ env, cwd, managed, program, clientVersion, now: Date.now() });
  const progress = progressFor(io, 'looking', `of ${CHECKS.length + 2} checks`);
  let checks = 0;
  const examined = await examine(world, async () => {
    checks += 1;
    progress.onProgress(checks);
    await io.drained();
  });
  progress.done();
  const told = examined.findings.map((finding): Told => {
    if (options.fix !== true) return { finding, mended: UNTOUCHED };
    const show = (): void => {
      if (finding.mend?.shows !== undefined) io.stderr(changeAsDiff(finding.mend.shows, io));
    };
    return { finding, mended: mend(finding, io, show) };
  });
  if (options.json === true) io.stdout(`${JSON.stringify(jsonOf(told, examined, world))}\n`);
  else io.stdout(doctorText(told, examined, world, io));
  return isFine(told) ? 0 : 1;
};

const isFine = (told: readonly Told[]): boolean =>
  told.every(({ finding, mended }) => mended.done !== null || kindOf(finding).severity === 'note');

const jsonOf = (told: readonly Told[], { canaries, latencies, seen }: Examination, world: World) => ({
  ok: isFine(told),
  version: world.program.version,
  client: world.client,
  findings: told.map(({ finding, mended }) => ({
    id: finding.id,
    severity: kindOf(finding).severity,
    says: finding.says,
    evidence: finding.evidence,
    fix: finding.fix,
    command: finding.command ?? null,
    fixable: finding.mend !== undefined,
    fixed: mended.done,
    failed: mended.failed,
  })),
  registered: world.docket.map(({ event, matcher, at, source, handler }) => ({
    event,
    matcher: matcher ?? null,
    scope: source.scope,
    at,
    command: handler['command'],
    args: handler['args'] ?? null,
    timeout: handler['timeout'] ?? null,
  })),
  policy: { preset: world.policy.policy.preset, kept: world.policy.isKept },
  log: {
    root: world.log.location.root,
    bytes: world.log.bytes,
    segments: world.log.segments.length,
    events: world.log.lines.length,
    whole: world.log.isWhole,
    sealedAt: world.log.sealedAt,
  },
  canaries,
  latency: latencies,
  lastSeen: seen,
});
