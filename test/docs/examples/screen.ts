/** A command as a page shows it, and what it prints. */
export interface Shown {
  readonly command: string;
  readonly output: string;
}

/** The commands of a screen: lines that begin with `$ `, each with what stands below it. */
export const shownIn = (text: string): Shown[] =>
  text
    .split(/^(?=\$ )/m)
    .filter((part) => part !== '')
    .map((part) => {
      const [first = '', ...rest] = part.split('\n');
      if (!first.startsWith('$ ')) throw new Error(`no command stands above "${first}"`);
      return { command: first.slice(2), output: rest.join('\n') };
    });

/** What is different each time left out: times, ids of events, places in the log, folders, and where lines are broken. */
export const neutral = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]*(?:Z|…)?/g, 'TIME')
    .replace(/\d{4}-\d\d-\d\d/g, 'DATE')
    .replace(/\b\d\d:\d\d:\d\d [a-z0-9]{6}\b/g, 'TIME EVENT')
    .replace(/\b\d\d:\d\d:\d\d\b/g, 'TIME')
    .replace(/\b[a-z0-9]{21}\b/g, 'EVENT')
    .replace(/ in \/[^\s…]*…/g, ' in …')
    .replace(/\bat \d+:\d+\b/g, 'at PLACE')
    .replace(/(?<=settings\.local\.json:)\d+/g, 'LINE')
    .replace(/\s+/g, ' ')
    .trim();

/** Whether what is printed is what is shown, as far as it is shown: a line `…` stands for any lines. */
export const isShown = (shown: string, printed: string): boolean => {
  const parts = shown.split(/^…$/m).map(neutral);
  if (parts.length === 1) return parts[0] === neutral(printed);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  let rest = neutral(printed);
  if (!rest.startsWith(first) || !rest.endsWith(last)) return false;
  rest = rest.slice(first.length, rest.length - last.length);
  for (const part of parts.slice(1, -1)) {
    const at = rest.indexOf(part);
    if (at < 0) return false;
    rest = rest.slice(at + part.length);
  }
  return true;
};
