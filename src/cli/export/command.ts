import type { Command } from 'commander';
import { addFilters } from '../filter-options.ts';
import type { ExitCode, Io } from '../io.ts';
import type { ExportOptions } from './export.ts';

const EXAMPLES = [
  'docket export --session 36a90987 --format json -o session.json',
  'docket export --since 7d --format json -o - | jq length',
  'docket export --all -o log.ndjson',
  'docket export --session 36a90987 --redact paths identities -o shared.ndjson',
];

/** Declares `docket export`. */
export const addExport = (
  command: (name: string, summary: string, examples: readonly string[]) => Command,
  io: Io,
  version: string,
  exitWith: (code: ExitCode) => void,
): void => {
  const exporting = command('export', 'Write sessions, or the whole log, to a file for others.', EXAMPLES).option(
    '--all',
    'everything; else filters say what',
  );
  addFilters(exporting)
    .option('--format <format>', "what to write; else the output file's ending says it")
    .option('-o, --output <file>', 'the file to write; - for standard output')
    .option('--redact <level...>', 'take out paths, prompts, contents, identities, or all of these')
    .option('--no-digests', 'ndjson, redacted: without what a guess could be confirmed by, or an order proven')
    .option('--no-blobs', 'ndjson: without the large texts that lines name')
    .option('--force', 'write over a file that is there')
    .addHelpText('after', '\nExit codes: 0 fine, 1 parts of the log cannot be read, 2 misuse.')
    // Loaded when it is needed: most calls of docket export nothing.
    .action(async (options: ExportOptions) =>
      exitWith(await (await import('./export.ts')).runExport(options, io, version)),
    );
};
