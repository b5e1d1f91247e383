/** A text as one word of a shell command; ids that hosts make up may be anything. */
export const shellWord = (text: string): string =>
  /^[\w./:@%+=-]+$/.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", "'\\''")}'`;
