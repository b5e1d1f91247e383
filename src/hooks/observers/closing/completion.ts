import {
  ADVERBS,
  BARE_PREDICATES,
  BARE_RESULTS,
  BEING,
  CHANGES,
  CHECKED,
  CIRCUMSTANCES,
  LEADING,
  OTHERWISE,
  OVER,
  PREDICATES,
  STORED,
  TRAILING,
  WELL,
} from './words.ts';

/** `over`: it is done; `well`: something is as it should be, which says so only beside the former. */
type Sense = 'over' | 'well';

const LONGEST_SENTENCE = 200;
const LONGEST_SUBJECT = 6;
const LONGEST_BARE_SUBJECT = 3;
const LONGEST_OBJECT = 8;
const LONGEST_LABEL = 3;

/**
 * The sentence by which a paragraph ends with nothing but that something is over; null where it ends with anything else.
 * Behind it only what is well may stand: "Done. All tests pass."
 */
export const completionIn = (paragraph: string, further: readonly string[]): string | null => {
  const own = new Set(further.map((phrase) => wordsOf(phrase).join(' ')));
  const sentences = paragraph.split('\n').flatMap(sentencesOf);
  for (const sentence of sentences.reverse()) {
    const sense = senseOf(sentence, own);
    if (sense === null) return null;
    if (sense === 'over') return sentence.replaceAll(/[*_]+/g, '').trim();
  }
  return null;
};

