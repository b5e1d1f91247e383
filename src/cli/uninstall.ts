import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSmallFile } from '../events/git-layout.ts';
import { findExistingLocation } from '../events/location.ts';
import { errorCode, nodeLogFs } from '../events/log-fs.ts';
import { readHead } from '../events/seal-head.ts';
import { SCOPES, type Scope } from '../hooks/install/hook-command.ts';
import { applyChange, isNoChange, planUninstall, type SettingsChange } from '../hooks/install/install.ts';
import { neighbours } from '../hooks/install/neighbours.ts';
import { failure, type Outcome, success } from '../hooks/install/outcome.ts';
import { activePlugin } from '../hooks/install/plugin-state.ts';
import type { Place } from '../hooks/install/settings-target.ts';
import { type AskingIo, approval, refuse } from './approval.ts';
import { type ExitCode, UsageError } from './io.ts';
import { say } from './say.ts';
import { changeAsDiff, shownPath } from './show-change.ts';
import { printable } from './style.ts';
import { ownViews, removeViews } from './views.ts';
import { excludeViews } from './views-exclude.ts';

/** The flags of `docket uninstall` as typed. */
export interface UninstallOptions {
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly scope?: string | undefined;
  /** Also remove the project's log and policy. */
  readonly purge?: boolean | undefined;
}

/**
 * `docket uninstall`: takes the registration out of a settings file, byte for byte when nobody changed the file since
 * `init`, else only docket's own entries. Without a scope it is where docket is registered: each file of the project, else
 * the user's. The log and the policy stay unless `--purge`, which leaves files of others in the folder. Exit code 0 done or
 * nothing to do, 1 declined or impossible, 2 nobody to ask. Throws `UsageError` for flags that make no sense.
 */
export const runUninstall = async (options: UninstallOptions, io: AskingIo): Promise<ExitCode> => {
  const scopes = scopesOf(options.scope, io);
  const planned = scopes.map((scope) => {
    const place = { scope, env: io.env, cwd: io.cwd, managed: io.managed };
    return { place, plan: planUninstall(place) };
  });
  const steps: Step[] = [];
  for (const { place, plan } of planned) {
    if (!plan.ok) return refuse(io, plan.problem.message, 1);
    steps.push({ place, change: plan.value });
  }
  const purge = options.purge === true ? findPurge(io) : success({ root: null, targets: [] });
  if (!purge.ok) return refuse(io, purge.problem.message, 1);

  // Nobody keeps them up to date any more, so that they would say what is no longer so.
  const { root, git } = findExistingLocation({ env: io.env, cwd: io.cwd, fs: nodeLogFs });
  const views = ownViews(root);

  for (const { change } of steps) {
    const { path, text } = change.file;
    io.stdout(changeAsDiff({ path, before: text, after: change.after }, io));
  }
  const gone = [...views, ...purge.value.targets];
  for (const line of notes(steps, gone, options.purge !== true, io)) say(io, 'stdout', line);
  for (const line of staysRegistered(scopes, io)) say(io, 'stderr', `warning: ${line}`);
  if (steps.every(({ change }) => isNoChange(change)) && gone.length === 0) return 0;
  const end = await approval(options, io);
  if (end !== null) return end;

  for (const { change, place } of steps) {
    const done = applyChange(change, place);
    if (!done.ok) return refuse(io, done.problem.message, 1);
    const verb = change.after === null ? 'removed' : 'wrote';
    if (!isNoChange(change)) io.stdout(`${verb} ${shownPath(change.file.path, io)}\n`);
  }
  for (const view of removeViews(root)) io.stdout(`removed ${shownPath(view, io)}\n`);
  const included = git === null ? success(null) : excludeViews(git, false);
  if (!included.ok) return refuse(io, included.problem.message, 1);
  return purged(purge.value, io);
};

interface Step {
  readonly place: Place;
  readonly change: SettingsChange;
}

/** Where the registration is to be taken out: what was asked for, else where there is one. */
const scopesOf = (named: string | undefined, io: AskingIo): readonly Scope[] => {
  const scope = SCOPES.find((name) => name === named);
  if (named !== undefined && scope === undefined) throw new UsageError(`--scope is one of ${SCOPES.join(', ')}`);
  if (scope !== undefined) return [scope];
  const registered = neighbours(io).filter(({ own }) => own > 0);
  const inProject = (['local', 'project'] as const).filter((name) => registered.some((other) => other.scope === name));
  if (inProject.length > 0) return inProject;
  return registered.some((other) => other.scope === 'user') ? ['user'] : ['local'];
};

const staysRegistered = (taken: readonly Scope[], io: AskingIo): string[] => {
  const others = neighbours(io).filter(({ own, scope }) => own > 0 && !taken.includes(scope));
  const plugin = activePlugin(io);
  return [
    ...others.map(({ scope }) => `docket stays registered in ${scope} scope: "docket uninstall --scope ${scope}"`),
    ...(plugin === null
      ? []
      : [`docket stays registered by its plugin: "claude plugin uninstall ${printable(plugin.id)}"`]),
  ];
};

