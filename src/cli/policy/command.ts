import type { AddCommand } from '../commands/add-command.ts';
import type { ExitCode, Io } from '../io.ts';
import type { ShowOptions } from './show.ts';
import type { TrustOptions } from './trust.ts';

/** Adds `docket policy` and its commands. What they need is loaded when one of them runs. */
export const addPolicy = (command: AddCommand, io: Io, exitWith: (code: ExitCode) => void): void => {
  const policy = command(
    'policy',
    "The policy: show where each value comes from, explain a key, check files, compare, trust the project's own gates.",
    [
      'docket policy show guard',
      'docket policy explain guard/force-push-lease',
      'docket policy validate',
      'docket policy diff strict',
    ],
  ).action(async () => exitWith((await import('./show.ts')).runShow(undefined, {}, io)));
  const sub = (name: string, summary: string, examples: readonly string[], exits: string) =>
    policy
      .command(name)
      .description(summary)
      .addHelpText(
        'after',
        `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}\n\nExit codes: ${exits}, 2 misuse.`,
      );
  sub(
    'show',
    'The policy that holds here, each value with the preset, or the file and line, that it comes from.',
    [
      'docket policy show',
      'docket policy show guard',
      'docket policy show --all',
      'docket policy show --json | jq .values',
    ],
    '0 fine, 1 a file has problems',
  )
    .argument('[key]', 'only a gate, or a key and all below it: guard, gates.guard.rules, review')
    .option('--all', 'also what is as docket has it by default')
    .option('--json', 'one object')
    .action(async (key: string | undefined, options: ShowOptions) =>
      exitWith((await import('./show.ts')).runShow(key, options, io)),
    );
  sub(
    'explain',
    'What a key, a gate or a rule means: its default, what each preset says, where it was set, what would change it.',
    [
      'docket policy explain test-gate',
      'docket policy explain guard/commit-untested',
      'docket policy explain guard.untested',
      'docket policy explain fsync --json',
    ],
    '0 fine',
  )
    .argument('<what>', 'a key (fsync, guard.paths, review.tools), a gate, or the id of a rule')
    .option('--json', 'one object')
    .action(async (what: string, options: { json?: boolean }) =>
      exitWith((await import('./explain.ts')).runExplain(what, options, io)),
    );
  sub(
    'validate',
    'Check a policy file, or all that are read here: unknown names and impossible values, with line and column.',
    ['docket policy validate', 'docket policy validate proposed.json', 'docket policy validate --json | jq .files'],
    '0 fine, 1 problems',
  )
    .argument('[file]', 'a file; else the files that the policy here is read from')
    .option('--json', 'one object')
    .action(async (file: string | undefined, options: { json?: boolean }) =>
      exitWith((await import('./validate.ts')).runValidate(file, options, io)),
    );
  sub(
    'diff',
    'What another policy would change: gates, rules and options, and what each change means.',
    ['docket policy diff strict', 'docket policy diff proposed.json', 'docket policy diff standard strict --json'],
    '0 the same, 1 they differ',
  )
    .argument('<from>', 'a preset or a policy file; alone: what it would change of the policy here')
    .argument('[to]', 'the same, to compare the first one with')
    .option('--json', 'one object')
    .action(async (from: string, to: string | undefined, options: { json?: boolean }) =>
      exitWith((await import('./diff.ts')).runDiff(from, to, options, io)),
    );
  sub(
    'trust',
    "Let the project's own gates run: those that the policy names, as their files are now. Only for people.",
    ['docket policy trust --list', 'docket policy trust', 'docket policy trust --revoke', 'docket policy trust --json'],
    '0 all of them are trusted, 1 some cannot be or are not',
  )
    .option('--list', 'only say which gates there are, and whether each one is trusted as it stands')
    .option('--revoke', 'trust none of them any longer')
    .option('--json', 'a list, one object a gate')
    .action(async (options: TrustOptions) => exitWith(await (await import('./trust.ts')).runTrust(options, io)));
};
