import type { PresetName } from '../gates/presets.ts';
import { detectClientVersion } from '../hooks/install/client-version.ts';
import { SCOPES, type Scope } from '../hooks/install/hook-command.ts';
import { neighbours } from '../hooks/install/neighbours.ts';
import { settingsPath } from '../hooks/install/settings-target.ts';
import { shellHookName } from '../hooks/install/shell-hooks.ts';
import { parseVersion } from '../hooks/install/versions.ts';
import { type AskingIo, approval, refuse } from './approval.ts';
import { askPreset, askRetire, askScope } from './init/wizard.ts';
import { hasPolicy, type InitPlan, isInPlace, PRESET_NAMES, type Program, planInit, writePlan } from './init-plan.ts';
import { managedNotes, registrationNotes, warnings } from './init-report.ts';
import { type ExitCode, UsageError } from './io.ts';
import { say } from './say.ts';
import { changeAsDiff } from './show-change.ts';

/** The flags of `docket init` as typed. */
export interface InitOptions {
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly preset?: string | undefined;
  readonly scope?: string | undefined;
  readonly clientVersion?: string | undefined;
  /** Take shell hooks out that docket does the work of, and keep what their state files say. */
  readonly retire?: boolean | undefined;
  /** Managed scope: write the file instead of printing it. */
  readonly write?: boolean | undefined;
}

/**
 * `docket init`: registers docket in one of the host's settings files and, with `--preset`, writes the policy. At a
 * terminal it asks for what no flag says. Shows what would change before it writes, and writes only after a yes. An
 * administrator's file is printed, and written only with `--write`. Exit code 0 written or nothing to do, 1 declined
 * or impossible, 2 nobody to ask. Throws `UsageError` for flags that make no sense.
 */
export const runInit = async (options: InitOptions, io: AskingIo, program: Program): Promise<ExitCode> => {
  const clientVersion = checked(options);
  const chosen = await choices(options, io);
  const request = { ...chosen, program, clientVersion: clientVersion ?? detectClientVersion(io.env) };
  const planned = planInit(request, io);
  if (!planned.ok) return refuse(io, planned.problem.message, 1);
  const plan = planned.value;
  if (plan.scope === 'managed' && options.write !== true) return printed(plan, io);

  io.stdout(diffOf(plan, io));
  for (const note of registrationNotes(plan, io)) say(io, 'stdout', note);
  for (const warning of warnings(plan, io)) say(io, 'stderr', `warning: ${warning}`);
  if (isInPlace(plan)) {
    io.stdout('everything is in place already: nothing to write\n');
    return 0;
  }
  const end = await approval(options, io);
  if (end !== null) return end;
  const done = writePlan(plan, io);
  return done.ok ? 0 : refuse(io, done.problem.message, 1);
};

/** The client's version as named; throws for flags that make no sense together or at all. */
const checked = ({ scope, preset, clientVersion, retire, write }: InitOptions): string | null => {
  if (scope !== undefined && !isScope(scope)) throw new UsageError(`--scope is one of ${SCOPES.join(', ')}`);
  if (preset !== undefined && !isPreset(preset)) {
    throw new UsageError(`--preset is one of ${PRESET_NAMES.join(', ')}`);
  }
  if (scope === 'managed' && (preset !== undefined || retire === true)) {
    throw new UsageError('--preset and --retire are about one project or user: leave them out with --scope managed');
  }
  if (write === true && scope !== 'managed') {
    throw new UsageError('--write goes with --scope managed; --yes writes the other settings files');
  }
  const version = clientVersion === undefined ? null : parseVersion(clientVersion);
  if (clientVersion !== undefined && version === null) {
    throw new UsageError('--client-version is a version such as 2.1.332');
  }
  return version;
};

const isScope = (name: string): name is Scope => (SCOPES as readonly string[]).includes(name);
const isPreset = (name: string): name is PresetName => (PRESET_NAMES as readonly string[]).includes(name);

interface Choices {
  readonly scope: Scope;
  readonly preset: PresetName | null;
  readonly retire: boolean;
}

/** What is to be done: as the flags say, and as a person at a terminal says where they do not. */
const choices = async (options: InitOptions, io: AskingIo): Promise<Choices> => {
  const named = { scope: options.scope as Scope | undefined, preset: options.preset as PresetName | undefined };
  const usual = { scope: named.scope ?? 'local', preset: named.preset ?? null, retire: options.retire === true };
  const { ask } = io;
  if (ask === null || options.yes === true || options.dryRun === true || named.scope === 'managed') return usual;
  const scope = named.scope ?? given(await askScope(ask), 'scope');
  const preset = named.preset ?? (hasPolicy(io) ? null : given(await askPreset(ask), 'preset'));
  const count = options.retire === true ? 0 : shellHooksAt(scope, io);
  return { scope, preset, retire: options.retire === true || (count > 0 && (await askRetire(ask, count))) };
};

const given = <Name>(answer: Name | null, flag: string): Name => {
  if (answer === null) throw new UsageError(`that is none of them; nothing was written (--${flag} names one)`);
  return answer;
};

const shellHooksAt = (scope: Scope, io: AskingIo): number => {
  const path = settingsPath({ scope, env: io.env, cwd: io.cwd, managed: io.managed });
  const hooks = neighbours(io).find((other) => other.path === path)?.foreign ?? [];
  return hooks.filter((hook) => shellHookName(hook) !== null).length;
};

/** For an administrator to look at and to put in place: the file on stdout, what there is to know on stderr. */
const printed = (plan: InitPlan, io: AskingIo): ExitCode => {
  io.stdout(plan.settings.after ?? '');
  for (const note of managedNotes(plan, io)) say(io, 'stderr', note);
  return 0;
};

const diffOf = ({ settings, policyFile, policyText }: InitPlan, io: AskingIo): string =>
  changeAsDiff({ path: settings.file.path, before: settings.file.text, after: settings.after }, io) +
  changeAsDiff({ path: policyFile.path, before: policyFile.text, after: policyText }, io);
