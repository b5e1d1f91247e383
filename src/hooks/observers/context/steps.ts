import { lowered, phraseAt } from './topics.ts';

/** Fewer words name a thing, and no work. */
const LEAST_WORDS = 3;

/** How many steps a prompt lists (`1. …`, `- …`), or strings together with `then` and its like. */
export const stepsIn = (lines: readonly string[]): number => {
  let listed = 0;
  let strung = 0;
  for (const line of lines) {
    const item = /^\s*(?:[-*+•]|\d{1,3}[.)]|\[[ xX]\])\s+(.*)$/.exec(line)?.[1];
    if (item !== undefined) {
      if (item.trim().split(/\s+/).length >= LEAST_WORDS && !item.trim().endsWith('?')) listed += 1;
    } else strung += joinersIn(lowered(line));
  }
  return listed + (strung === 0 ? 0 : strung + 1);
};

const JOINERS = ['then', 'after that', 'afterwards', 'finally', 'next,', 'also', 'once that is done', 'as well as'];
/** Where these follow, a `then` joins no steps. */
const CONDITIONS = /\b(?:if|when|whenever|unless|since|back|even|other|more|less|rather|better)\b/;

const joinersIn = (line: string): number =>
  line
    .split(/[.!?;]\s/)
    .filter((sentence) => !CONDITIONS.test(sentence))
    .reduce((sum, sentence) => sum + sentence.split(/,| and /).filter(beginsWithJoiner).length, 0);

const beginsWithJoiner = (part: string): boolean => JOINERS.some((joiner) => phraseAt(part.trim(), joiner) === 0);

/** Whether a prompt asks for work at all: a question about all of a project is no large task. */
export const asksForWork = (lines: readonly string[]): boolean => {
  const text = lowered(lines.join(' ')).trim();
  return !text.endsWith('?') && ACTS.some((act) => phraseAt(text, act) >= 0);
};

const ACTS =
  'add,build,change,clean up,convert,create,delete,extract,fix,implement,introduce,migrate,modernise,modernize,move,port,rebuild,redesign,refactor,remove,rename,reorganise,reorganize,replace,restructure,rewrite,set up,split,switch,translate,update,upgrade,write'.split(
    ',',
  );
