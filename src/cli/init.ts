import { detectClientVersion } from '../hooks/install/client-version.ts';
import { SCOPES } from '../hooks/install/hook-command.ts';
import { isNoChange } from '../hooks/install/install.ts';
import { parseVersion } from '../hooks/install/versions.ts';
import { type AskingIo, approval, refuse } from './approval.ts';
import { type InitPlan, PRESET_NAMES, type Program, planInit, writePlan } from './init-plan.ts';
import { registrationNotes, warnings } from './init-report.ts';
import { type ExitCode, UsageError } from './io.ts';
import { changeAsDiff } from './show-change.ts';

/** The flags of `docket init` as typed. */
export interface InitOptions {
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly preset?: string | undefined;
  readonly scope?: string | undefined;
  readonly clientVersion?: string | undefined;
}

/**
 * `docket init`: registers docket in one of the host's settings files and, with `--preset`, writes the policy. Shows
 * what would change before it writes, and writes only after a yes. Exit code 0 written or nothing to do, 1 declined
 * or impossible, 2 nobody to ask. Throws `UsageError` for flags that make no sense.
 */
export const runInit = async (options: InitOptions, io: AskingIo, program: Program): Promise<ExitCode> => {
  const scope = SCOPES.find((name) => name === (options.scope ?? 'local'));
  if (scope === undefined) throw new UsageError(`--scope is one of ${SCOPES.join(', ')}`);
  const preset = PRESET_NAMES.find((name) => name === options.preset) ?? null;
  if (options.preset !== undefined && preset === null) {
    throw new UsageError(`--preset is one of ${PRESET_NAMES.join(', ')}`);
  }
  const named = options.clientVersion === undefined ? null : parseVersion(options.clientVersion);
  if (options.clientVersion !== undefined && named === null) {
    throw new UsageError('--client-version is a version such as 2.1.332');
  }

  const planned = planInit({ scope, preset, clientVersion: named ?? detectClientVersion(io.env), program }, io);
  if (!planned.ok) return refuse(io, planned.problem.message, 1);
  const plan = planned.value;
  io.stdout(diffOf(plan, io));
  io.stdout(`${registrationNotes(plan, io).join('\n')}\n`);
  for (const warning of warnings(plan, io)) io.stderr(`warning: ${warning}\n`);
  if (isNoChange(plan.settings) && plan.policyText === plan.policyFile.text) {
    io.stdout('everything is in place already: nothing to write\n');
    return 0;
  }
  const end = await approval(options, io);
  if (end !== null) return end;
  const done = writePlan(plan, io);
  return done.ok ? 0 : refuse(io, done.problem.message, 1);
};

const diffOf = ({ settings, policyFile, policyText }: InitPlan, io: AskingIo): string =>
  changeAsDiff({ path: settings.file.path, before: settings.file.text, after: settings.after }, io) +
  changeAsDiff({ path: policyFile.path, before: policyFile.text, after: policyText }, io);
