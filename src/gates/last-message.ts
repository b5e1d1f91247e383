import { type Envelope, isBlobReference } from '../events/envelope.ts';

/** UTF-16 units of a text that are read, from its end. */
const MOST_READ = 20_000;
/** The same of one sentence: time grows with its square. */
const LONGEST_SENTENCE = 1_000;

/** The last words of an agent as far as the log has them; empty where it said nothing. */
export const lastMessageOf = ({ data }: Envelope): string => {
  const said = data['last_assistant_message'];
  const text = isBlobReference(said) ? (said as { tail?: unknown }).tail : said;
  return typeof text === 'string' ? text.slice(-MOST_READ) : '';
};

/**
 * Whether an agent ended with a question, or waits for a word, and says nowhere that it has done what it was for: nobody
 * answers it, and it is sent off again (seed 001, "approval-loop detection"). `done` are the words for what it was for.
 */
export const isApprovalLoop = (text: string, done: RegExp): boolean => asks(text) && !saysDone(text, done);

/** Whether a text states something that a pattern finds: no question, no wish, not denied. */
export const saysDone = (text: string, done: RegExp): boolean =>
  sentencesOf(text).some((sentence) => {
    const found = done.exec(sentence);
    if (found === null || sentence.endsWith('?')) return false;
    // "Merged after the tests passed" is merged, and "after it is merged" is not.
    return !CONDITION.test(sentence) && !OPEN.test(sentence.slice(0, found.index + found[0].length));
  });

/**
 * That something is over, of which the sentence does not say that it was only looked into; for patterns of what is done.
 * What `complete` something has, or is there to complete it, is not over.
 */
export const OVER =
  /^(?!.*\b(?:research(?:ed|ing)?|analys[ie]s|analy[sz](?:ed|ing)|read(?:ing)?|review(?:ed|ing)?|explor(?:ation|ed|ing)|investigat(?:ion|ed|ing)|survey(?:ed|ing)?|discovery|audit(?:ed|ing)?|looking|checking|checked)\b).*?(?<!\b(?:an?|to|more|the) )\b(?:completed?|done|finished)\b/
    .source;

const asks = (text: string): boolean => {
  const paragraphs = withoutCode(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const end = paragraphs.findLastIndex((paragraph) => !isList(paragraph));
  if (end < 0) return paragraphs.some((paragraph) => isQuestion(paragraph.split('\n').at(-1) ?? ''));
  // Choices that are listed behind a question belong to it.
  return [...paragraphs.slice(end + 1), paragraphs[end] ?? ''].some((paragraph) => endsAsking(paragraph));
};

const endsAsking = (paragraph: string): boolean => {
  const lines = paragraph.split('\n').filter((line) => !ITEM.test(line));
  const last = sentencesOf(lines.at(-1) ?? '').at(-1) ?? '';
  const item = paragraph.split('\n').at(-1) ?? '';
  return isQuestion(last) || isQuestion(item);
};

const isQuestion = (sentence: string): boolean => {
  const words = sentence.slice(-LONGEST_SENTENCE).replace(/[\s*_~`"'”’)\]]+$/, '');
  return words.endsWith('?') || WAITS.test(words) || CHOICE.test(words);
};

const isList = (paragraph: string): boolean => paragraph.split('\n').every((line) => ITEM.test(line));

const ITEM = /^\s*(?:[-*+]|\d{1,3}[.)]|[A-Za-z][.)])\s/;

const withoutCode = (text: string): string => {
  let isCode = false;
  return text
    .split('\n')
    .filter((line) => {
      const isFence = /^\s*(?:```|~~~)/.test(line);
      if (isFence) isCode = !isCode;
      return !isFence && !isCode;
    })
    .join('\n');
};

/** Sentences, lines of a list and headings, each by itself. */
const sentencesOf = (text: string): string[] =>
  withoutCode(text)
    .split(/\n+|(?<=[.!?])[*_)"'”’\]]*\s+/)
    .map((sentence) =>
      sentence
        .slice(-LONGEST_SENTENCE)
        .replace(/[\s*_`]+$/, '')
        .trim(),
    )
    .filter((sentence) => sentence !== '');

/** An agent that waits without a question mark. */
const WAITS =
  /\b(?:(?:await|waiting for|wait for|pending|need|needs|require|requires)(?:ing)? (?:your|user|the user's|explicit|an?) (?:\w+ )?(?:approval|confirmation|permission|go-ahead|decision|input|response|answer)|(?:please|kindly) (?:confirm|approve|advise|review and (?:confirm|approve)|let me know)|let me know (?:if|whether|when|how|which|what)|(?:ready|waiting) for (?:your )?(?:approval|review|confirmation|feedback)|(?:await|awaiting|waiting for) (?:approval|confirmation|permission|a go-ahead)|(?:once|when|as soon as|after) you (?:approve|confirm|agree|answer|decide)|if you (?:approve|confirm|agree))\b/i;

/** What stands in front of choices. */
const CHOICE = /^(?:would|should|shall|do|can|could|may|which|what|how)\b.*:$/i;

/** What makes it depend on something, wherever it stands. */
const CONDITION = /\b(?:once|until|unless|if|not yet)\b/i;

/** In front of what is done: what is not so, or not so yet. */
const OPEN =
  /^no\b|\b(?:not|never|nothing|none|neither|nobody|isn['’]t|wasn['’]t|haven['’]t|hasn['’]t|aren['’]t|won['’]t|can['’]t|couldn['’]t|didn['’]t|cannot|when|after|before|will|would|should|could|can|shall|to be|ready to|going to|about to|want(?:s|ed)? to|plan(?:s|ning)? to|need(?:s)? to|have to|has to)\b/i;
