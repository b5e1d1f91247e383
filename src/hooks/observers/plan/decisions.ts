import type { EventData } from '../../../events/schemas.ts';
import { idsIn, LEAD } from './ids.ts';
import type { PlanLine } from './lines.ts';
import { cellsOf, isRule } from './sections.ts';

export type PlannedDecision = EventData<'PlanObserved'>['decisions'][number];

const STATUS =
  'planned|deferred|postponed|proposed|draft|pending|open|accepted|approved|decided|active|implemented|done|completed|deprecated|superseded|replaced|obsolete|rejected|withdrawn';
const FIELD = /^[^\p{L}]*status\s*[:：=|–—]\W*(\p{L}[\p{L}-]*)/iu;
const IN_LINE = /\bstatus\s*[:：=]\W*(\p{L}[\p{L}-]*)/iu;
const MARKED = new RegExp(`(?:[([]|[–—]\\s|\\s-\\s)\\s*(${STATUS})\\b(?:\\s+by\\b[^)\\]]*)?\\s*(?:[)\\].,;]|$)`, 'i');
/** `(planned for phase 2)` */
const LATER = /[([]\s*(planned|deferred|postponed)\b[^)\]]*[)\]]/i;
const CELL = new RegExp(`^(${STATUS})\\b`, 'i');
const SUPERSEDED = /\b(superseded|replaced)\s+by\b/i;
const SUPERSEDES = /\b(?:supersedes|replaces)\b\W*(.*)$/i;
const ADDRESSES = /\baddresses\b\W*[:：]\W*(.*)$/i;
const HEADING = /\b(deprecated|superseded|rejected|obsolete|withdrawn)\b/i;

/** The decisions that a plan names, each once and in order, with the status that is said where it is
 * described, and the requirements that it says it addresses. */
export const decisionsIn = (lines: readonly PlanLine[]): PlannedDecision[] => {
  const statuses = new Map<string, string | null>();
  const note = (id: string, status: string | null): void => {
    if ((statuses.get(id) ?? null) === null) statuses.set(id, status?.toLowerCase() ?? null);
  };
  const replaced: string[] = [];
  const addresses = new Map<string, string[]>();
  let last: string | null = null;
  let described: Described | null = null;
  let below: string | null = null;
  let column = -1;
  for (const [at, line] of lines.entries()) {
    if (!line.text.startsWith('|')) column = -1;
    else if (isRule(lines[at + 1]?.text ?? ''))
      column = cellsOf(line.text).findIndex((cell) => /^addresses$/i.test(cell));
    const ids = idsIn(line.text).decisions;
    const own = leadingId(line.text, ids);
    if (line.heading > 0 && own === null) below = HEADING.exec(line.text)?.[1] ?? null;
    if (described !== null && endsDescription(line, described)) described = null;
    replaced.push(...idsIn(SUPERSEDES.exec(line.text)?.[1] ?? '').decisions);
    if (own !== null) {
      described = { id: own, depth: line.depth, heading: line.heading };
      note(own, statusIn(line.text, own));
    } else if (described !== null) {
      const status = FIELD.exec(line.text)?.[1] ?? SUPERSEDED.exec(line.text)?.[1];
      if (status !== undefined) note(described.id, status);
    }
    for (const id of ids) note(id, below);
    last = own ?? ids.at(-1) ?? last;
    const addressing = described?.id ?? last;
    const said = ADDRESSES.exec(line.text)?.[1] ?? (column < 0 ? undefined : cellsOf(line.text)[column]) ?? '';
    const { requirements } = idsIn(said);
    if (addressing !== null && requirements.length > 0) {
      addresses.set(addressing, [...(addresses.get(addressing) ?? []), ...requirements]);
    }
  }
  for (const id of replaced) note(id, 'superseded');
  return [...statuses].map(([id, status]) => {
    const addressed = addresses.get(id);
    return { id, status, ...(addressed === undefined ? {} : { addresses: [...new Set(addressed)] }) };
  });
};

/** What the lines behind it are about. */
interface Described {
  readonly id: string;
  readonly depth: number;
  readonly heading: number;
}

const endsDescription = (line: PlanLine, { depth, heading }: Described): boolean => {
  if (line.heading > 0) return heading === 0 || line.heading <= heading;
  return heading === 0 && (line.depth < depth || (line.depth === depth && (line.isItem || line.text.startsWith('|'))));
};

/** The decision that a line is about: it comes first, whatever marks stand before it. */
const leadingId = (text: string, ids: readonly string[]): string | null => {
  const [first] = ids;
  if (first === undefined) return null;
  const rest = text.replace(LEAD, '');
  if (rest.startsWith(first)) return first;
  return text.startsWith('|') && cellsOf(text).some((cell) => cell.startsWith(first)) ? first : null;
};

const statusIn = (text: string, id: string): string | null => {
  const behind = text.slice(text.indexOf(id) + id.length);
  if (SUPERSEDED.test(behind)) return 'superseded';
  const field = IN_LINE.exec(behind)?.[1] ?? MARKED.exec(behind)?.[1] ?? LATER.exec(behind)?.[1];
  if (field !== undefined) return field;
  const cell = text.startsWith('|') ? cellsOf(text).find((each) => CELL.test(each)) : undefined;
  if (cell !== undefined) return CELL.exec(cell)?.[1] ?? null;
  return text.includes(`~~${id}`) ? 'deprecated' : null;
};
