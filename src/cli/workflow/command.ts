import type { Command } from 'commander';
import type { ExitCode, Io } from '../io.ts';
import { runWorkflowApprove, runWorkflowReset, runWorkflowStart, type StartOptions } from './act.ts';
import { runWorkflowList, runWorkflowShow, type WorkflowOptions } from './show.ts';

const NAME = 'as the policy names it, under "workflows"';

/** Adds the commands below `docket workflow`. */
export const addWorkflowCommands = (workflow: Command, io: Io, exitWith: (code: ExitCode) => void): void => {
  const add = (name: string, summary: string, examples: readonly string[], isPersonal: boolean): Command =>
    workflow
      .command(name)
      .description(summary)
      .option('--json', 'one object')
      .addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`)
      .addHelpText('after', isPersonal ? "\nIt is a person's word: agents are refused." : '');
  const placed = (command: Command): Command =>
    command
      .option('--session <id>', 'of the session whose id begins so; else the one that it can only be')
      .option('--worktree', 'of the worktree, for all sessions in it');

  add(
    'list',
    'List the workflows of the policy, and the runs that are in progress here.',
    ['docket workflow list'],
    false,
  ).action((_own: unknown, command: Command) => exitWith(runWorkflowList(command.optsWithGlobals(), io)));
  placed(
    add(
      'show',
      'Print where a run is, what it waits for, and how it came there.',
      ['docket workflow show feature', 'docket workflow show feature --session 36a90987 --json'],
      false,
    ),
  )
    .argument('<name>', NAME)
    .action((name: string, _own: unknown, command: Command) =>
      exitWith(runWorkflowShow(name, command.optsWithGlobals<WorkflowOptions>(), io)),
    );
  placed(
    add(
      'start',
      'Begin a run, in its first phase or in another one as if those before it were done.',
      [
        'docket workflow start feature',
        'docket workflow start feature --worktree "several sessions work on it"',
        'docket workflow start feature --phase execution "the plan of yesterday"',
      ],
      true,
    ),
  )
    .argument('<name>', NAME)
    .argument('[reason...]', 'why')
    .option('--phase <phase>', 'where it begins')
    .action((name: string, words: string[], _own: unknown, command: Command) =>
      exitWith(runWorkflowStart(name, words, command.optsWithGlobals<StartOptions>(), io)),
    );
  placed(
    add(
      'approve',
      'Approve what a run waits for.',
      ['docket workflow approve feature', 'docket workflow approve feature "as discussed" --session 36a90987'],
      true,
    ),
  )
    .argument('<name>', NAME)
    .argument('[note...]', 'what there is to say of it')
    .action((name: string, words: string[], _own: unknown, command: Command) =>
      exitWith(runWorkflowApprove(name, words, command.optsWithGlobals<WorkflowOptions>(), io)),
    );
  placed(
    add('reset', 'End a run: the next one begins anew.', ['docket workflow reset feature "another approach"'], true),
  )
    .argument('<name>', NAME)
    .argument('[reason...]', 'why')
    .action((name: string, words: string[], _own: unknown, command: Command) =>
      exitWith(runWorkflowReset(name, words, command.optsWithGlobals<WorkflowOptions>(), io)),
    );
};
