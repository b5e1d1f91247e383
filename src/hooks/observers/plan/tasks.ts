import { phaseSections } from './phases.ts';
import { isPlaceholder, type Section } from './sections.ts';

/**
 * How many issues and tasks a plan names (seed 001, check-planner.sh): boxes to tick, what stands in a list under a heading
 * about them or in a phase, and issues by their number. Decisions and requirements are none.
 */
export const tasksIn = (sections: readonly Section[]): number => {
  const phases = phaseSections(sections);
  let count = 0;
  for (const section of sections) {
    const { title, within, own } = section;
    const isAbout = [...within, section].some((outer) => ABOUT.test(outer.title));
    const isPhase = phases.has(section) || within.some((outer) => phases.has(outer));
    for (const { text, isItem } of own) {
      const isListed = isItem && (isAbout || (isPhase && !ELSEWHERE.test(title)));
      if (BOX.test(text) || ISSUE.test(text) || (isListed && isWork(text))) count += 1;
    }
  }
  return count;
};

const isWork = (text: string): boolean => !isPlaceholder(text) && !/^(?:\[.\]\s*)?(?:DEC|REQ)-/.test(text);

const ABOUT = /\b(?:issues?|tasks?|work[- ]items?|to-?dos?|backlog|steps|deliverables)\b/i;
const ELSEWHERE = /\b(?:decisions?|requirements?|goals?|metrics|risks?|references|notes)\b/i;
const BOX = /^\[[ xX~-]\]\s+\S/;
const ISSUE = /(?:^|[\s(,[])(?:GH-\d+|#\d+)\b|\/issues\/\d+/i;
