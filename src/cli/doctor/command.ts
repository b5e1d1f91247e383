import type { AddCommand } from '../commands/add-command.ts';
import type { ExitCode, Io } from '../io.ts';
import type { DoctorOptions } from './doctor.ts';

declare const DOCKET_VERSION: string;

/** Adds `docket doctor`; `hook` is the built file that the host is to run. */
export const addDoctor = (command: AddCommand, hook: string, io: Io, exitWith: (code: ExitCode) => void): void => {
  command('doctor', 'Say whether docket works here, from the registration to the log, and mend what can be mended.', [
    'docket doctor',
    'docket doctor --fix',
    "docket doctor --json | jq '.findings[].id'",
    'docket doctor --client-version 2.1.332',
  ])
    .option('--fix', 'mend what can be mended without losing anything, and say what was done')
    .option('--client-version <version>', 'of the client; else it is asked')
    .option('--json', 'one object')
    .addHelpText('after', '\nExit codes: 0 no problem and no warning, 1 there is one, 2 misuse.')
    // Loaded when it is needed: it looks at much that no other command does.
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('./doctor.ts');
      exitWith(await runDoctor(options, io, { node: process.execPath, hook, version: DOCKET_VERSION }));
    });
};
