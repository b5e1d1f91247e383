import { issueReference } from '../../../projections/todo-claims.ts';
import { unquoted } from './prose.ts';

const MOST_ISSUES = 10;

/**
 * The issues that a prompt asks to be worked on (seed 001, prompt-submit.sh: `fix #42`): references behind a word that asks
 * for it, and those joined to them. What was done, is only mentioned, or is not to be done is none.
 */
export const issuesIn = (lines: readonly string[]): string[] => {
  const found = lines.flatMap((line) =>
    unquoted(line)
      .split(/(?<=[.!?;])\s+/)
      .flatMap(inSentence),
  );
  return [...new Set(found)].slice(0, MOST_ISSUES);
};

const REFERENCE = String.raw`(?:https?:\/\/[\w.-]+\/([\w.-]+\/[\w.-]+)\/issues\/(\d{1,6})|([\w.-]+\/[\w.-]+)?#(\d{1,6})|gh-(\d{1,6}))(?![\w-])`;
const ASKS =
  '(?:fix|close|resolve|solve|address|implement|tackle|handle|do|finish|complete|take(?: on)?|pick up|work on|start(?: on)?|look into|go on with|continue(?: with)?)';
const NOUNS = String.raw`(?:(?:the|issues?|bugs?|tickets?|tasks?|number|up)\s+)*`;

const inSentence = (sentence: string): string[] => {
  const asked = new RegExp(String.raw`(?<![\w'-])${ASKS}\s+${NOUNS}(?=${REFERENCE})`, 'gi');
  return [...sentence.matchAll(asked)].flatMap((match) =>
    isDenied(sentence.slice(0, match.index)) ? [] : joined(sentence.slice(match.index + match[0].length)),
  );
};

/** References at the beginning of a text, and those behind a comma or an `and`. */
const joined = (text: string): string[] => {
  const found: string[] = [];
  const next = new RegExp(String.raw`(?:\s*(?:,|and|&|,\s*and)\s*${NOUNS})?${REFERENCE}`, 'iy');
  for (let match = next.exec(text); match !== null && found.length < MOST_ISSUES; match = next.exec(text)) {
    const [, ofUrl, byUrl, repository, number, gh] = match;
    const of = ofUrl ?? repository ?? '';
    const reference = issueReference(`${of}#${byUrl ?? number ?? gh}`);
    if (reference !== null) found.push(reference);
  }
  return found;
};

const isDenied = (before: string): boolean => DENIES.test(before.slice(-40));
const DENIES = /(?:\b(?:not|never|without|cannot|did|does|who|already)|n't|n’t)\s+(?:\w+\s+)?$/i;
