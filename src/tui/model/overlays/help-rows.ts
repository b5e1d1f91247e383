import type { Command } from '../command.ts';
import { KEY_NOTES, type KeyNote } from '../key-notes.ts';
import type { Model } from '../model.ts';
import { usableCommands } from '../usable.ts';
import { WHAT_IF_COMMANDS } from '../what-if-commands.ts';

/** A row of the help: the head of a group, or what keys do; null as name where they are no command that can be typed. */
export type HelpRow = { readonly group: Command['group'] } | { readonly command: HelpCommand };

export interface HelpCommand extends KeyNote {
  readonly name: string | null;
}

export const GROUPS: readonly Command['group'][] = ['move', 'jump', 'look', 'find', 'what if', 'take away', 'program'];

/** The commands for what is shown that a text is in, by group, with those of what lies over a session. */
export const helpRows = (model: Pick<Model, 'session'>, text: string): readonly HelpRow[] => {
  const where = model.session === null ? 'sessions' : 'session';
  const notes = KEY_NOTES.filter((note) => note.where === where || note.where === 'everywhere');
  const further = [...notes, ...(where === 'session' ? WHAT_IF_COMMANDS : [])].map((each) => ({ ...each, name: null }));
  const found: readonly HelpCommand[] = [...matchingCommands(model, text), ...among(further, text)];
  return GROUPS.flatMap((group): HelpRow[] => {
    const commands = found.filter((command) => command.group === group);
    return commands.length === 0 ? [] : [{ group }, ...commands.map((command) => ({ command }))];
  });
};

/** Those whose name, keys or words have every word of a text in them; those with a name that begins so come first. */
export const matchingCommands = (model: Pick<Model, 'session'>, text: string): readonly Command[] =>
  among(usableCommands(model), text);

const among = <Known extends HelpCommand>(commands: readonly Known[], text: string): readonly Known[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const beginsSo = ({ name }: HelpCommand): boolean => name?.startsWith(words.join('-')) === true;
  return commands
    .filter(({ name, does, keys, group }) => {
      const said = `${name ?? group} ${does} ${keys.join(' ')}`.toLowerCase();
      return words.every((word) => said.includes(word));
    })
    .toSorted((a, b) => Number(beginsSo(b)) - Number(beginsSo(a)));
};
