import type { Command } from 'commander';
import type { AddCommand } from '../commands/add-command.ts';
import { type ExitCode, type Io, UsageError } from '../io.ts';

const HOW = `
bash, in ~/.bashrc:
  eval "$(docket completions bash)"
zsh, in ~/.zshrc, below compinit:
  eval "$(docket completions zsh)"
fish, once:
  docket completions fish > ~/.config/fish/completions/docket.fish

Commands and options are those of the docket that runs; sessions, gates, rules
and keys are looked up as you press Tab. Nothing is written.`;

/** Adds `docket completions`. What a shell asks, and what the manual is made from, are commands without help. */
export const addCompletions = (command: AddCommand, io: Io, exitWith: (code: ExitCode) => void): void => {
  const completions = command('completions', 'Print what makes a shell complete docket by Tab: bash, zsh or fish.', [
    'eval "$(docket completions bash)"',
    'docket completions fish > ~/.config/fish/completions/docket.fish',
  ])
    .usage('[options] <shell>')
    .argument('[shell]', 'bash, zsh or fish')
    .addHelpText('after', HOW)
    .action(async (shell: string | undefined) => {
      const { SCRIPTS } = await import('./scripts.ts');
      const script = SCRIPTS[shell ?? ''];
      if (script === undefined) {
        const problem = shell === undefined ? 'Say for which shell' : `There are no completions for ${shell}`;
        throw new UsageError(`${problem}: docket completions ${Object.keys(SCRIPTS).join('|')}.`);
      }
      io.stdout(script);
      exitWith(0);
    });

  completions
    .command('complete', { hidden: true })
    .description('Print what could stand in place of the last word.')
    .argument('[words...]', 'behind --: what stands behind docket, up to the cursor')
    .action(async (words: string[], _own: unknown, { parent }: Command) => {
      try {
        const { complete, completionText } = await import('./complete.ts');
        io.stdout(completionText(await complete(parent?.parent as Command, words, io)));
      } catch {
        // Whoever presses Tab in the middle of a line has no use for an error there.
      }
      exitWith(0);
    });

  completions
    .command('declaration', { hidden: true })
    .description('Print every command with its arguments and options as JSON.')
    .action(async (_own: unknown, { parent }: Command) => {
      const { declarationOf } = await import('./declaration.ts');
      io.stdout(`${JSON.stringify(declarationOf(parent?.parent as Command))}\n`);
      exitWith(0);
    });
};
