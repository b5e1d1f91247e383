import { type Cursor, isNameCode, take } from './cursor.ts';

/** How a here-document begins, and whether its last line may be indented or have more behind the mark. */
interface Opening {
  readonly length: number;
  readonly mark: string;
  readonly closer: 'exact' | 'indented' | 'begins';
}

/** Reads `<<MARK`: its text begins with the next line. Where no line ends it, it is none. */
export const heredoc =
  (openingAt: (cursor: Cursor) => Opening | null) =>
  (cursor: Cursor): boolean => {
    const opening = openingAt(cursor);
    if (opening === null) return false;
    const { length, mark, closer } = opening;
    if (closerAfter(cursor, `${closer} ${mark}`, cursor.at) === null) return false;
    cursor.pending.push({ bodyEnd: (from) => closerAfter(cursor, `${closer} ${mark}`, from) });
    cursor.at += length;
    cursor.last = cursor.at - 1;
    return true;
  };

/** Reads the texts of the here-documents that the line before named. */
export const readPending = (cursor: Cursor): boolean => {
  const { pending } = cursor;
  if (pending.length === 0) return false;
  cursor.at += 1;
  for (const { bodyEnd } of pending.splice(0)) {
    const end = bodyEnd(cursor.at);
    if (end !== null) take(cursor, 'string', null, cursor.at, end);
  }
  return true;
};

/** `<<EOF`, `<<-'EOF'`, `<<\EOF` of a shell; Perl's are alike. Not `<<<` and not the shift `1 << 2`. */
export const shellOpening = ({ text, at, last }: Cursor): Opening | null => {
  const found = matchAt(
    /<<([-~]?)[ \t]{0,8}(?:'([^'\n]{1,64})'|"([^"\n]{1,64})"|\\?([A-Za-z_][\w.-]{0,63}))/y,
    text,
    at,
  );
  if (found === null || (last === at - 1 && text[last] === '<')) return null;
  const mark = found[2] ?? found[3] ?? found[4] ?? '';
  return { length: found[0].length, mark, closer: found[1] === '' ? 'exact' : 'indented' };
};

/** `<<~EOS`, `<<-'EOS'`, `<<EOS` of Ruby; a name in small letters is what an array is given. */
export const rubyOpening = ({ text, at }: Cursor): Opening | null => {
  const found = matchAt(
    /<<(?:([~-])(?:'([^'\n]{1,64})'|"([^"\n]{1,64})"|`([^`\n]{1,64})`|(\w{1,64}))|([A-Z]\w{0,63}))/y,
    text,
    at,
  );
  if (found === null) return null;
  const mark = found[2] ?? found[3] ?? found[4] ?? found[5] ?? found[6] ?? '';
  return { length: found[0].length, mark, closer: found[1] === undefined ? 'exact' : 'indented' };
};

/** `<<<EOT`, `<<<'EOT'` of PHP, whose last line may be indented and may go on. */
export const phpOpening = ({ text, at }: Cursor): Opening | null => {
  const found = matchAt(/<<<[ \t]{0,8}(['"]?)([A-Za-z_]\w{0,63})\1[ \t\r]{0,8}(?=\n)/y, text, at);
  return found === null ? null : { length: found[0].length, mark: found[2] ?? '', closer: 'begins' };
};

/** A match of a sticky pattern at an offset. */
export const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Where the first line behind an offset ends that closes a here-document; null without one. */
const closerAfter = (cursor: Cursor, key: string, from: number): number | null => {
  cursor.closers ??= closersIn(cursor);
  const starts = cursor.closers.get(key);
  if (starts === undefined) return null;
  // The first one that begins at or behind the offset.
  let low = 0;
  let high = starts.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle * 2] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return starts[low * 2 + 1] ?? null;
};

/** Longer lines end no here-document. */
const LONGEST_CLOSER = 80;

/** By kind and mark, where each line begins and where a here-document that it closes ends. */
const closersIn = ({ text, end }: Cursor): Map<string, number[]> => {
  const closers = new Map<string, number[]>();
  const add = (key: string, start: number, stop: number): void => {
    const known = closers.get(key);
    if (known === undefined) closers.set(key, [start, stop]);
    else known.push(start, stop);
  };
  for (let start = 0; start < end; ) {
    const newline = text.indexOf('\n', start);
    const stop = newline < 0 || newline > end ? end : newline;
    let first = start;
    while (first < stop && (text[first] === ' ' || text[first] === '\t')) first += 1;
    const rest = text.slice(first, Math.min(stop, first + LONGEST_CLOSER)).trimEnd();
    if (rest !== '' && stop - first <= LONGEST_CLOSER) {
      if (first === start) add(`exact ${rest}`, start, stop);
      add(`indented ${rest}`, start, stop);
    }
    let behind = first;
    while (behind < stop && behind - first < LONGEST_CLOSER && isNameCode(text.charCodeAt(behind))) behind += 1;
    if (behind > first) add(`begins ${text.slice(first, behind)}`, start, behind);
    start = stop + 1;
  }
  return closers;
};