/** A box that nobody ticked is something that is still to be done. */
const OPEN_BOX = /^\s*[-*+]?\s*\[ \]/;
const MARKER = /^[\s>]*(?:#{1,6}\s|(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[xX]\]\s)?)?/;

const sentencesOf = (line: string): string[] => {
  if (OPEN_BOX.test(line)) return [''];
  const text = line.replace(MARKER, '').replaceAll(/\([^()]{0,80}\)/g, ' ');
  return text.split(/[.!…]+(?:["'”’)\]*_]*\s+|["'”’)\]*_]*$)|[。！；]+/).filter((part) => /[\p{L}\p{N}]/u.test(part));
};

const senseOf = (sentence: string, own: ReadonlySet<string>): Sense | null => {
  if (sentence.length > LONGEST_SENTENCE || sentence.includes('|')) return null;
  if (own.has(wordsOf(sentence).join(' '))) return 'over';
  const senses = clausesOf(sentence).map((clause) => senseOfClause(wordsOf(clause), own));
  if (senses.length === 0 || senses.includes(null)) return null;
  return senses.includes('over') ? 'over' : 'well';
};

/** Parts of a sentence. What only names what it is about, as in "Status: done", is none. */
const clausesOf = (sentence: string): string[] => {
  const clauses = sentence.split(PARTS).filter((clause) => !isFiller(wordsOf(clause)));
  const [label = '', ...rest] = clauses;
  const isLabel = /^[^,;–—]*:/.test(sentence) && rest.length > 0 && wordsOf(label).length <= LONGEST_LABEL;
  return isLabel && senseOfClause(wordsOf(label), NOTHING) === null && !wordsOf(label).some(isOtherwise)
    ? rest
    : clauses;
};

const PARTS = /\s*[,;:]\s*|\s*[–—]\s*|\s+-{1,2}\s+|\s+and\s+/i;

/** "Okay, …", "…, as requested". */
const isFiller = (words: readonly string[]): boolean =>
  words.every((word) => LEADING.has(word)) || TRAILING.includes(words.join(' '));

const NOTHING: ReadonlySet<string> = new Set();

/** In lower case, without emphasis, emoji and marks. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/[’ʼ]/g, "'")
    .replaceAll(/[^\p{L}\p{N}'-]+/gu, ' ')
    .split(' ')
    .map((word) => word.replaceAll(/^['-]+|['-]+$/g, ''))
    .filter((word) => word !== '');

const senseOfClause = (given: readonly string[], own: ReadonlySet<string>): Sense | null => {
  const words = core(given);
  const text = words.join(' ');
  if (OVER.has(text) || OVER.has(given.join(' ')) || own.has(text)) return 'over';
  if (isWell(words)) return 'well';
  if (words.some(isOtherwise)) return null;
  return isOver(words) || isOverByUs(words) || isOverWithoutUs(words) || isWorking(words) ? 'over' : null;
};

const isOtherwise = (word: string): boolean => OTHERWISE.has(word) || word.endsWith("n't");

/** Without what says no more at its beginning and end. */
const core = (words: readonly string[]): readonly string[] => {
  let from = 0;
  while (from < words.length - 1 && LEADING.has(words[from] ?? '')) from += 1;
  let rest = words.slice(from);
  for (;;) {
    const text = rest.join(' ');
    const end = TRAILING.find((phrase) => text.endsWith(` ${phrase}`));
    if (end === undefined) return rest;
    rest = rest.slice(0, rest.length - end.split(' ').length);
  }
};

/** "Everything is done", "all tasks have been completed", "task complete", "it is all set", "that is in place". */
const isOver = (words: readonly string[]): boolean => {
  const last = words.at(-1) ?? '';
  const isSet = last === 'set' && words.at(-2) === 'all';
  const isInPlace = last === 'place' && words.at(-2) === 'in';
  const isMade = last === 'made' && words.some((word) => CHANGES.has(word));
  if (!isSet && !isInPlace && !isMade && !PREDICATES.has(last)) return false;
  const before = words.slice(0, isSet || isInPlace ? -2 : -1);
  while (ADVERBS.has(before.at(-1) ?? '') && before.length > 1) before.pop();
  const verb = before.at(-1) ?? '';
  if (BEING.has(verb)) return before.length <= LONGEST_SUBJECT + 2;
  return BARE_RESULTS.has(last) && before.length <= LONGEST_BARE_SUBJECT && !before.some((word) => PERSONS.has(word));
};

const PERSONS: ReadonlySet<string> = new Set(['i', 'we', 'you', 'he', 'she', 'they', 'well', 'has', 'have', 'had']);

/** "I have finished the refactoring", "we've completed all of it". */
const isOverByUs = (words: readonly string[]): boolean => {
  const at = words.findIndex((word) => BARE_PREDICATES.has(word));
  if (at < 1 || words.length - at - 1 > LONGEST_OBJECT) return false;
  const [who = '', ...between] = words.slice(0, at);
  return (
    US.has(who) && between.every((word) => ADVERBS.has(word) || word === 'have' || word === 'am' || word === 'are')
  );
};

/** The same without the subject: "Finished the refactoring", "successfully completed all tasks", "done with the task". */
const isOverWithoutUs = (words: readonly string[]): boolean => {
  const at = words.findIndex((word) => !ADVERBS.has(word));
  const [verb = '', ...object] = words.slice(Math.max(at, 0));
  const [first = '', second = ''] = object;
  // A number says how much of it.
  if (first === '' || object.length > LONGEST_OBJECT || object.some((word) => /^\d/.test(word))) return false;
  if (first === 'with') return (verb === 'done' || verb === 'finished') && ALL_OF_IT.has(second);
  return (verb === 'finished' || verb === 'completed') && !CIRCUMSTANCES.has(first);
};

const ALL_OF_IT: ReadonlySet<string> = new Set(['the', 'this', 'that', 'it', 'everything', 'all', 'these', 'those']);

const US: ReadonlySet<string> = new Set(['i', 'we', "i've", "we've", "i'm", "we're"]);

/** "Everything works", "the cart and the tax work". */
const isWorking = (words: readonly string[]): boolean => {
  const verb = words.at(-1);
  const subject = words.slice(0, -1);
  if ((verb !== 'works' && verb !== 'work') || subject.length === 0 || subject.length > LONGEST_SUBJECT) return false;
  return !subject.some((word) => BEING.has(word) || PERSONS.has(word));
};

/** "All 12 tests pass", "the build is green", "no errors", "committed", "the changes are pushed". */
const isWell = (words: readonly string[]): boolean => {
  const last = words.at(-1) ?? '';
  if (/^(?:no|0) (?:errors?|failures?|warnings?|problems?|issues?)$/.test(words.join(' '))) return true;
  // The second half of "it is complete and working".
  if (last === 'working' && words.length === 1) return true;
  if (words.length > LONGEST_SUBJECT + 2) return false;
  const before = words.slice(0, -1).filter((word) => word !== 'still');
  if (before.some(isOtherwise)) return false;
  if (STORED.has(last)) return before.length === 0 || before.some((word) => BEING.has(word));
  return WELL.has(last) && before.some((word) => CHECKED.has(word));
};
