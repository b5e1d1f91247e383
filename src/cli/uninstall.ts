import { existsSync, lstatSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readSmallFile } from '../events/git-layout.ts';
import { findExistingLocation } from '../events/location.ts';
import { errorCode, nodeLogFs } from '../events/log-fs.ts';
import { SCOPES } from '../hooks/install/hook-command.ts';
import { applyChange, isNoChange, planUninstall, type SettingsChange } from '../hooks/install/install.ts';
import { neighbours } from '../hooks/install/neighbours.ts';
import { failure, type Outcome, success } from '../hooks/install/outcome.ts';
import { type AskingIo, approval, refuse } from './approval.ts';
import { type ExitCode, UsageError } from './io.ts';
import { changeAsDiff, shownPath } from './show-change.ts';

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
 * `init`, else only docket's own entries. The log and the policy stay unless `--purge`. Exit code 0 done or nothing to
 * do, 1 declined or impossible, 2 nobody to ask. Throws `UsageError` for flags that make no sense.
 */
export const runUninstall = async (options: UninstallOptions, io: AskingIo): Promise<ExitCode> => {
  const scope = SCOPES.find((name) => name === (options.scope ?? 'local'));
  if (scope === undefined) throw new UsageError(`--scope is one of ${SCOPES.join(', ')}`);
  const place = { scope, env: io.env, cwd: io.cwd };
  const planned = planUninstall(place);
  if (!planned.ok) return refuse(io, planned.problem.message, 1);
  const change = planned.value;
  const purge = options.purge === true ? purgeTargets(io) : success([]);
  if (!purge.ok) return refuse(io, purge.problem.message, 1);

  const { path, text } = change.file;
  io.stdout(changeAsDiff({ path, before: text, after: change.after }, io));
  for (const line of notes(change, purge.value, io)) io.stdout(`${line}\n`);
  for (const other of neighbours(io).filter(({ own, scope: at }) => own > 0 && at !== scope)) {
    io.stderr(`warning: docket stays registered in ${other.scope} scope: "docket uninstall --scope ${other.scope}"\n`);
  }
  if (isNoChange(change) && purge.value.length === 0) return 0;
  const end = await approval(options, io);
  if (end !== null) return end;

  const done = applyChange(change, place);
  if (!done.ok) return refuse(io, done.problem.message, 1);
  if (!isNoChange(change)) io.stdout(`${change.after === null ? 'removed' : 'wrote'} ${shownPath(path, io)}\n`);
  return purged(purge.value, io);
};

const notes = (change: SettingsChange, purge: readonly string[], io: AskingIo): string[] => {
  const path = shownPath(change.file.path, io);
  const gone = purge.map((target) => `removes ${shownPath(target, io)} and all it holds`);
  if (isNoChange(change)) return [`docket is not registered in ${path}`, ...gone];
  const how = change.isExact
    ? `${path} goes back to what it was before docket, byte for byte`
    : `${path} was changed since docket was registered: only docket's entries go`;
  return [how, ...(gone.length > 0 ? gone : ['the log and the policy stay (--purge removes them)'])];
};

/** The project's log folder and policy file, as far as they exist; a problem when the folder is not docket's own. */
const purgeTargets = (io: AskingIo): Outcome<string[]> => {
  const { root, policyDir } = findExistingLocation({ env: io.env, cwd: io.cwd, fs: nodeLogFs });
  const policy = join(policyDir, 'docket.config.json');
  const policies = existsSync(policy) ? [policy] : [];
  const stat = lstatSync(root, { throwIfNoEntry: false });
  if (stat === undefined) return success(policies);
  // DOCKET_DIR can name any folder; only one that docket made is removed with all it holds.
  const isOwn =
    stat.isDirectory() && (basename(root) === '.docket' || readSmallFile(join(root, '.gitignore')) === '*\n');
  return isOwn
    ? success([root, ...policies])
    : failure('not-ours', `${root} was not made by docket, so it is not removed: remove what you want gone by hand`);
};

const purged = (targets: readonly string[], io: AskingIo): ExitCode => {
  for (const target of targets) {
    try {
      rmSync(target, { recursive: true, force: true });
    } catch (error) {
      return refuse(io, `${target} cannot be removed (${errorCode(error)})`, 1);
    }
    io.stdout(`removed ${shownPath(target, io)}\n`);
  }
  return 0;
};
