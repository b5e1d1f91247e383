/** An option as it is offered. */
export interface OfferedOption {
  readonly label: string;
  readonly description: string;
}

/** Positions of the recommended options, or why there are none to go by. */
export type Recommendation = { readonly options: readonly number[] } | { readonly unclear: string };

/**
 * Which options whoever asks recommends (seed 004, "Recommended-option parsing scope"): by a mark on the label, else by what
 * the description says, else by a sentence of the question. Where two of these disagree, where a recommendation depends on
 * something, or where one choice has two, nobody can tell, and the person is asked.
 */
export const recommendedOptions = (
  question: string,
  options: readonly OfferedOption[],
  isMultiple: boolean,
): Recommendation => {
  const labels = options.map(({ label }) => markOf(label, isMarkedLabel));
  const descriptions = options.map(({ description }) => markOf(description, isMarkedDescription));
  const marked = options.flatMap((_, at) => (labels[at] === 'yes' || descriptions[at] === 'yes' ? [at] : []));
  const isOnLabels = labels.includes('yes');
  if (labels.includes('maybe') || (!isOnLabels && descriptions.includes('maybe'))) return { unclear: CONDITIONAL };
  const spoken = spokenFor(question, options);
  if (spoken === null) return { unclear: CONDITIONAL };
  if (marked.length > 1 && !isMultiple) return { unclear: TWO };
  if (marked.length === 0) {
    if (spoken.length === 0) return { unclear: NONE };
    return spoken.length === 1 ? { options: spoken } : { unclear: TWO };
  }
  return spoken.every((at) => marked.includes(at)) ? { options: marked } : { unclear: TWO };
};

const NONE = 'no option is recommended';
const TWO = 'more than one option is recommended';
const CONDITIONAL = 'what is recommended depends on something';

/** `maybe`: it speaks of a recommendation in a way that is no plain mark. */
type Mark = 'yes' | 'maybe' | 'no';

const markOf = (text: string, isMarked: (text: string) => boolean): Mark => {
  if (!RECOMMEND.test(text)) return 'no';
  if (NEGATED.test(text)) return isMarked(text.replace(NEGATED_ALL, '')) ? 'maybe' : 'no';
  if (isMarked(text)) return CONDITION.test(text) ? 'maybe' : 'yes';
  return 'maybe';
};

const RECOMMEND = /recommend/i;
/** Each looks back a bounded distance: texts may be long. */
const NEGATED =
  /\b(?:not|non|never|no longer|hardly|least|less|un|isn['’]?t|aren['’]?t|wouldn['’]?t|don['’]?t|can(?:no|['’])t)[\s-]{0,3}(?:\w{1,12}[\s-]{1,2})?recommend|recommend\w{0,4} (?:against|avoiding)/i;
const NEGATED_ALL = new RegExp(NEGATED.source, 'gi');
/** It holds in some case alone. */
const CONDITION =
  /recommend\w{0,6}[^.\n]{0,24}\b(?:if|when|unless|only|except|depending|for|before|after|by some|in case)\b/i;

/** `(recommended)`, `[Recommended, fast]`, `— recommended`, `Recommended: …`; all of the label. */
const isMarkedLabel = (text: string): boolean =>
  BRACKETED.test(text) || SUFFIX.test(text) || PREFIX.test(text) || WHOLE.test(text);

const BRACKETED =
  /[([{<【（「]\s{0,3}(?:(?:strongly|highly|most|the|my|our)\s)?recommended(?:\s{0,3}[,;:!–—-][^)\]}>】）」]{0,80})?\s{0,3}[)\]}>】）」]/i;
const SUFFIX = /[^\p{L}\p{N}\s'’]\s{0,3}(?:(?:strongly|highly)\s)?recommended[^\p{L}\p{N}]{0,8}$/iu;
const PREFIX =
  /^[^\p{L}\p{N}]{0,4}(?:[a-z0-9]{1,2}[).:\]]\s{0,3})?[^\p{L}\p{N}]{0,3}(?:(?:strongly|highly)\s)?recommended\s{0,3}[:;,!–—|-]\s{0,3}\S/iu;
