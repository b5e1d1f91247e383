import { shortDigest } from '../../../events/digest.ts';
import type { EventData } from '../../../events/schemas.ts';
import { decisionsIn } from './decisions.ts';
import { idsIn } from './ids.ts';
import { type PlanLine, readLines } from './lines.ts';
import { phasesIn } from './phases.ts';
import { requirementsIn } from './requirements.ts';
import { isOfGoalsToo, type Section, saysAnything, sectionsIn, topicOf, withNamedHeadings } from './sections.ts';
import { tasksIn } from './tasks.ts';

type Observed = EventData<'PlanObserved'>;

/** What a plan says. */
export type PlanText = Pick<Observed, 'digest' | 'phases' | 'requirements' | 'decisions' | 'malformed' | 'sections'> & {
  /** The original intent; null without one. */
  readonly intent: string | null;
  /** Issues and tasks that it names. */
  readonly tasks: number;
  /** Only the beginning of the document was read. */
  readonly isCut: boolean;
};

/** Entries of each list that are kept. */
const MOST_IDS = 200;
const MOST_MALFORMED = 20;

/** Reads a plan. Never throws, whatever the text is. */
export const readPlan = (source: string): PlanText => {
  const { lines: all, isCut } = readLines(source);
  const lines = withNamedHeadings(all.filter(({ isCode }) => !isCode));
  const sections = sectionsIn(lines);
  const requirements = requirementsIn(lines);
  return {
    digest: planDigest(source),
    phases: phasesIn(sections),
    requirements: requirements.slice(0, MOST_IDS),
    decisions: decisionsIn(lines).slice(0, MOST_IDS),
    malformed: malformedIn(lines),
    // What somebody asked for may be quoted as a block of code.
    intent: intentIn(sectionsIn(withNamedHeadings(all))),
    sections: SECTIONS.filter((name) => hasSection(name, sections, requirements)),
    tasks: tasksIn(sections),
    isCut,
  };
};

/** Of what a plan says: which boxes are ticked, and how its lines end, makes no difference. */
export const planDigest = (source: string): string => shortDigest(withoutTicks(source));

/** A text with every box of a list empty and every line ending the same. */
export const withoutTicks = (source: string): string =>
  source
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^([\s>]*(?:[-*+]|\d{1,9}[.)])\s+)\[[ xX~-]\](?=\s)/, '$1[ ]').trimEnd())
    .join('\n')
    .trimEnd();

const malformedIn = (lines: readonly PlanLine[]): string[] =>
  [...new Set(lines.flatMap(({ text }) => idsIn(text).malformed))].slice(0, MOST_MALFORMED);

const SECTIONS: Observed['sections'] = ['goals', 'non-goals', 'requirements', 'success-metrics'];

/** Categories of requirements that stand for a section. */
const CATEGORIES: Readonly<Record<string, string>> = {
  goals: 'REQ-GOAL',
  'non-goals': 'REQ-NOGO',
  'success-metrics': 'REQ-MET',
};

const hasSection = (
  name: string,
  sections: readonly Section[],
  requirements: readonly { readonly id: string }[],
): boolean => {
  const category = CATEGORIES[name];
  if (category !== undefined && requirements.some(({ id }) => id.startsWith(category))) return true;
  return sections.some(
    ({ title, within, all }) =>
      (topicOf(title) === name || (name === 'goals' && isOfGoalsToo(title))) &&
      // What a phase says under such a heading is about that phase.
      !within.some((outer) => /^phase\b/i.test(outer.title)) &&
      saysAnything(all),
  );
};

/** The section about the original intent; one about a vision where there is none. */
const intentIn = (sections: readonly Section[]): string | null => {
  const about = sections.filter(({ title }) => topicOf(title) === 'intent');
  const [section] = [...about.filter(({ title }) => /\boriginal\b/i.test(title)), ...about].filter(({ all }) =>
    saysAnything(all),
  );
  return section === undefined ? null : section.all.map((line) => line.text).join('\n');
};
