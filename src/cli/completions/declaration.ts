import type { Command } from 'commander';
import { valueKind } from './value-kinds.ts';

/** A command as the manual shows it. */
export interface DeclaredCommand {
  readonly name: string;
  /** As help shows it, without `docket` and the names of the commands. */
  readonly usage: string;
  readonly description: string;
  readonly arguments: readonly DeclaredTaker[];
  readonly options: readonly DeclaredTaker[];
  /** What help says below the options: examples, exit codes. */
  readonly notes: string;
  readonly commands: readonly DeclaredCommand[];
}

interface DeclaredTaker {
  /** `<file>`, `-o, --output <file>`. */
  readonly term: string;
  readonly description: string;
  /** What completes its values; null where nobody said it or it takes none. */
  readonly values: string | null;
  readonly takesValue: boolean;
}

/** A command and all below it, as the program declares them. */
export const declarationOf = (command: Command): DeclaredCommand => {
  const help = command.createHelp();
  return {
    name: command.name(),
    usage: command.usage(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => ({
      term: help.argumentTerm(argument),
      description: help.argumentDescription(argument),
      values: valueKind(command, argument),
      takesValue: true,
    })),
    options: help.visibleOptions(command).map((option) => ({
      term: help.optionTerm(option),
      description: help.optionDescription(option),
      values: valueKind(command, option),
      takesValue: option.required || option.optional,
    })),
    notes: notesOf(command),
    commands: help
      .visibleCommands(command)
      .filter((each) => each.name() !== 'help')
      .map(declarationOf),
  };
};

/** What `addHelpText` was given: what the whole help has behind what commander makes of the rest. */
const notesOf = (command: Command): string => {
  let text = '';
  const { writeOut, ...others } = command.configureOutput();
  command.configureOutput({
    ...others,
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  command.configureOutput({ ...others, ...(writeOut === undefined ? {} : { writeOut }) });
  return text.slice(command.helpInformation().length).trim();
};