const notes = (steps: readonly Step[], gone: readonly string[], keeps: boolean, io: AskingIo): string[] => {
  const changes = steps.map(({ change }) => change);
  const lines = [...changes.flatMap((change) => changeNotes(change, io)), ...removals(gone, io)];
  return keeps && !changes.every(isNoChange) ? [...lines, 'the log and the policy stay (--purge removes them)'] : lines;
};

const removals = (paths: readonly string[], io: AskingIo): string[] =>
  paths.map((path) => `removes ${shownPath(path, io)}`);

const changeNotes = (change: SettingsChange, io: AskingIo): string[] => {
  const path = shownPath(change.file.path, io);
  if (isNoChange(change)) return [`docket is not registered in ${path}`];
  const how = change.isExact
    ? `${path} goes back to what it was before docket, byte for byte`
    : `${path} was changed since docket was registered: only docket's entries go`;
  const back = change.restored.map(({ event, handler }) => printable(`${event}: ${String(handler['command'])}`));
  return [how, ...back.map((hook) => `puts back ${hook}`)];
};

interface Purge {
  /** The folder to remove when nothing is left in it; null when it is not docket's to remove. */
  readonly root: string | null;
  readonly targets: readonly string[];
}

/**
 * What docket keeps for the project and its policy file, as far as they exist. `DOCKET_DIR` can name any folder, so
 * nothing else in it is touched. A problem when a link or a file stands in the folder's place.
 */
const findPurge = (io: AskingIo): Outcome<Purge> => {
  const { root, policyDir } = findExistingLocation({ env: io.env, cwd: io.cwd, fs: nodeLogFs });
  const policy = join(policyDir, 'docket.config.json');
  const policies = existsSync(policy) ? [policy] : [];
  const stat = lstatSync(root, { throwIfNoEntry: false });
  if (stat === undefined) return success({ root: null, targets: policies });
  if (!stat.isDirectory()) {
    return failure(
      'not-ours',
      `${root} was not made by docket, so it is not removed: remove what you want gone by hand`,
    );
  }
  const kept = KEPT.flatMap(([name, entry]) => ownIn(join(root, name), entry));
  if (readHead(root, nodeLogFs) !== null) kept.push(join(root, 'head'));
  if (kept.length === 0 && basename(root) !== '.docket') return success({ root: null, targets: policies });
  const ignore = join(root, '.gitignore');
  const ignores = readSmallFile(ignore) === '*\n' ? [ignore] : [];
  return success({ root, targets: [...kept, ...ignores, ...policies] });
};

/** The folders of docs/log-format.md and what docket names the entries of each. */
const KEPT: readonly (readonly [string, RegExp])[] = [
  ['cache', /^(annotations-\w+\.json|restore-[\w-]+|[\w-]+\.tmp)$/],
  ['log', /^(\d{6}(\.ndjson|\.ndjson\.gz|\.archive\.json|\.[\w-]+\.tmp)|lost-[\w-]+)$/],
  ['blobs', /^[0-9a-f]{2}$/],
  ['snapshots', /^(project\.json|[\w-]+\.tmp)$/],
  ['quarantine', /^\d{6}-\d+-[0-9a-f]{12}(\.bin|\.json|\.[\w-]+\.tmp)$/],
  ['index', /^(streams\.json|checkpoints\.json|[\w-]+\.tmp)$/],
  ['workers', /^([0-9a-z]{1,16}|import\.lock(\.[\w-]+)?)$/],
  ['views', /^(trail\.json|written|[\w-]+\.tmp)$/],
  ['install', /^\.?(project|local|user)-\w+\.json(\.[\w-]+\.tmp)?$/],
];

/** The folder when all in it is docket's, else the entries that are; a link is nobody's to follow. */
const ownIn = (folder: string, entry: RegExp): string[] => {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const names = readdirSync(folder);
  const own = names.filter((name) => entry.test(name));
  return own.length === names.length ? [folder] : own.map((name) => join(folder, name));
};

const purged = ({ root, targets }: Purge, io: AskingIo): ExitCode => {
  for (const target of targets) {
    try {
      rmSync(target, { recursive: true, force: true });
    } catch (error) {
      return refuse(io, `${target} cannot be removed (${errorCode(error)})`, 1);
    }
    io.stdout(`removed ${shownPath(target, io)}\n`);
  }
  if (root === null) return 0;
  try {
    // With nothing but the record of the registration in it, it went with that.
    if (existsSync(root)) rmdirSync(root);
    io.stdout(`removed ${shownPath(root, io)}\n`);
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') return refuse(io, `${root} cannot be removed (${code})`, 1);
    io.stdout(`${shownPath(root, io)} stays: it holds files that are not docket's\n`);
  }
  return 0;
};
