import type { Command } from './command.ts';

/** Keys that are no command of their own. */
export type KeyNote = Pick<Command, 'keys' | 'does' | 'group' | 'where'>;

/** What digits do: in a session 1 to 5 are the tabs. */
export const KEY_NOTES: readonly KeyNote[] = [
  {
    keys: ['6…9'],
    does: 'begin a number, and the move behind it is done so often: 60j. 1 to 5 are the tabs',
    group: 'move',
    where: 'session',
  },
  {
    keys: ['1…9'],
    does: 'begin a number, and the move behind it is done so often: 12j',
    group: 'move',
    where: 'sessions',
  },
  {
    keys: [':12', ':+3', ':-3'],
    does: 'to row 12; three rows on; three rows back: any number',
    group: 'move',
    where: 'everywhere',
  },
];
