import type { AddCommand } from '../commands/add-command.ts';
import { addFilters } from '../filter-options.ts';
import type { ExitCode, Io } from '../io.ts';
import { type CheckOptions, runCheck } from './check.ts';
import { type GoldenOptions, runGolden } from './golden.ts';
import { type LookDeps, type LookOptions, runLook } from './look.ts';

/** Adds `replay`, `check` and `golden`. */
export const addReplayCommands = (
  command: AddCommand,
  look: LookDeps,
  io: Io,
  exitWith: (code: ExitCode) => void,
): void => {
  const replay = command('replay', 'Look through recorded sessions: what happened, and why a gate fired.', [
    'docket replay',
    'docket replay --demo',
    'docket replay 36a90987',
    'docket replay session.jsonl',
    'docket replay 36a90987 --steps | less',
    'docket replay 36a90987 --gate test-gate --last 5 --json | jq .changes',
    'docket replay --state V1StGXR8_Z5jdHi6B-myT',
  ])
    .argument(
      '[what]',
      'how the id of a session begins; or a transcript, a golden, or a folder of transcripts or with a log',
    )
    .option('--demo', 'a recorded session of an agent, without any project')
    .option('--ascii', 'draw with ASCII alone')
    .option('--screen-reader', 'say what is chosen line by line, instead of drawing panes')
    .option('--steps', 'as text, with what each event changed in the state, and what other sessions changed in between')
    .option('--state <event>', 'as text: only the state behind an event, and what the event changed');
  addFilters(replay, { before: 'as text: ', session: { one: 'the same as the argument' } })
    .option('--json', 'one object a step, or session')
    .addHelpText(
      'after',
      '\nIn a terminal the sessions are shown on the whole screen: ? lists the keys. Into a pipe goes text.',
    )
    .action(async (session: string | undefined, options: LookOptions) =>
      exitWith(await runLook(session, options, look, io)),
    );

  command('check', "Judge recorded sessions again with today's gates, and say where they would decide otherwise.", [
    'docket check',
    'docket check 36a90987 --all',
    'docket check fixtures/transcripts --json',
  ])
    .argument('[what...]', "goldens, folders of them, or sessions by how their id begins; else the project's whole log")
    .option('--all', 'every divergence of a session, not only the first')
    .option('--decisions', 'only decisions, rules and which conditions hold: what is said of them may differ')
    .option('--json', 'one object')
    .addHelpText('after', '\nExit codes: 0 all is as recorded, 1 something differs, 2 misuse.')
    .action(async (what: string[], options: CheckOptions) => exitWith(await runCheck(what, options, io)));

  command('golden', 'Record a session as a golden: a file that `docket check` judges again.', [
    'docket golden 36a90987 -o fixtures/transcripts/tests-fail-then-commit.ndjson',
    'docket golden 36a90987 -o - | head -3',
  ])
    .argument('[session]', 'how its id begins; else the newest live one of this worktree')
    .option('-o, --output <file>', 'where to; - for standard output')
    .option('--force', 'replace a file that is there')
    .option('--json', 'one object about it, on standard output')
    .action((session: string | undefined, options: GoldenOptions) => exitWith(runGolden(session, options, io)));
};
