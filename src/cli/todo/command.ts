import type { Command } from 'commander';
import type { ExitCode, Io } from '../io.ts';
import { runTodoAdd, runTodoClaim, runTodoDone, runTodoList, runTodoRelease, type TodoOptions } from './todos.ts';

const TODO = 'its id, or an issue: #42, acme/shop#42';

/** Adds the commands below `docket todo`. */
export const addTodoCommands = (todo: Command, io: Io, exitWith: (code: ExitCode) => void): void => {
  const add = (name: string, summary: string, examples: readonly string[]): Command =>
    todo
      .command(name)
      .description(summary)
      .option('--json', 'one object, or of a list one list')
      .addHelpText('after', `\nExamples:\n${examples.map((example) => `  $ ${example}`).join('\n')}`);
  const named = (
    name: string,
    summary: string,
    examples: readonly string[],
    run: (todo: string, options: TodoOptions, io: Io) => ExitCode,
  ): void => {
    add(name, summary, examples)
      .argument('<todo>', TODO)
      .option('--session <id>', 'for the session whose id begins so; else the one that calls, or a person')
      .action((given: string, _own: unknown, command: Command) =>
        exitWith(run(given, command.optsWithGlobals<TodoOptions>(), io)),
      );
  };

  add('list', 'List what is open, and who works on it.', ['docket todo list', 'docket todo list --json']).action(
    (_own: unknown, command: Command) => exitWith(runTodoList(command.optsWithGlobals(), io)),
  );
  add('add', 'Add something that is to be done, and print its id.', [
    'docket todo add "round the total"',
    'docket todo add --json "look at the slow test" | jq -r .id',
  ])
    .argument('<what...>', 'in a few words')
    .action((words: string[], _own: unknown, command: Command) =>
      exitWith(runTodoAdd(words, command.optsWithGlobals<TodoOptions>(), io)),
    );
  named(
    'claim',
    'Say who works on a to-do or an issue. It ends with the session, with done, or with release.',
    ['docket todo claim kq3f', "docket todo claim '#42'"],
    runTodoClaim,
  );
  named(
    'done',
    'Say that it is done, or need not be done.',
    ['docket todo done kq3f', "docket todo done '#42'"],
    runTodoDone,
  );
  named('release', 'Give a claim back, so that others can claim it.', ['docket todo release kq3f'], runTodoRelease);
};
