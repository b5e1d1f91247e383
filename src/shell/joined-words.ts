import { outlineOf, type ShellWord } from './simple-command.ts';

/** Words joined by blanks, as `eval` joins them, and where the text stands in `source` if it does so to the letter. */
export const joinedWords = (
  words: readonly ShellWord[],
  source: string,
): { readonly text: string; readonly offset: number | null } => {
  const text = words.map(outlineOf).join(' ');
  const [first] = words;
  const start = first?.start ?? 0;
  const spelled = source.slice(start, words.at(-1)?.end);
  const quote = words.length === 1 ? (/^\$?["']/.exec(spelled)?.[0] ?? '') : '';
  const verbatim = spelled === `${quote}${text}${quote.slice(-1)}`;
  return { text, offset: verbatim ? start + quote.length : null };
};
