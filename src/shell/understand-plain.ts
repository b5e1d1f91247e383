import type { Understood } from './interpret.ts';
import { readPlainCommands } from './plain-command.ts';
import { isPlain } from './plain-programs.ts';
import { reviewCommand } from './review/review.ts';

/** What `understand` says of a command line that is plainly plain, of programs that are; null of any other. */
export const understandPlain = (command: string): Understood | null => {
  const commands = readPlainCommands(command);
  if (commands === null || !commands.every(isPlain)) return null;
  return {
    understood: true,
    problems: [],
    programs: [...new Set(commands.map(({ words }) => words[0]?.value ?? null))],
    forcePushes: [],
    acts: [],
    testRun: null,
    mentions: [],
    review: reviewCommand(command, { commands, problems: [], scopes: [] }),
  };
};
