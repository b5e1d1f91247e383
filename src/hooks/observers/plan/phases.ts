import type { EventData } from '../../../events/schemas.ts';
import { idsIn } from './ids.ts';
import { LEVEL_OF_LINE, type Section, saysAnything, topicOf } from './sections.ts';

export type Phase = EventData<'PlanObserved'>['phases'][number];

/** The phases of a plan and its initiatives (`## Phase N: title`, `### Initiative: title`), in order. */
export const phasesIn = (sections: readonly Section[]): Phase[] => {
  const heads = phaseSections(sections);
  const log = sections.filter((section) => isLog(section) && !section.within.some((outer) => heads.has(outer)));
  return [...heads].map(([section, head]) => phaseOf(section, head, { sections, heads, log }));
};

/** The sections that are phases and initiatives, with what their headings say. */
export const phaseSections = (sections: readonly Section[]): ReadonlyMap<Section, PhaseHead> => {
  const heads = new Map<Section, PhaseHead>();
  for (const section of sections) {
    const head = section.level === LEVEL_OF_LINE ? null : phaseHead(section.title);
    if (head !== null && heads.size < MOST_PHASES && isPhase(head, section, heads)) heads.set(section, head);
  }
  return heads;
};

const MOST_PHASES = 60;

interface PhaseHead {
  readonly kind: Phase['kind'];
  readonly number: number | null;
  readonly title: string;
}

/** A letter or a word is a number only where a title begins behind it, or nothing: "Phase I learned from". */
const PHASE =
  /^phase\s*(?:#\s*)?(?:(\d+(?:\.\d+)*[a-z]?)(?![\p{L}\p{N}])|(?<=\s)([ivx]+|[a-z]|one|two|three|four|five|six|seven|eight|nine|ten)(?=\s*(?:[:：.)\]–—-]|$)))\s*[:：.)\]–—-]*\s*(.*)$/iu;
const NAMED_PHASE = /^phase\s*[:：]\s*(.+)$/i;
const INITIATIVE = /^initiative\s*(?:#?(\d+)\s*)?(?:[:：–—-]\s*(.*)|$)/i;

const WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const phaseHead = (title: string): PhaseHead | null => {
  const phase = PHASE.exec(title);
  if (phase !== null) return { kind: 'phase', number: numberOf(phase[1] ?? phase[2] ?? ''), title: phase[3] ?? '' };
  const named = NAMED_PHASE.exec(title);
  if (named !== null) return { kind: 'phase', number: null, title: named[1] ?? '' };
  const initiative = INITIATIVE.exec(title);
  if (initiative === null || (initiative[1] ?? initiative[2] ?? '') === '') return null;
  const number = initiative[1] === undefined ? null : numberOf(initiative[1]);
  return { kind: 'initiative', number, title: initiative[2] ?? '' };
};

const numberOf = (text: string): number | null => {
  const word = WORDS.indexOf(text.toLowerCase());
  if (word >= 0) return word + 1;
  const number = Number.parseFloat(text);
  return Number.isFinite(number) ? number : null;
};

/** A part of a phase is none, and neither is what is said about one elsewhere: its decisions, its requirements. */
const isPhase = ({ kind }: PhaseHead, section: Section, heads: ReadonlyMap<Section, PhaseHead>): boolean =>
  section.within.every((outer) => {
    const above = heads.get(outer);
    if (above !== undefined) return kind === 'phase' && above.kind === 'initiative';
    return !ELSEWHERE.has(topicOf(outer.title));
  });

const ELSEWHERE: ReadonlySet<string> = new Set([
  'decision-log',
  'decisions',
  'goals',
  'non-goals',
  'requirements',
  'success-metrics',
  'intent',
]);

const isLog = ({ title }: Section): boolean => topicOf(title) === 'decision-log';

interface Among {
  readonly sections: readonly Section[];
  readonly heads: ReadonlyMap<Section, PhaseHead>;
  /** Decision logs that are no phase's own. */
  readonly log: readonly Section[];
}

const LONGEST_TITLE = 120;

const phaseOf = (section: Section, { kind, number, title }: PhaseHead, among: Among): Phase => {
  const ids = idsIn(section.all.map(({ text }) => text).join('\n'));
  const ownLogs = among.sections.filter((other) => isLog(other) && other.within.includes(section));
  const shared = ownLogs.length > 0 ? false : isInLog(section, number, ids.decisions, among);
  return {
    kind,
    number,
    title: title.slice(0, LONGEST_TITLE),
    status: statusOf(section, among.sections),
    decisions: [...ids.decisions],
    requirements: [...ids.requirements],
    logged: shared || ownLogs.some(({ all }) => saysAnything(all)),
  };
};

/** Whether a log for all phases says anything of this one: under its name, or by its number or decisions. */
const isInLog = (
  section: Section,
  number: number | null,
  decisions: readonly string[],
  { sections, log }: Among,
): boolean => {
  const named = number === null ? null : new RegExp(`\\bphase\\s*#?${number}(?![\\d]|\\.\\d)`, 'i');
  const isAbout = (text: string): boolean => text.includes(section.title) || named?.test(text) === true;
  return log.some((shared) => {
    const parts = sections.filter((part) => part.within.includes(shared) && isAbout(part.title));
    if (parts.some(({ all }) => saysAnything(all))) return true;
    return shared.all.some(
      ({ text, heading }) => heading === 0 && (isAbout(text) || decisions.some((id) => text.includes(id))),
    );
  });
};

/** In lower case, as a field right below the heading says it, or the heading itself; null where none does. */
const statusOf = (section: Section, sections: readonly Section[]): string | null => {
  const field = section.own.find(({ depth, text }) => depth <= 1 && FIELD.test(text));
  if (field !== undefined) return statusWord(FIELD.exec(field.text)?.[1] ?? '');
  const below = sections.find(({ title, within }) => within.at(-1) === section && HEADING.test(title));
  if (below !== undefined) return statusWord(HEADING.exec(below.title)?.[1] || (below.own[0]?.text ?? ''));
  return statusWord(/\bstatus\s*[:：]\s*(.*)$/i.exec(section.title)?.[1] ?? '');
};

/** `Status: planned`, also as a row of a table and behind other marks. */
const FIELD = /^[^\p{L}]*(?:phase\s+)?status\s*[:：=|–—]\s*(.*)$/iu;
const HEADING = /^status\b[\s:：–—-]*(.*)$/i;

const statusWord = (text: string): string | null => {
  const [words = ''] = /\p{L}[\p{L}\p{N}_-]*(?:\s+(?:progress|started)\b)?/iu.exec(text) ?? [];
  const value = words.toLowerCase().replace(/[\s_]+/g, '-');
  return value === '' ? null : value.slice(0, LONGEST_STATUS);
};

const LONGEST_STATUS = 40;
