import { KINDS } from './catalogue.ts';
import { type CanaryReport, checkCanary } from './checks/canary.ts';
import { checkConflicts } from './checks/conflicts.ts';
import { checkCoverage } from './checks/coverage.ts';
import { checkEnvironment } from './checks/environment.ts';
import { checkSettingsFiles } from './checks/files.ts';
import { checkLatency, type Latency } from './checks/latency.ts';
import { checkLiveness, type LastSeen, lastSeen } from './checks/liveness.ts';
import { checkLogContent } from './checks/log-content.ts';
import { checkLogPlace } from './checks/log-place.ts';
import { checkMatchers } from './checks/matchers.ts';
import { checkPolicy } from './checks/policy.ts';
import { checkPrograms } from './checks/programs.ts';
import { checkTimeouts } from './checks/timeouts.ts';
import type { Finding } from './finding.ts';
import type { World } from './world.ts';

/** What docket is measured by, beside what is found wrong. */
export interface Examination {
  readonly findings: readonly Finding[];
  readonly canaries: readonly CanaryReport[];
  readonly latencies: readonly Latency[];
  readonly seen: LastSeen;
}

/** The checks that only look, in the order in which their findings are told. */
export const CHECKS: readonly ((world: World) => Finding[])[] = [
  checkSettingsFiles,
  checkCoverage,
  checkMatchers,
  checkPrograms,
  checkTimeouts,
  checkEnvironment,
  (world) => checkLogPlace(world),
  checkLogContent,
  checkLiveness,
  checkConflicts,
  checkPolicy,
];

/** Goes through all checks; those that run the registered command line come last. `onCheck` is told of each. */
export const examine = async (world: World, onCheck: () => Promise<void>): Promise<Examination> => {
  const findings: Finding[] = [];
  for (const check of CHECKS) {
    findings.push(...looked(check, world));
    await onCheck();
  }
  const canary = await checkCanary(world);
  await onCheck();
  // What does not work has no time that it takes.
  const works = canary.reports.length > 0 && !canary.findings.some(({ id }) => KINDS[id].severity === 'problem');
  const latency = works ? await checkLatency(world) : { findings: [], latencies: [] };
  findings.push(...canary.findings, ...latency.findings);
  return { findings, canaries: canary.reports, latencies: latency.latencies, seen: lastSeen(world) };
};

/** What a check finds. What the system refuses it is a finding, so that the others still look. */
export const looked = (check: (world: World) => Finding[], world: World): Finding[] => {
  try {
    return check(world);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return [
      {
        id: 'doctor/not-looked-at',
        says: 'A check could not look at what it is about.',
        evidence: [error.message],
        fix: 'Give yourself what it names, and run docket doctor again.',
      },
    ];
  }
};