const WHOLE = /^[^\p{L}\p{N}]{0,8}recommended[^\p{L}\p{N}]{0,8}$/iu;

/** A description may say it in a sentence as well. */
const isMarkedDescription = (text: string): boolean =>
  isMarkedLabel(text) || SENTENCE.test(text) || BEGINNING.test(text);

const SENTENCE =
  /\b(?:this|it) is (?:what )?(?:the|my|our|i|we)?\s?(?:strongly |highly )?recommend(?:ed)?\b|\b(?:i|we)(?:['’]d| would)? (?:strongly |highly )?recommend (?:this|it)\b/i;
const BEGINNING =
  /^\s{0,4}(?:(?:strongly|highly)\s)?recommended(?:\s{0,3}[.:;,!–—-]|\s(?:because|since|as|choice|option|default)\b)/i;

/** The options that sentences of the question recommend by letter, number or label; null where one only does in some case. */
const spokenFor = (question: string, options: readonly OfferedOption[]): number[] | null => {
  const found = new Set<number>();
  const names = options.map(({ label }, at) => namesOf(label, at, options));
  for (const { index } of question.matchAll(/recommend/gi)) {
    const sentence = question.slice(index, index + LONGEST_SENTENCE).split(/[!?\n]|\.(?:\s|$)/)[0] ?? '';
    const before = question.slice(Math.max(0, index - 24), index);
    if (NEGATED.test(before + sentence)) return null;
    const named = sentence.replace(LEAD, '');
    const matching = names.flatMap((own, at) => (own.some((name) => beginsWith(named, name)) ? [at] : []));
    if (matching.length === 0) continue;
    if (CONDITION.test(sentence) && !/\bfor\b/i.test(sentence)) return null;
    for (const at of matching) found.add(at);
    const alternative = /\b(?:or|and)\s+(?:option\s+)?(.{1,120})$/i.exec(named)?.[1] ?? '';
    for (const [at, own] of names.entries()) if (own.some((name) => beginsWith(alternative, name))) found.add(at);
  }
  return [...found].sort((a, b) => a - b);
};

const LONGEST_SENTENCE = 400;
/** From the verb to what is recommended. */
const LEAD =
  /^recommend(?:ations?|ed|ing|s)?(?:\s+(?:option|choice|answer))?[\s:*_–—-]*(?:is|to|going with|choosing|picking|using|choose|pick|go with|use|take)?[\s:*_–—-]*(?:(?:the\s+)?(?:option|choice)\s+)?(?:going with |choose |pick |go with |use )?["“'‘`(]?/i;

/** What an option may be called: its letter or number, and its label without marks. */
const namesOf = (label: string, at: number, options: readonly OfferedOption[]): readonly string[] => {
  const lettered = options.every((option) => LETTER.test(option.label));
  const letter = lettered ? (LETTER.exec(label)?.[1] as string) : String.fromCharCode(65 + at);
  const plain = plainLabel(label);
  return [letter, ...(plain.length > 1 ? [plain] : [])];
};

const LETTER = /^\s{0,3}["“(]?([A-Z]|\d{1,2})[).:\]]\s/;

/** A label without its letter and without a mark of a recommendation. */
const plainLabel = (label: string): string =>
  label
    .replace(LETTER, '')
    .replace(new RegExp(BRACKETED.source, 'gi'), '')
    .replace(/[^\p{L}\p{N}]{0,4}recommended[^\p{L}\p{N}]{0,8}$/iu, '')
    .trim();

/** A single letter is a name only where no word follows it that would make it an article. */
const beginsWith = (text: string, name: string): boolean => {
  const isLetter = name.length === 1;
  if (isLetter ? !text.startsWith(name) : !text.toLowerCase().startsWith(name.toLowerCase())) return false;
  const rest = text.slice(name.length);
  if (/^[\p{L}\p{N}]/u.test(rest)) return false;
  return !isLetter || AFTER_LETTER.test(rest);
};

const AFTER_LETTER =
  /^(?:\s{0,3}$|\s{0,3}[).,:;"”'’`*_–—-]|\s+(?:because|since|as|over|or|and|here|given|unless|if|when|for)\b)/i;
