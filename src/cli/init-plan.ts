import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findLocation } from '../events/location.ts';
import { type PolicySource, type ResolvedPolicy, resolvePolicy } from '../gates/policy-files.ts';
import { PRESETS, type PresetName } from '../gates/presets.ts';
import { dependsOnDocket } from '../hooks/install/dependency.ts';
import { type HookCommand, hookCommandFor, type Scope } from '../hooks/install/hook-command.ts';
import { applyChange, isNoChange, planInstall, type SettingsChange } from '../hooks/install/install.ts';
import { failure, type Outcome, success } from '../hooks/install/outcome.ts';
import { withPreset } from '../hooks/install/policy-file.ts';
import { type Registration, registrationFor } from '../hooks/install/registration.ts';
import { projectFolder } from '../hooks/install/settings-target.ts';
import { readTextFile, replaceTextFile, type TextFile } from '../hooks/install/text-file.ts';
import { readPolicyFiles } from '../hooks/observers/policy.ts';
import type { Io } from './io.ts';
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
}

/** Everything `init` would write, and what it says about it. */
export interface InitPlan extends InitRequest {
  readonly command: HookCommand;
  readonly registration: Registration;
  readonly settings: SettingsChange;
  readonly policyFile: TextFile;
  /** The text of `docket.config.json` afterwards; null when there is none. */
  readonly policyText: string | null;
  /** The policy that holds afterwards. */
  readonly resolved: ResolvedPolicy;
}

export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

/** Works out the whole of `init`. Reads only. */
export const planInit = (request: InitRequest, io: Io): Outcome<InitPlan> => {
  const { scope, preset, clientVersion, program } = request;
  const { policyDir } = findLocation(io);
  const read = readTextFile(join(policyDir, 'docket.config.json'));
  if (!read.ok) return read;
  const policyFile = read.value;
  const edited = preset === null ? success(policyFile.text) : withPreset(policyFile.text, preset);
  if (!edited.ok) return failure(edited.problem.code, `${policyFile.path} was not changed: ${edited.problem.message}`);

  const resolved = resolvePolicy(policySources(policyFile.path, edited.value, policyDir, io));
  const isDependency = dependsOnDocket(projectFolder(io));
  const command = hookCommandFor({ scope, ...program, isDependency });
  if (command.kind === 'absolute' && !existsSync(program.hook)) {
    return failure('missing-program', `${program.hook} does not exist: build or reinstall docket, then run init again`);
  }
  const runs = (gate: string): boolean => (resolved.policy.gates[gate]?.mode ?? 'off') !== 'off';
  // Under monitor linters have a second at most.
  const lint = resolved.policy.gates['lint'];
  const waitsForLinters = [lint?.mode, lint?.rules['problems']].includes('enforce');
  const registration = registrationFor({
    clientVersion,
    command,
    llmReview: runs('llm-review'),
    lint: waitsForLinters,
  });
  const settings = planInstall(registration, { scope, env: io.env, cwd: io.cwd });
  if (!settings.ok) return settings;
  return success({
    ...request,
    command,
    registration,
    settings: settings.value,
    policyFile,
    policyText: edited.value,
    resolved,
  });
};

/** The policy first: a policy without a registration does nothing, a registration without its policy surprises. */
export const writePlan = ({ scope, settings, policyFile, policyText }: InitPlan, io: Io): Outcome<null> => {
  if (policyText !== null && policyText !== policyFile.text) {
    const done = replaceTextFile(policyFile, policyText);
    if (!done.ok) return done;
    io.stdout(`wrote ${shownPath(policyFile.path, io)}\n`);
  }
  if (isNoChange(settings)) return success(null);
  const done = applyChange(settings, { scope, env: io.env, cwd: io.cwd });
  if (done.ok) io.stdout(`wrote ${shownPath(settings.file.path, io)}\n`);
  return done;
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
