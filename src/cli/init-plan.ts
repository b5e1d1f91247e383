import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findLocation } from '../events/location.ts';
import { type PolicySource, type ResolvedPolicy, resolvePolicy } from '../gates/policy-files.ts';
import { PRESETS, type PresetName } from '../gates/presets.ts';
import { dependsOnDocket } from '../hooks/install/dependency.ts';
import { type HookCommand, hookCommandFor, type Scope } from '../hooks/install/hook-command.ts';
import { applyChange, isNoChange, planInstall, type SettingsChange } from '../hooks/install/install.ts';
import type { SettingsHook } from '../hooks/install/matcher.ts';
import { failure, type Outcome, success } from '../hooks/install/outcome.ts';
import { PLUGIN_COMMAND } from '../hooks/install/plugin-files.ts';
import { type ActivePlugin, activePlugin } from '../hooks/install/plugin-state.ts';
import { withPreset } from '../hooks/install/policy-file.ts';
import { type Registration, registrationFor } from '../hooks/install/registration.ts';
import { projectFolder } from '../hooks/install/settings-target.ts';
import { shellHookName } from '../hooks/install/shell-hooks.ts';
import { readTextFile, replaceTextFile, type TextFile } from '../hooks/install/text-file.ts';
import { isOnPath, isThrowAway } from '../hooks/install/throw-away.ts';
import { readPolicyFiles } from '../hooks/observers/policy.ts';
import { failClosedEvents } from './init/fail-closed.ts';
import { importStateFiles, type StateFile, stateFilesIn } from './init/state-files.ts';
import type { Io } from './io.ts';
import { findProject, openedProject } from './project.ts';
import { shownPath } from './show-change.ts';

/** Absolute paths of what runs now: the Node executable, and `dist/hook.cjs` beside the command. */
export interface Program {
  readonly node: string;
  readonly hook: string;
}

export interface InitRequest {
  readonly scope: Scope;
  readonly preset: PresetName | null;
  readonly clientVersion: string | null;
  readonly program: Program;
  /** Whether shell hooks that docket does the work of are taken out. */
  readonly retire: boolean;
}

/** Everything `init` would write, and what it says about it. */
export interface InitPlan extends InitRequest {
  readonly command: HookCommand;
  /** docket as a plugin of the host, which then registers it; null where it is none. */
  readonly plugin: ActivePlugin | null;
  readonly registration: Registration;
  readonly settings: SettingsChange;
  readonly policyFile: TextFile;
  /** The text of `docket.config.json` afterwards; null when there is none. */
  readonly policyText: string | null;
  /** The policy that holds afterwards. */
  readonly resolved: ResolvedPolicy;
  /** What scripts from before docket left, to be kept as claims. */
  readonly stateFiles: readonly StateFile[];
}

export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

/** Works out the whole of `init`. Reads only. */
export const planInit = (request: InitRequest, io: Io): Outcome<InitPlan> => {
  const { scope, preset } = request;
  const { policyDir } = findLocation(io);
  const read = readTextFile(join(policyDir, 'docket.config.json'));
  if (!read.ok) return read;
  const policyFile = read.value;
  const edited = preset === null ? success(policyFile.text) : withPreset(policyFile.text, preset);
  if (!edited.ok) return failure(edited.problem.code, `${policyFile.path} was not changed: ${edited.problem.message}`);

  const resolved = resolvePolicy(policySources(policyFile.path, edited.value, policyDir, io));
  const active = activePlugin(io);
  const plugin = active !== null && COVERED[active.scope].includes(scope) ? active : null;
  const started = plugin === null ? commandFor(request, io) : success(PLUGIN_COMMAND);
  if (!started.ok) return started;
  const command = started.value;
  const registration = plugin === null ? registrationOf(request, command, resolved) : {};
  const place = { scope, env: io.env, cwd: io.cwd, managed: io.managed };
  const isRetired = (hook: SettingsHook): boolean => request.retire && shellHookName(hook) !== null;
  const settings = planInstall(registration, place, isRetired);
  if (!settings.ok) return settings;
  return success({
    ...request,
    command,
    plugin,
    registration,
    settings: settings.value,
    policyFile,
    policyText: edited.value,
    resolved,
    stateFiles: request.retire ? stateFilesIn(findProject(io), Date.now()) : [],
  });
};

/** Whether the project has a policy of its own. */
export const hasPolicy = (io: Io): boolean => existsSync(join(findLocation(io).policyDir, 'docket.config.json'));

