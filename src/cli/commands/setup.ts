import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { activePlugin } from '../../hooks/install/plugin-state.ts';
import type { AskingIo } from '../approval.ts';
import { commandOfOwner, makeCodeCache } from '../code-cache-maker.ts';
import { type InitOptions, runInit } from '../init.ts';
import type { ExitCode } from '../io.ts';
import { say } from '../say.ts';
import { runUninstall, type UninstallOptions } from '../uninstall.ts';
import type { AddCommand } from './add-command.ts';

/** Adds `init` and `uninstall`; `hook` is the built file that the host is to run. */
export const addSetupCommands = (
  command: AddCommand,
  hook: string,
  io: AskingIo,
  exitWith: (code: ExitCode) => void,
): void => {
  command('init', 'Register docket with the agent in this project. Shows what would change and asks.', [
    'docket init --preset standard',
    'docket init --scope project --preset strict --yes',
    'docket init --scope user --retire',
    'docket init --scope managed > docket.json',
  ])
    .option('--preset <name>', 'write a policy: observe, standard or strict')
    .option(
      '--scope <scope>',
      "which settings file: project (committed), local (this machine), user, or managed (an administrator's); else local",
    )
    .option('--retire', 'take shell hooks out that docket does the work of, and keep what their state files say')
    .option('--write', 'managed scope: write the file, as administrator, instead of printing it')
    .option('--client-version <version>', 'register what this version of the client knows; else it is asked')
    .option('--yes', 'write without asking')
    .option('--dry-run', 'only show')
    .action(async (options: InitOptions) => {
      const code = await runInit(options, io, { node: process.execPath, hook });
      if (code === 0 && options.dryRun !== true) {
        for (const folder of hookFolders(hook, io)) compile(folder, io);
      }
      exitWith(code);
    });

  command('uninstall', 'Take the registration out again. Shows what would change and asks.', [
    'docket uninstall',
    'docket uninstall --scope user --yes',
    'docket uninstall --purge',
  ])
    .option('--scope <scope>', 'which settings file: project, local, user or managed; else where docket is registered')
    .option('--purge', "also remove the project's log and policy")
    .option('--yes', 'write without asking')
    .option('--dry-run', 'only show')
    .action(async (options: UninstallOptions) => exitWith(await runUninstall(options, io)));
};

/** Where the bundles lie that are run: of this docket, and of the copy that the host made where it is a plugin. */
const hookFolders = (hook: string, io: AskingIo): string[] => {
  const copy = activePlugin(io)?.folder ?? null;
  return [...new Set([dirname(hook), ...(copy === null || !existsSync(copy) ? [] : [join(copy, 'dist')])])];
};

/** Compiles the hook once for this Node; a word where that cannot be. */
const compile = (folder: string, io: AskingIo): void => {
  try {
    makeCodeCache(folder, process.execPath, io.env);
  } catch {
    const command = commandOfOwner(folder, process.execPath);
    const how =
      command === null
        ? 'docket doctor --fix tries it again'
        : `${folder} is not yours to write, so its owner has to, once: ${command}`;
    say(io, 'stderr', `warning: there is no compiled copy of the hook, and each call compiles it: ${how}`);
  }
};
