import { columns, wrap } from '../../cli/style.ts';
import { type Line, line } from '../look/line.ts';
import type { Command } from '../model/command.ts';
import type { Model } from '../model/model.ts';
import { helpRows } from '../model/overlays/help-rows.ts';

const KEYS = 16;

/** The help: commands for what is shown, by group; what a command does goes on under itself. */
export const helpLines = (model: Pick<Model, 'session'>, text: string, width: number): readonly Line[] => {
  const rows = helpRows(model, text);
  if (rows.length === 0) return [line({ text: `No command has "${text}" in it.`, tone: 'dim' })];
  return rows.flatMap((row, index) => {
    if ('group' in row) return [...(index === 0 ? [] : [line('')]), line({ text: TITLES[row.group], tone: 'strong' })];
    const { command } = row;
    const room = Math.max(20, width - KEYS - 3);
    const texts = wrap(command.does, room);
    const name = command.name === null ? '' : `:${command.name}`;
    // The name is typed: where it would be cut it has a line of its own.
    if (columns(texts.at(-1) ?? '') + columns(name) > room) texts.push('');
    return texts.map((text, at) =>
      line({ text: (at === 0 ? `  ${keysText(command)}` : '').padEnd(KEYS), tone: 'accent' }, ` ${text}`, {
        text: at === texts.length - 1 ? `${text === '' ? '' : '  '}${name}` : '',
        tone: 'dim',
      }),
    );
  });
};

export const TITLES: Readonly<Record<Command['group'], string>> = {
  move: 'Move',
  jump: 'Jump',
  look: 'Look',
  find: 'Find',
  'what if': 'What if',
  'take away': 'Take away',
  program: 'Program',
};

/** The keys of a command as people write them. */
export const keysText = ({ keys }: Pick<Command, 'keys'>): string => keys.map(keyText).join(' ');

export const keyText = (key: string): string =>
  key
    .split(' ')
    .map((stroke) => KEY_NAMES[stroke] ?? (stroke.startsWith('ctrl+') ? `^${stroke.slice(5)}` : stroke))
    .join('');

const KEY_NAMES: Readonly<Record<string, string>> = {
  // In words: as a sign an arrow looks like a key where a terminal has only ASCII.
  up: 'Up',
  down: 'Down',
  left: 'Left',
  right: 'Right',
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  'shift+tab': 'S-Tab',
  space: 'Space',
  home: 'Home',
  end: 'End',
  'page-up': 'PgUp',
  'page-down': 'PgDn',
  'alt+left': 'Alt-Left',
  'alt+right': 'Alt-Right',
};