/** Whether there is nothing to do for it. */
export const isInPlace = ({ settings, policyText, policyFile, stateFiles }: InitPlan): boolean =>
  isNoChange(settings) && policyText === policyFile.text && stateFiles.length === 0;

/** By where a plugin is switched on: the scopes that then need no registration. An administrator's is for all users. */
const COVERED: Readonly<Record<Scope, readonly Scope[]>> = {
  managed: ['managed', 'user', 'project', 'local'],
  user: ['user', 'project', 'local'],
  project: ['project', 'local'],
  local: ['project', 'local'],
};

/** How the host is to start docket, from where it stays. */
const commandFor = ({ scope, program }: InitRequest, io: Io): Outcome<HookCommand> => {
  const project = projectFolder(io);
  const isDependency = dependsOnDocket(project);
  const own = join(project, 'node_modules', 'docket', 'dist', 'hook.cjs');
  const isFetched = isThrowAway(program.hook);
  const hook = isFetched && scope === 'local' && existsSync(own) ? own : program.hook;
  const command = hookCommandFor({ scope, node: program.node, hook, isDependency });
  if (command.kind === 'absolute' ? isThrowAway(hook) : command.kind === 'path' && isFetched && !isOnPath(io.env)) {
    return failure('throw-away-program', THROW_AWAY);
  }
  if (command.kind === 'absolute' && !existsSync(hook)) {
    return failure('missing-program', `${hook} does not exist: build or reinstall docket, then run init again`);
  }
  return success(command);
};

const THROW_AWAY =
  'this docket was fetched for one call (npx, dlx) and may be gone tomorrow; a hook that is gone judges nothing. Install it first: "npm install --save-dev" with the package in this project, or "npm install --global" with it, then run that docket\'s init';

const registrationOf = (
  { scope, clientVersion }: InitRequest,
  command: HookCommand,
  resolved: ResolvedPolicy,
): Registration => {
  // An administrator's file is for every project, whatever its policy.
  const isForAll = scope === 'managed';
  const runs = (gate: string): boolean => (resolved.policy.gates[gate]?.mode ?? 'off') !== 'off';
  // Under monitor linters have a second at most.
  const lint = resolved.policy.gates['lint'];
  const waitsForLinters = [lint?.mode, lint?.rules['problems']].includes('enforce');
  return registrationFor({
    clientVersion,
    command,
    llmReview: isForAll || runs('llm-review'),
    lint: isForAll || waitsForLinters,
    failClosed: failClosedEvents(resolved),
  });
};

/**
 * The policy first: a policy without a registration does nothing, a registration without its policy surprises. Where the
 * registration cannot be written, the policy is as it was.
 */
export const writePlan = (plan: InitPlan, io: Io): Outcome<null> => {
  const { scope, settings, policyFile, policyText, stateFiles } = plan;
  const written: string[] = [];
  if (policyText !== null && policyText !== policyFile.text) {
    const done = replaceTextFile(policyFile, policyText);
    if (!done.ok) return done;
    written.push(policyFile.path);
  }
  if (!isNoChange(settings)) {
    const done = applyChange(settings, { scope, env: io.env, cwd: io.cwd, managed: io.managed });
    if (!done.ok) {
      if (written.length > 0) takeBack(policyFile);
      return done;
    }
    written.push(settings.file.path);
  }
  for (const path of written) io.stdout(`wrote ${shownPath(path, io)}\n`);
  if (stateFiles.length > 0) {
    importStateFiles(stateFiles, openedProject(io), io.env);
    io.stdout(`kept ${stateFiles.map(({ path }) => path).join(', ')} in the log, as claims\n`);
  }
  return success(null);
};

const takeBack = (file: TextFile): void => {
  if (file.text === null) rmSync(file.path, { force: true });
  else replaceTextFile(file, file.text);
};

/** The policy files as they will be, weakest first. */
const policySources = (path: string, text: string | null, policyDir: string, io: Io): readonly PolicySource[] => {
  const sources = readPolicyFiles(policyDir, io.env).sources;
  if (text === null) return sources;
  const isThere = sources.some((source) => source.path === path);
  if (isThere) return sources.map((source) => (source.path === path ? { path, text } : source));
  const stronger = sources.filter((source) => dirname(source.path) === policyDir);
  return [...sources.filter((source) => !stronger.includes(source)), { path, text }, ...stronger];
};
