import type { EventData } from '../../../events/schemas.ts';
import { completionIn } from './completion.ts';
import { lastParagraph } from './paragraphs.ts';
import { OFFERS } from './words.ts';

/** Further words of the policy: how people here say that something is over, and how they offer what comes next. */
export interface ClosingWords {
  readonly completions: readonly string[];
  readonly offers: readonly string[];
}

/** UTF-16 units of the last paragraph that are read, from its end, and of it that are shown. */
const MOST_READ = 4_000;
const MOST_SHOWN = 200;

/**
 * How a message ends (seed 001, forward-motion.sh): the last paragraph that is neither code nor decoration asks something,
 * offers or suggests something or says what comes next, only says that it is over, or does anything else.
 */
export const readClosing = (message: string, words: ClosingWords): EventData<'ClosingObserved'> => {
  const paragraph = lastParagraph(message);
  if (paragraph === null) return { kind: 'other', closing: '', mark: null };
  const text = paragraph.lines.join('\n').slice(-MOST_READ);
  const closing = text.trim().slice(-MOST_SHOWN);
  const plain = withoutCode(text);
  const question = QUESTION.exec(withoutQuotations(plain));
  if (question !== null) return { kind: 'question', closing, mark: question[0] };
  const offer = offerIn(plain, words.offers);
  if (offer !== null) return { kind: 'offer', closing, mark: offer };
  const mark = paragraph.isQuoted ? null : completionIn(plain, words.completions);
  return { kind: mark === null ? 'other' : 'bare', closing, mark };
};

/** `a?.b` and `x?y=1` ask nothing; scripts that set no blanks have a mark of their own. */
const QUESTION = /[？؟]|\?(?![\p{L}\p{N}.=&])/u;

/** Inline code as one word, links by their text, without addresses and what is struck out. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(/`+[^`]{1,1000}`+/g, ' code ')
    .replaceAll(/\[([^\][]{0,300})\]\([^()\s]{0,500}\)/g, '$1')
    .replaceAll(/https?:\/\/\S{0,2000}[^\s?.!,;:)]/g, ' address ')
    .replaceAll(/~~[^~]{1,500}~~/g, ' ')
    .replaceAll(/<\/?[a-z][^<>]{0,200}>/gi, ' ')
    .replaceAll(/[‘’ʼ]/g, "'");

const withoutQuotations = (text: string): string =>
  text.replaceAll(/"[^"\n]{0,200}"|“[^”\n]{0,200}”|«[^»\n]{0,200}»/g, ' ');

const offerIn = (text: string, further: readonly string[]): string | null => {
  const padded = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}']+/gu, ' ')} `;
  const isIn = (phrase: string): boolean => {
    const wanted = phrase
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
      .trim();
    return wanted !== '' && padded.includes(WITHOUT_BLANKS.test(wanted) ? wanted : ` ${wanted} `);
  };
  return [...further, ...OFFERS].find(isIn) ?? null;
};

/** Scripts that set no blanks between words. */
const WITHOUT_BLANKS = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]/;
