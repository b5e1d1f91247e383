import type { Command } from '../command.ts';
import type { Model } from '../model.ts';
import { usableCommands } from '../usable.ts';

/** A row of the help: the head of a group, or a command. */
export type HelpRow = { readonly group: Command['group'] } | { readonly command: Command };

export const GROUPS: readonly Command['group'][] = ['move', 'jump', 'look', 'find', 'what if', 'take away', 'program'];

/** The commands for what is shown that a text is in, by group. */
export const helpRows = (model: Pick<Model, 'session'>, text: string): readonly HelpRow[] => {
  const found = matchingCommands(model, text);
  return GROUPS.flatMap((group): HelpRow[] => {
    const commands = found.filter((command) => command.group === group);
    return commands.length === 0 ? [] : [{ group }, ...commands.map((command) => ({ command }))];
  });
};

/** Those whose name, keys or words have every word of a text in them; those with a name that begins so come first. */
export const matchingCommands = (model: Pick<Model, 'session'>, text: string): readonly Command[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const beginsSo = ({ name }: Command): boolean => name.startsWith(words.join('-'));
  return usableCommands(model)
    .filter((command) => {
      const said = `${command.name} ${command.does} ${command.keys.join(' ')}`.toLowerCase();
      return words.every((word) => said.includes(word));
    })
    .toSorted((a, b) => Number(beginsSo(b)) - Number(beginsSo(a)));
};
