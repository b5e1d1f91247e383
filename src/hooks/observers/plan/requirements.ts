import type { EventData } from '../../../events/schemas.ts';
import { idsIn, LEAD } from './ids.ts';
import type { PlanLine } from './lines.ts';
import { isOfGoalsToo, topicOf } from './sections.ts';

export type Requirement = EventData<'PlanObserved'>['requirements'][number];

/** The requirements that a plan names, each once and in order, with what is said where they are described. */
export const requirementsIn = (lines: readonly PlanLine[]): Requirement[] => {
  const found = new Map<string, Requirement>();
  const note = (id: string, said: Said): void => {
    const known = found.get(id) ?? { id, priority: categoryOf(id), noGo: /^REQ-NO-?GO(?:AL)?-/.test(id) };
    found.set(id, { id, priority: known.priority ?? said.priority, noGo: known.noGo || said.noGo });
  };
  // What their own lines say counts more than the nearest heading that says anything.
  const fallback = new Map<string, string>();
  const headings: { readonly level: number; readonly said: Said }[] = [];
  let described: { readonly id: string; readonly depth: number; readonly heading: number } | null = null;
  for (const line of lines) {
    const { text, depth, heading, isItem } = line;
    if (heading > 0) {
      while (headings.length > 0 && (headings.at(-1)?.level ?? 0) >= heading) headings.pop();
      headings.push({ level: heading, said: saidByHeading(text) });
    }
    if (
      described !== null &&
      (heading > 0 ? heading <= described.heading || described.heading === 0 : isBeside(line, described))
    ) {
      described = null;
    }
    const ids = idsIn(text).requirements;
    const own = describedBy(text, ids, isItem || heading > 0);
    if (own !== null) {
      described = { id: own, depth, heading };
      const above = headings.map((each) => each.said);
      const mark = markIn(text.replace(own, ''));
      note(own, { ...mark, noGo: mark.noGo || above.some(({ noGo }) => noGo) });
      const byHeading = above.findLast(({ priority }) => priority !== null)?.priority ?? null;
      if (byHeading !== null && !fallback.has(own)) fallback.set(own, byHeading);
    } else if (described !== null && PRIORITY.test(text)) note(described.id, markIn(text));
    for (const id of ids) note(id, NOTHING);
  }
  return [...found.values()].map((each) => ({ ...each, priority: each.priority ?? fallback.get(each.id) ?? null }));
};

interface Said {
  readonly priority: string | null;
  readonly noGo: boolean;
}

const NOTHING: Said = { priority: null, noGo: false };

const isBeside = (line: PlanLine, { depth, heading }: { readonly depth: number; readonly heading: number }): boolean =>
  heading === 0 && (line.depth < depth || (line.depth === depth && (line.isItem || line.text.startsWith('|'))));

/** The requirement that a line describes: it comes first, or is the only one of an item. */
const describedBy = (text: string, ids: readonly string[], isItem: boolean): string | null => {
  const [first] = ids;
  if (first === undefined) return null;
  const rest = text.replace(LEAD, '');
  if (rest.startsWith(first)) return first;
  return ids.length === 1 && (isItem || text.startsWith('|')) && !REFERENCE.test(rest) ? first : null;
};

/** Words before ids that are described elsewhere. */
const REFERENCE =
  /^(?:phase|initiative|dec-|task|issue|addresses|requirements?|reqs?|covers?|implements?|satisfies|fulfils?|see|depends|blocked|blocks|refs?|related|verif|test|done|closes|after|needs)\b/i;

const PRIORITY = /^[^\p{L}]*priority\b/iu;

/** `REQ-P0-001` */
const categoryOf = (id: string): string | null => /^REQ-(P[0-3])-/.exec(id)?.[1] ?? null;

const markIn = (text: string): Said => ({
  priority: /(?<![\w-])P[0-3](?![\w-])/.exec(text)?.[0] ?? mustIn(text),
  noGo: /(?:^|[([|:]\s*)(?:won['’]t(?:\s+(?:have|do|build))?|no-?go|non-?goal|out of scope)\s*(?:[)\]|:]|$)/i.test(
    text,
  ),
});

/** The words of MoSCoW, where they stand as a mark. */
const mustIn = (text: string): string | null => {
  const word = /(?:[([|]|priority\W+)\s*(must|should|could|nice)(?:[- ](?:to[- ])?haves?)?\s*(?:[)\]|]|$)/i.exec(
    text,
  )?.[1];
  return word === undefined ? null : (MOSCOW[word.toLowerCase()] ?? null);
};

const MOSCOW: Readonly<Record<string, string>> = { must: 'P0', should: 'P1', nice: 'P1', could: 'P2' };

const saidByHeading = (text: string): Said => {
  const word = /\b(must|should|could|nice)[- ](?:to[- ])?haves?\b/i.exec(text)?.[1]?.toLowerCase();
  const named = /(?<![\w-])P[0-3](?![\w-])/.exec(text)?.[0];
  return {
    priority: named ?? (word === undefined ? null : (MOSCOW[word] ?? null)),
    noGo: topicOf(text) === 'non-goals' && !isOfGoalsToo(text),
  };
};
