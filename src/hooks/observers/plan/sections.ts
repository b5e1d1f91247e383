import type { PlanLine } from './lines.ts';

/** A heading and everything below it. */
export interface Section {
  /** Without a number or a picture in front. */
  readonly title: string;
  /** 1 to 6, or `LEVEL_OF_LINE`. */
  readonly level: number;
  /** The sections it stands in, the outermost first. */
  readonly within: readonly Section[];
  /** From its heading to the next one; lines that stand as headings are no end. */
  readonly own: readonly PlanLine[];
  /** From its heading to the next one of its level or above, headings of sections in it included. */
  readonly all: readonly PlanLine[];
}

/** The level of a line that stands as a heading (`**Goals:**`): below every heading. */
export const LEVEL_OF_LINE = 7;

/** What a section is about, as far as docket knows. */
export type Topic =
  | 'goals'
  | 'non-goals'
  | 'requirements'
  | 'success-metrics'
  | 'intent'
  | 'decision-log'
  | 'decisions'
  | 'other';

/** The lines with those that stand as headings made such; what stands behind one is a line of its own. */
export const withNamedHeadings = (lines: readonly PlanLine[]): PlanLine[] => {
  let isNamed = false;
  return lines.flatMap((line) => {
    const { text, heading, depth, isItem } = line;
    if (heading > 0) isNamed = false;
    const field = heading > 0 || depth > 0 || isItem || line.isCode ? null : FIELD.exec(text);
    const [, title = '', rest = ''] = field ?? [];
    if (field === null || !(NAMED.test(title) || (isNamed && !/\bDEC-|\bREQ-/.test(title)))) return [line];
    isNamed = NAMED.test(title);
    const head = { ...line, text: title, heading: LEVEL_OF_LINE };
    return isNamed ? [head, ...(rest === '' ? [] : [{ ...line, text: rest }])] : [{ ...head, text }];
  });
};

const FIELD = /^(\p{L}[^:：|]{1,30})[:：]\s*(.*)$/u;

/** What a line says that stands as a heading. */
const NAMED =
  /^(?:(?:project\s+)?goals?|non-?\s?goals?|out of scope|requirements|success (?:metrics|criteria)|decision log|original (?:intent|request)|vision)$/i;

/** The sections of a document in order. */
export const sectionsIn = (lines: readonly PlanLine[]): Section[] => {
  const heads = lines.flatMap(({ heading }, at) => (heading > 0 ? [{ at, level: heading }] : []));
  const ends = endsOf(heads, lines.length);
  const nextHeadings = nextHeadingsOf(heads);
  const sections: Section[] = [];
  let within: readonly Section[] = [];
  for (const [index, { at, level }] of heads.entries()) {
    within = within.filter((section) => section.level < level);
    const end = ends[index] ?? lines.length;
    const section = {
      title: titleOf(lines[at]?.text ?? ''),
      level,
      within,
      own: lines.slice(at + 1, Math.min(end, nextHeadings[index] ?? end)),
      all: lines.slice(at + 1, end),
    };
    sections.push(section);
    within = [...within, section];
  }
  return sections;
};

interface Head {
  readonly at: number;
  readonly level: number;
}

/** Where the next heading is that is no mere line. */
const nextHeadingsOf = (heads: readonly Head[]): (number | undefined)[] => {
  const nexts: (number | undefined)[] = [];
  let next: number | undefined;
  for (let index = heads.length - 1; index >= 0; index -= 1) {
    const { at, level } = heads[index] as Head;
    nexts[index] = next;
    if (level < LEVEL_OF_LINE) next = at;
  }
  return nexts;
};

/** Where each section ends: at the next heading of its level or above. */
const endsOf = (heads: readonly Head[], length: number): number[] => {
  const ends: number[] = [];
  const open: number[] = [];
  for (const [index, { at, level }] of heads.entries()) {
    while (open.length > 0 && (heads[open.at(-1) as number] as Head).level >= level) ends[open.pop() as number] = at;
    open.push(index);
  }
  for (const index of open) ends[index] = length;
  return ends;
};

const titleOf = (text: string): string =>
  text
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/^\d+(?:\.\d+)*[.)]?\s+/, '')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .replace(/[\s:：#]+$/, '');

const TOPICS: readonly (readonly [Topic, RegExp])[] = [
  ['decision-log', /\bdecision\s+(?:log|record)s?\b/i],
  ['non-goals', /\bnon-?\s?goals?\b|\bno-?goals?\b|\bno-?gos?\b|\bout[- ]of[- ]scope\b|\bnot in scope\b|\bwon['’]t\b/i],
  ['success-metrics', /\bsuccess\b.*\b(?:metrics?|criteria|measures?)\b|^(?:metrics|kpis?)\b|^acceptance criteria\b/i],
  ['goals', /^(?:\w+\s+)?(?:goals?|objectives?)\b/i],
  [
    'intent',
    /\boriginal\b.*\b(?:intent|request|prompt|ask)\b|\b(?:user|project)\b.*\b(?:intent|request)\b|^(?:intent|vision)\b|\bvision$/i,
  ],
  ['requirements', /\brequirements?\b|^(?:must|should|could|nice)[- ](?:to[- ])?haves?\b|^(?:P[0-3])\b/i],
  ['decisions', /\bdecisions?\b/i],
];

/** What a title says first of these: `Goals and Non-Goals` are non-goals, and goals as well. */
export const topicOf = (title: string): Topic => TOPICS.find(([, pattern]) => pattern.test(title))?.[0] ?? 'other';

export const isOfGoalsToo = (title: string): boolean => /(?:^|\s)goals?\s*(?:&|and|\/|,|\+)\s*non/i.test(title);

/** Whether a line says nothing: it stands where somebody is to write something. */
export const isPlaceholder = (text: string): boolean => {
  const words = text.replace(/^(?:\[[ xX~-]\]\s*)?[\s|>_~*-]+/, '').replace(/[\s|_~*.…-]+$/, '');
  if (words === '' || EMPTY_WORDS.test(words)) return true;
  return /^[[(<{].*[\])>}]$/.test(words) && !/\bDEC-/.test(words);
};

const EMPTY_WORDS =
  /^(?:tbd|tba|todo|none(?: yet| so far)?|nothing(?: yet)?|n\/?a|empty|pending|placeholder|xxx|fixme|(?:to be|will be|is) (?:decided|determined|filled|written|added|done|defined|updated|populated|recorded|completed)\b.*|(?:no|decisions?) (?:decisions?|entries)(?: yet)?|(?:guardian|planner|implementer) (?:appends|fills|writes|updates)\b.*|\[.*\]|not (?:yet )?started|coming soon)$/i;

/** Whether any line says something. The head of a table says what its rows would. */
export const saysAnything = (lines: readonly PlanLine[]): boolean =>
  lines.some(({ text, heading }, at) => {
    if (heading > 0) return false;
    if (isRow(text)) {
      if (isRule(text) || isRule(lines[at + 1]?.text ?? '')) return false;
      return cellsOf(text).some((cell) => !isPlaceholder(cell));
    }
    return !isPlaceholder(text);
  });

const isRow = (text: string): boolean => text.startsWith('|');
/** The line of dashes under the head of a table. */
export const isRule = (text: string): boolean => /^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-+:?\s*)*\|?$/.test(text);

export const cellsOf = (row: string): string[] =>
  row
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim());
