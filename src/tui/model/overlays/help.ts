import type { Command, Step } from '../command.ts';
import { edited } from '../edit.ts';
import { layoutFor } from '../layout.ts';
import type { Model } from '../model.ts';
import { usableCommands } from '../usable.ts';
import type { OverlayOf } from './overlay-of.ts';

/** Escape closes it, what is typed filters it, arrows and pages move it. */
export const pressHelp = (model: Model, overlay: OverlayOf<'help'>, key: string): Step => {
  const show = (top: number, text = overlay.text): Step => {
    const most = Math.max(0, helpRows(model, text).length - 1);
    return { model: { ...model, overlay: { kind: 'help', text, top: Math.max(0, Math.min(top, most)) } }, effects: [] };
  };
  const page = layoutFor(model.size).height;
  switch (key) {
    case 'escape':
    case 'enter':
      return { model: { ...model, overlay: null }, effects: [] };
    case 'down':
      return show(overlay.top + 1);
    case 'up':
      return show(overlay.top - 1);
    case 'page-down':
      return show(overlay.top + page);
    case 'page-up':
      return show(overlay.top - page);
  }
  // The key that opened it closes it, as long as nothing was typed.
  if (key === '?' && overlay.text === '') return { model: { ...model, overlay: null }, effects: [] };
  const text = edited(overlay.text, key);
  return text === null ? { model, effects: [] } : show(0, text);
};

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
