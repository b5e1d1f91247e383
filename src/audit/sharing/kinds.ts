import type { SharingLevel } from './sharing.ts';

/**
 * What a field of an event holds, as far as sharing goes. `plain`: a word of docket's own, an id, a time. `text`: a sentence of
 * docket's that may quote anything. `setting`: a value of the policy or of preferences. `program`: one by its name, or by its path. `unknown`: nobody knows, so it is
 * all of them.
 */
export type Kind =
  | 'plain'
  | 'path'
  | 'program'
  | 'words'
  | 'content'
  | 'command'
  | 'digest'
  | 'name'
  | 'branch'
  | 'commit'
  | 'session'
  | 'text'
  | 'setting'
  | 'unknown';

/** The levels of which one is enough to take a value away, in the order in which it is counted for one. */
export const LEVELS_OF: Readonly<Record<Kind, readonly SharingLevel[]>> = {
  plain: [],
  path: ['paths'],
  program: ['paths'],
  words: ['prompts'],
  content: ['contents'],
  command: ['contents'],
  // Whoever guesses what was taken away could confirm it by its digest.
  digest: ['contents', 'prompts'],
  name: ['identities'],
  branch: ['identities'],
  commit: ['identities'],
  session: ['identities'],
  text: ['contents', 'prompts'],
  setting: ['contents', 'prompts', 'identities', 'paths'],
  unknown: ['contents', 'prompts', 'identities', 'paths'],
};

/** What stands in the place of a value: `[prompt-3]`. */
export const STAND_INS: Readonly<Record<Kind, string>> = {
  plain: 'value',
  path: 'path',
  program: 'path',
  words: 'words',
  content: 'content',
  command: 'command',
  digest: 'digest',
  name: 'name',
  branch: 'branch',
  commit: 'commit',
  session: 'session',
  text: 'text',
  setting: 'setting',
  unknown: 'removed',
};
