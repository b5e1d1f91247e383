import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import type { Model } from './model.ts';

/** The commands for what is shown; of two with one key the first is meant. */
export const usableCommands = (model: Pick<Model, 'session'>): readonly Command[] => {
  const where = model.session === null ? 'sessions' : 'session';
  return COMMANDS.filter((command) => command.where === where || command.where === 'everywhere').toSorted(
    (a, b) => Number(a.where === 'everywhere') - Number(b.where === 'everywhere'),
  );
};

/** The commands whose keys begin with these strokes. */
export const begunBy = (model: Pick<Model, 'session'>, strokes: string): readonly Command[] =>
  usableCommands(model).filter(({ keys }) => keys.some((key) => key.startsWith(`${strokes} `)));
