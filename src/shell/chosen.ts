import type { ShellWord } from './simple-command.ts';

/** A word that a text acts on: where the text asks anything first, it may act on only some of what was found. */
export const asChosen = (word: ShellWord, text: string): ShellWord =>
  word.found === undefined || !ASKS.test(text) ? word : { ...word, found: { ...word.found, narrowed: true } };

const ASKS = /&&|\|\||\(\(|(?:^|[\s;(])(?:\[\[?|if|case|test|continue|break|select)\s/;

/** What a loop does, from a place in front of its body: up to where the body ends. */
export const bodyBehind = (source: string, from: number): string => {
  const end = source.indexOf('done', from);
  return end < 0 ? source.slice(from) : source.slice(from, end);
};
