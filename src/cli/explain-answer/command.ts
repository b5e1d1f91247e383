import type { Command } from 'commander';
import { KNOWN_HOSTS } from '../../hooks/host-outcome/host-outcome.ts';
import type { ExitCode, Io } from '../io.ts';
import { type ExplainAnswerOptions, runExplainAnswer } from './explain-answer.ts';

/** Adds `docket explain-answer`; `command` makes one. */
export const addExplainAnswer = (
  command: (name: string, summary: string, examples: readonly string[]) => Command,
  io: Io,
  exitWith: (code: ExitCode) => void,
): void => {
  command('explain-answer', SUMMARY, EXAMPLES)
    .argument('[hook...]', 'with --run, behind --: the hook, which gets the payload on standard input')
    .option(
      '--event <event>',
      'the event that was answered; else the one that the payload or the answer names, or PreToolUse',
    )
    .option('--exit <code>', 'the exit code; 0 when absent')
    .option('--stdout <file>', 'what was printed on standard output; - for standard input')
    .option('--stderr <file>', 'what was printed on standard error; - for standard input')
    .option('--ended <how>', 'timeout, killed or missing (could not be started), instead of an exit code')
    .option(
      '--payload <file>',
      'the payload that was answered; - for standard input; with --run a made-up one when absent',
    )
    .option('--host <host>', KNOWN_HOSTS.join(', '), 'claude-code')
    .option('--client-version <version>', 'of the host; else the newest that was measured')
    .option('--headless', 'nobody can be asked: a headless run, dontAsk, bypassPermissions')
    .option('--run', 'run the command behind -- and explain what it answers')
    .option('--timeout <seconds>', 'with --run: how long the host waits', '60')
    .option('--json', 'one object')
    .addHelpText('after', '\nExit codes: 0 it does what it visibly wants, or nobody knows; 1 it does not; 2 misuse.')
    .action(async (words: string[], options: ExplainAnswerOptions) =>
      exitWith(await runExplainAnswer(words, options, io)),
    );
};

const SUMMARY = 'Say what a host makes of what a hook printed and its exit code: who reads what, what is ignored.';

const EXAMPLES: readonly string[] = [
  `echo '{"decision":"deny","reason":"no"}' | docket explain-answer --stdout -`,
  'docket explain-answer --event Stop --exit 1 --stderr said.txt',
  'docket explain-answer --event PreToolUse --payload call.json --run -- ./my-hook.sh',
  'docket explain-answer --host codex --stdout answer.json --json',
];
