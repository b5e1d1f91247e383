import type { Command } from 'commander';
import type { ExitCode, Io } from '../io.ts';
import type { ImportOptions } from './run.ts';

const EXAMPLES = [
  'docket import ~/.claude/projects/-home-dev-shop',
  'docket import session.jsonl --dry-run',
  'docket import ~/.codex/sessions --json | jq .files',
  'docket import --restore log.ndjson',
];

/** Declares `docket import`. */
export const addImport = (
  command: (name: string, summary: string, examples: readonly string[]) => Command,
  io: Io,
  exitWith: (code: ExitCode) => void,
): void => {
  command(
    'import',
    'Make transcripts of sessions that ran without docket part of the log. Again adds only what is new.',
    EXAMPLES,
  )
    .argument('<path...>', 'a transcript (.jsonl), the folder of a session, or a folder of many')
    .option(
      '--restore',
      'the path is an ndjson export (- for standard input): make the log of a project without one of it',
    )
    .option('--dry-run', 'only say what would be added')
    .option('--json', 'one object')
    .addHelpText('after', '\nExit codes: 0 fine, 1 something could not be read or was changed, 2 misuse.')
    // Loaded when it is needed: most calls of docket import nothing.
    .action(async (paths: string[], options: ImportOptions) =>
      exitWith(
        options.restore === true
          ? await (await import('./restore.ts')).runRestore(paths, options, io)
          : await (await import('./run.ts')).runImport(paths, options, io),
      ),
    );
};
