import type { Command } from 'commander';
import type { ExitCode, Io } from '../io.ts';
import type { PostmortemOptions } from './postmortem.ts';

const EXAMPLES = [
  'docket postmortem',
  'docket postmortem 36a90987 -o postmortem.md',
  'docket postmortem 36a90987 -o postmortem.html',
  'docket postmortem session.jsonl -o postmortem.md',
  "docket postmortem --format json | jq -r '.answers.trust.answer'",
];

/** Declares `docket postmortem`. */
export const addPostmortem = (
  command: (name: string, summary: string, examples: readonly string[]) => Command,
  io: Io,
  version: string,
  exitWith: (code: ExitCode) => void,
): void => {
  command(
    'postmortem',
    'Write what happened in a session, what was let through, by whom, and what proves it.',
    EXAMPLES,
  )
    .argument('[session]', 'how its id begins, or a transcript; else the newest live one of this worktree')
    .option('-o, --output <file>', 'the file to write; else standard output, as -')
    .option('--format <format>', "md, html, json; else the output file's ending says it, and md where that does not")
    .option('--redact <level...>', 'take out paths, prompts, contents, identities, or all of these')
    .option('--force', 'write over a file that is there')
    .addHelpText('after', '\nExit codes: 0 fine, 1 there is no such session, 2 misuse.')
    // Loaded when it is needed: most calls of docket write nothing.
    .action(async (session: string | undefined, options: PostmortemOptions) =>
      exitWith(await (await import('./postmortem.ts')).runPostmortem(session, options, io, version)),
    );
};
