import type { StatusListing, StatusRecord } from './status-records.ts';

/** `git status --porcelain=v2 -z --branch`, strictly: null where any record is something else. */
export const readStatusV2 = (text: string): StatusListing | null => {
  const records: StatusRecord[] = [];
  let head: string | null | undefined;
  const parts = text.split('\0');
  // What a NUL does not end was cut.
  if (parts.pop() !== '') return null;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    switch (part.slice(0, 2)) {
      case '# ':
        if (part.startsWith(BRANCH_OID)) head = part === INITIAL ? null : part.slice(BRANCH_OID.length);
        break;
      case '! ':
        break;
      case '? ':
        records.push({ ...UNTRACKED, path: part.slice(2) });
        break;
      case '1 ':
      case '2 ':
      case 'u ': {
        const record = changeIn(part);
        if (record === null) return null;
        const isRename = part.startsWith('2 ');
        records.push(isRename ? { ...record, from: parts[at + 1] ?? null } : record);
        if (isRename) at += 1;
        break;
      }
      default:
        return null;
    }
  }
  return { head, records };
};

const BRANCH_OID = '# branch.oid ';
const INITIAL = '# branch.oid (initial)';

const UNTRACKED = { from: null, x: '?', y: '?', submodule: '', head: null, index: null, mode: undefined } as const;

/** Where the modes and objects stand: `1 XY sub mH mI mW hH hI path`, `u XY sub m1 m2 m3 mW h1 h2 h3 path`. */
const COLUMNS = {
  '1': { head: [3, 6], index: [4, 7], mode: 5, before: 8 },
  '2': { head: [3, 6], index: [4, 7], mode: 5, before: 9 },
  // The second side of a conflict is that of the commit that is checked out.
  u: { head: [4, 8], index: null, mode: 6, before: 10 },
} as const;

const changeIn = (part: string): StatusRecord | null => {
  const columns = COLUMNS[part.charAt(0) as keyof typeof COLUMNS];
  const fields: string[] = [];
  let at = 0;
  while (fields.length < columns.before) {
    const blank = part.indexOf(' ', at);
    if (blank < 0) return null;
    fields.push(part.slice(at, blank));
    at = blank + 1;
  }
  const [, xy = '', submodule = ''] = fields;
  const path = part.slice(at);
  const mode = fields[columns.mode];
  if (xy.length !== 2 || submodule.length !== 4 || path === '' || mode === undefined) return null;
  const valueAt = ([modeAt, objectAt]: readonly [number, number]): string | null =>
    fields[modeAt] === NO_MODE ? null : `${fields[modeAt]} ${fields[objectAt]}`;
  return {
    path,
    from: null,
    x: xy.charAt(0),
    y: xy.charAt(1),
    submodule,
    head: valueAt(columns.head),
    index: columns.index === null ? undefined : valueAt(columns.index),
    mode: mode === NO_MODE ? null : mode,
  };
};

const NO_MODE = '000000';
