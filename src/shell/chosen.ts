import type { ShellWord } from './simple-command.ts';

/** A word that a text acts on: where the text asks anything first, it may act on only some of what was found. */
export const asChosen = (word: ShellWord, text: string): ShellWord =>
  word.found === undefined || !ASKS.test(text) ? word : { ...word, found: { ...word.found, narrowed: true } };

const ASKS = /&&|\|\||\(\(|(?:^|[\s;(])(?:\[\[?|if|case|test|continue|break|select)\s/;

/** What a loop does, from a place in front of its body: up to where the body ends. */
export const bodyBehind = (source: string, from: number): string => {
  const rest = source.slice(from);
  const end = rest.search(/[;\n][ \t]*done\b/);
  return end < 0 ? rest : rest.slice(0, end);
};

/** Where the body begins in which something stands; the beginning of the text where nothing says so. */
export const bodyStart = (source: string, within: number): number =>
  [...source.slice(0, within).matchAll(/[;\n][ \t]*do\b/g)].at(-1)?.index ?? 0;
