import { lowered, phraseAt } from './topics.ts';

/** Fewer words name a thing, and no work, unless the first one says what is to be done: `deploy it`. */
const LEAST_WORDS = 3;

const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.):]|\(\d{1,3}\)|[a-z]\)|step\s+\d{1,3}\s*[:.)-])\s+(?:\[[ xX]\]\s+)?(.*)$/i;

/**
 * How many steps a prompt lists (`1. …`, `- …`), or strings together: with `then` and its like, or as sentences and clauses
 * that each begin with what is to be done.
 */
export const stepsIn = (lines: readonly string[]): number => {
  let listed = 0;
  let strung = 0;
  for (const line of lines.flatMap(itemsApart)) {
    const item = ITEM.exec(line)?.[1]?.trim();
    if (item !== undefined) listed += isStep(item) ? 1 : 0;
    else strung += strungIn(lowered(line));
  }
  // One is no chain.
  return listed + (strung > 1 ? strung : 0);
};

/** `(1) add a tax (2) write the docs`, each on a line of its own. */
const itemsApart = (line: string): string[] =>
  line.includes('(1)') && line.includes('(2)') ? line.split(/(?=\(\d{1,3}\)\s)/) : [line];

const isStep = (item: string): boolean =>
  !item.endsWith('?') && (item.split(/\s+/).length >= LEAST_WORDS || beginsWithAct(lowered(item)));

const JOINERS = ['then', 'after that', 'afterwards', 'finally', 'next', 'also', 'once that is done', 'as well as'];
/** Where these follow, a `then` joins no steps. */
const CONDITIONS = /\b(?:if|when|whenever|unless|since|back|even|other|more|less|rather|better)\b/;

const strungIn = (line: string): number => {
  const parts = line
    .split(/[.!?;](?:\s|$)/)
    .filter((sentence) => !CONDITIONS.test(sentence))
    .flatMap((sentence) => sentence.split(/,| and /))
    .map((part) => part.trim());
  const steps = parts.filter((part) => beginsWithJoiner(part) || beginsWithAct(part)).length;
  // What comes before the first `then` is a step as well.
  const first = parts.findIndex(beginsWithJoiner);
  return first > 0 && !parts.slice(0, first).some(beginsWithAct) ? steps + 1 : steps;
};

/** In `Finally, deploy it` the step stands behind the comma. */
const beginsWithJoiner = (part: string): boolean =>
  JOINERS.some((joiner) => phraseAt(part, joiner) === 0 && part !== joiner);

const POLITE = /^(?:(?:please|first|and|now|can you|could you|let's|i want you to|i need you to)\s+)+/;

const beginsWithAct = (part: string): boolean => {
  const text = part.replace(POLITE, '');
  return [...ACTS, ...MORE_ACTS].some((act) => phraseAt(text, act) === 0);
};

/** Whether a prompt asks for work at all: a question about all of a project is no large task. */
export const asksForWork = (lines: readonly string[]): boolean => {
  const text = lowered(lines.join(' ')).trim();
  return !text.endsWith('?') && ACTS.some((act) => phraseAt(text, act) >= 0);
};

const ACTS =
  'add,build,change,clean up,convert,create,delete,extract,fix,implement,introduce,migrate,modernise,modernize,move,port,rebuild,redesign,refactor,remove,rename,reorganise,reorganize,replace,restructure,rewrite,set up,split,switch,translate,update,upgrade,write'.split(
    ',',
  );

/** Acts that ask for work where a part begins with them, and elsewhere may be nouns. */
const MORE_ACTS = 'check,commit,configure,deploy,document,install,make,publish,push,release,review,run,test'.split(',');
