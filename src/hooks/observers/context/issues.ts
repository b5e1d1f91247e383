import { issueReference } from '../../../projections/todo-claims.ts';
import { unquoted } from './prose.ts';

const MOST_ISSUES = 10;

/**
 * The issues that a prompt asks to be worked on (seed 001, prompt-submit.sh: `fix #42`): references behind a word that asks
 * for it, and those joined to them. What was done, is only mentioned, or is not to be done is none, and neither is a choice
 * from a list (`do #2`).
 */
export const issuesIn = (lines: readonly string[]): string[] => {
  const found = lines.flatMap((line) =>
    unquoted(line)
      .split(/(?<=[.!?;])\s+/)
      .flatMap(inSentence),
  );
  return [...new Set(found)].slice(0, MOST_ISSUES);
};

/** A bare number is one behind `issue`, and behind `issues` each of several. */
const BARE = String.raw`(?:(?<=\bissues?\s{1,3})|(?<=\bissues(?:\s|,|and|&|\d){1,40}))(\d{1,6})(?![.,]\d)`;
const REFERENCE = String.raw`(?:https?:\/\/[\w.-]+\/([\w.-]+\/[\w.-]+)\/issues\/(\d{1,6})|([\w.-]+\/[\w.-]+)?#(\d{1,6})|gh-(\d{1,6})|${BARE})(?![\w-])`;
const ASKS =
  'fix|close|resolve|solve|implement|tackle|pick up|work on|(?:start|begin|continue|keep) working on|look into';
/** Said of the entries of a list as well. */
const CHOOSES = 'address|handle|do|finish|complete|take(?: on)?|start(?: on| with)?|go on with|continue(?: with)?';
const NOUNS = String.raw`(?:(?:the|github|issues?|bugs?|tickets?|tasks?|stor(?:y|ies)|features?|requests?|number|up)\s+)*`;

const inSentence = (sentence: string): string[] => {
  const asked = new RegExp(String.raw`(?<![\w'-])(?:${ASKS}|(${CHOOSES}))\s+(${NOUNS})(?=${REFERENCE})`, 'gi');
  return [...sentence.matchAll(asked)].flatMap((match) => {
    const [whole, chooses, nouns] = match;
    if (isDenied(sentence.slice(0, match.index))) return [];
    const { found, end } = joinedAt(sentence, match.index + whole.length);
    if (OF_A_LIST.test(sentence.slice(end))) return [];
    return chooses !== undefined && nouns === '' ? found.filter((reference) => !/^#\d$/.test(reference)) : found;
  });
};

/** References at a place of a sentence, those behind a comma or an `and` too, and where they end. */
const joinedAt = (sentence: string, start: number): { readonly found: string[]; readonly end: number } => {
  const found: string[] = [];
  const next = new RegExp(String.raw`(?:\s*(?:,|and|&|,\s*and)\s*${NOUNS})?${REFERENCE}`, 'iy');
  next.lastIndex = start;
  let end = start;
  for (let match = next.exec(sentence); match !== null && found.length < MOST_ISSUES; match = next.exec(sentence)) {
    end = next.lastIndex;
    const [, ofUrl, byUrl, repository, number, gh, bare] = match;
    const of = ofUrl ?? repository ?? '';
    const reference = issueReference(`${of}#${byUrl ?? number ?? gh ?? bare}`);
    if (reference !== null) found.push(reference);
  }
  return { found, end };
};

const isDenied = (before: string): boolean => DENIES.test(before.slice(-40));
const DENIES = /(?:\b(?:not|never|without|cannot|did|does|who|already)|n't|n’t)\s+(?:\w+\s+)?$/i;

/** `#2 of your list`, `#3 above`. */
const OF_A_LIST =
  /^\s+(?:above\b|(?:of|from|on|in)\s+(?:your|the|my|that|this)\s+(?:list|review|findings|comments|options|suggestions|plan|to-?dos?)\b)/i;
