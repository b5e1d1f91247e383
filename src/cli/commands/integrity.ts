import { type ArchiveOptions, runArchive } from '../archive.ts';
import type { ExitCode, Io } from '../io.ts';
import { type RepairOptions, runRepair } from '../repair/repair.ts';
import { runSeal, type SealOptions } from '../seal.ts';
import { runVerify } from '../verify.ts';
import type { VerifyOptions } from '../verify-options.ts';
import type { AddCommand } from './add-command.ts';

/** Adds `seal`, `verify`, `archive` and `repair`: whether the log is whole, and how it is kept so. */
export const addIntegrityCommands = (command: AddCommand, io: Io, exitWith: (code: ExitCode) => void): void => {
  command('seal', 'Seal what was logged since the newest seal, so that `docket verify` can prove it was not changed.', [
    'docket seal',
    'docket seal --key',
    'docket seal --public-key > docket-seal.pub.pem',
    'git commit --trailer "$(docket seal --print)"',
  ])
    .option('--key', "sign with the user's key; makes one in the user's configuration when there is none")
    .option('--print', 'print one line to keep elsewhere, such as in a commit message')
    .option('--public-key', 'print the public key, to check signatures with, and seal nothing')
    .option('--json', 'one object')
    .action((options: SealOptions) => exitWith(runSeal(options, io)));

  command('verify', 'Check that nobody changed the log since it was sealed. Names damage to the line.', [
    'docket verify',
    'git log -1 --format=%B | docket verify --anchor -',
    'docket verify --key docket-seal.pub.pem --json',
    'docket verify session.ndjson --key docket-seal.pub.pem',
  ])
    .argument('[file]', 'an ndjson export to check instead, without the project it is of; - for standard input')
    .option(
      '--anchor <line>',
      'also check that a seal is still there: a line of `docket seal --print`, or a file with it',
    )
    .option('--key [file]', "also check signatures, with a public key; without a file with the user's own")
    .option('--json', 'one object')
    .action(async (file: string | undefined, options: VerifyOptions) => exitWith(await runVerify(file, options, io)));

  command('archive', 'Compress old parts of the log. All commands go on reading them.', [
    'docket archive --before 90d --dry-run',
    'docket archive --before 2026-01-31',
  ])
    .option('--before <time>', 'only segments whose every event is older: ISO 8601, or an age like 90d')
    .option('--dry-run', 'only say what would be archived')
    .option('--json', 'one object')
    .action((options: ArchiveOptions) => exitWith(runArchive(options, io)));

  command(
    'repair',
    "Copy what cannot be read to quarantine and put docket's files in order. Segments stay as they are.",
    ['docket repair --dry-run', 'docket repair'],
  )
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'one object')
    .action(async (options: RepairOptions) => exitWith(await runRepair(options, io)));
};
