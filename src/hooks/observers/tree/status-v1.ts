import { unquoteName } from './quoted-name.ts';
import type { StatusListing, StatusRecord } from './status-records.ts';

// git-status(1), "Short Format" and "Porcelain Format Version 1": what a git prints that is too old for version 2.

/** `git status --porcelain -z`, strictly: `XY PATH NUL`, and of a rename `FROM NUL` behind it. */
export const readStatusV1 = (text: string): StatusListing | null => {
  const records: StatusRecord[] = [];
  const parts = text.split('\0');
  if (parts.pop() !== '') return null;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    if (part.startsWith('## ')) continue;
    if (!isRecord(part)) return null;
    const isRename = MOVED.includes(part.charAt(0)) || MOVED.includes(part.charAt(1));
    if (isRename) at += 1;
    const from = isRename ? parts[at] : null;
    if (from === undefined) return null;
    if (!part.startsWith('!!')) records.push(recordOf(part, part.slice(3), from));
  }
  return { head: undefined, records };
};

/**
 * The same without `-z`, leniently: lines, ended as any system does, names in quotes with the escapes of C where git found
 * that necessary, `FROM -> TO` for renames. This is what programs in git's place print that drop `-z`. Null where a line
 * is something else.
 */
export const readQuotedStatus = (text: string): StatusListing | null => {
  const records: StatusRecord[] = [];
  if (text.includes('\0')) return null;
  for (const ended of text.split('\n')) {
    const line = ended.endsWith('\r') ? ended.slice(0, -1) : ended;
    if (line === '' || line.startsWith('## ')) continue;
    if (!isRecord(line)) return null;
    if (line.startsWith('!!')) continue;
    const isRename = MOVED.includes(line.charAt(0)) || MOVED.includes(line.charAt(1));
    const names = isRename ? splitAtArrow(line.slice(3)) : [line.slice(3)];
    const [first, second] = names.map(unquoteName);
    if (first === undefined || first === null || second === null) return null;
    records.push(second === undefined ? recordOf(line, first, null) : recordOf(line, second, first));
  }
  return { head: undefined, records };
};

const MOVED = ['R', 'C'];
const LETTERS = ' MTADRCU?!';

const isRecord = (line: string): boolean =>
  line.length > 3 &&
  line.charAt(2) === ' ' &&
  LETTERS.includes(line.charAt(0)) &&
  LETTERS.includes(line.charAt(1)) &&
  !line.startsWith('   ');

/** A quoted name ends at its quote; of several arrows outside quotes the last one is taken for git's. */
const splitAtArrow = (names: string): string[] => {
  const quoted = /^"(?:[^"\\]|\\.)*"(?= -> )/.exec(names)?.[0];
  const at = quoted === undefined ? names.lastIndexOf(ARROW) : quoted.length;
  return at < 0 ? [names] : [names.slice(0, at), names.slice(at + ARROW.length)];
};

const ARROW = ' -> ';

const recordOf = (xy: string, path: string, from: string | null): StatusRecord => {
  const isNew = xy.startsWith('??');
  return {
    path,
    from,
    x: xy.charAt(0).replace(' ', '.'),
    y: xy.charAt(1).replace(' ', '.'),
    submodule: '',
    head: isNew ? null : undefined,
    index: isNew ? null : undefined,
    mode: xy.charAt(1) === 'D' ? null : undefined,
  };
};
