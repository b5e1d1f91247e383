import type { ShellWord } from '../simple-command.ts';

/** Whether a word may name docket's own files, or the folder with the host's settings: where it leads decides. */
export const mayNameOwn = ({ value, glob, text }: Pick<ShellWord, 'value' | 'glob' | 'text'>): boolean =>
  OWN.test(value ?? glob ?? text);

const OWN = /docket|\.claude/i;
