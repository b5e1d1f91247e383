import type { Data } from '../../../events/envelope.ts';
import type { AskedQuestion } from './read-questions.ts';

/** What a call of a question tool came to. */
export type QuestionResult =
  /** By the text of the question; `text` is what was said where no question is named. */
  | { readonly is: 'answered'; readonly answers: ReadonlyMap<string, string>; readonly text: string | null }
  /** Somebody did not want to answer, or did not let it be asked: no failure. */
  | { readonly is: 'declined' }
  | { readonly is: 'failed'; readonly why: string };

/**
 * Reads what a call came to (seed 004, "PostToolUse on tool error"; measured.md: a tool that fails fires a failure event).
 * Only what says of itself that it is missing counts as missing: an answer may speak of errors as much as it likes.
 */
export const questionResult = (data: Data, hasFailed: boolean, asked: readonly AskedQuestion[]): QuestionResult => {
  if (data['permissionDecision'] === 'deny' || data['is_interrupt'] === true) return DECLINED;
  if (hasFailed) return failureIn(textIn(data['error']) ?? '');
  const given = answersIn(data['tool_input'], asked);
  return given !== null && !('tool_response' in data) ? given : resultIn(data['tool_response'], asked, MOST_NESTED);
};

const DECLINED: QuestionResult = { is: 'declined' };
const failed = (why: string): QuestionResult => ({ is: 'failed', why });

/** A result may be JSON in a text in a list. */
const MOST_NESTED = 4;
/** UTF-16 units of a result that are looked at. */
const MOST_READ = 65_536;

const failureIn = (error: string): QuestionResult => {
  const text = error.slice(0, MOST_READ);
  if (isRefusal(text)) return DECLINED;
  const [line = ''] = text.trim().split('\n');
  return failed(line === '' ? 'the tool failed' : `the tool failed: ${line}`);
};

const resultIn = (response: unknown, asked: readonly AskedQuestion[], nested: number): QuestionResult => {
  if (response === null || response === undefined) return failed('there is no result');
  if (typeof response === 'string') return textResult(response.slice(0, MOST_READ), asked, nested);
  if (typeof response !== 'object') return { is: 'answered', answers: new Map(), text: String(response) };
  const text = Array.isArray(response) ? textIn(response) : null;
  if (Array.isArray(response)) return text === null ? failed('the result is empty') : resultIn(text, asked, nested - 1);
  const { is_error: isError, isError: isErrorToo, content } = response as Record<string, unknown>;
  if (isError === true || isErrorToo === true) return failureIn(textIn(response) ?? '');
  const answered = answersIn(response, asked);
  if (answered !== null) return answered;
  if (content !== undefined && nested > 0) return resultIn(content, asked, nested - 1);
  return Object.keys(response).length === 0
    ? failed('the result is empty')
    : { is: 'answered', answers: new Map(), text: JSON.stringify(response) };
};

/** What the host and servers write where there are answers by question; null where there is nothing of the kind. */
const answersIn = (holder: unknown, asked: readonly AskedQuestion[]): QuestionResult | null => {
  if (typeof holder !== 'object' || holder === null) return null;
  const { answers, response } = holder as { answers?: unknown; response?: unknown };
  if (typeof response === 'string' && response.trim() !== '') {
    return { is: 'answered', answers: new Map(asked.map(({ question }) => [question, response])), text: response };
  }
  if (typeof answers !== 'object' || answers === null) return null;
  const given = Object.entries(answers).flatMap(([key, answer]) => {
    const text = answerText(answer);
    const question = fieldOf(answer, 'question');
    return text.trim() === '' ? [] : [[typeof question === 'string' ? question : key, text] as const];
  });
  return given.length === 0
    ? failed('no question was answered')
    : { is: 'answered', answers: new Map(given), text: null };
};

/** A label, a list of them, or what a server calls an answer. */
const answerText = (answer: unknown): string => {
  if (typeof answer === 'string') return answer;
  if (Array.isArray(answer)) return answer.map(answerText).join(', ');
  if (typeof answer !== 'object' || answer === null)
    return answer === null || answer === undefined ? '' : String(answer);
  const { answer: said, label, value, selected } = answer as Readonly<Record<string, unknown>>;
  return answerText(said ?? label ?? value ?? selected ?? '');
};

const textResult = (whole: string, asked: readonly AskedQuestion[], nested: number): QuestionResult => {
  const text = whole.trim();
  if (/^[\s.…]*$/.test(text)) return failed('the result is empty');
  const isError = text.startsWith(ERROR_OPENS) && text.endsWith(ERROR_CLOSES);
  if (isError) return failureIn(text.slice(ERROR_OPENS.length, -ERROR_CLOSES.length));
  if (MISSING.test(text)) return failed('the result is missing, by an error inside the host');
  if (AUTO_DECIDED_FIRST.test(text)) return DECLINED;
  if (ANSWERED_NOTHING.test(text.replace(EMPTY_ANSWER, '')))
    return failed('the host says that it was answered, and with what it does not say');
  if (text === 'The user did not answer the questions.') return failed('no question was answered');
  if (text.startsWith('{') || text.startsWith('[')) {
    const value = nested > 0 ? parsed(text) : undefined;
    if (typeof value === 'object' && value !== null) return resultIn(value, asked, nested - 1);
  }
  return { is: 'answered', answers: quotedIn(text, asked), text };
};

/** Nothing else, as hosts write it: in any case, behind the word "error". */
const MISSING = /^(?:error:\s*)?\[tool result missing due to internal error\]\.?$/i;
/** The client puts the error of a tool between these, where it tells it as a result. */
const ERROR_OPENS = '<tool_use_error>';
const ERROR_CLOSES = '</tool_use_error>';
/** A hook that decides by a refusal says so (seed 004). An answer may speak of it further on. */
const AUTO_DECIDED = /\[[^\]\n]{0,60}\bauto-decided?\b[^\]\n]{0,60}\]/i;
const AUTO_DECIDED_FIRST = new RegExp(`^(?:error:\\s*)?${AUTO_DECIDED.source}`, 'i');
const ANSWERED_NOTHING =
  /^(?:the )?(?:user has answered your questions|your questions have been answered|user answered)\s*:\s*\.?\s*(?:you can now continue\b[^"]*)?$/i;

/** `"Which DB?"=""` */
const EMPTY_ANSWER = /"[^"\n]{0,2000}"="\s{0,20}"[,;]?\s{0,3}/g;

/** `"Which DB?"="Postgres"`, as the host tells the model. */
const quotedIn = (text: string, asked: readonly AskedQuestion[]): ReadonlyMap<string, string> =>
  new Map(
    asked.flatMap(({ question }): [string, string][] => {
      const at = text.indexOf(`"${question}"="`);
      if (at < 0) return [];
      const from = at + question.length + 4;
      const to = text.indexOf('"', from);
      return to < 0 ? [] : [[question, text.slice(from, to)]];
    }),
  );

/** A refusal of a person, a rule or a hook, as hosts word it. That a file or a server refused something is none. */
const isRefusal = (text: string): boolean =>
  AUTO_DECIDED.test(text) || REFUSALS.some((refusal) => refusal.test(text)) || /\[docket [\w-]+\/[\w-]+\]/.test(text);

const REFUSALS: readonly RegExp[] = [
  /\b(?:user|person|human|operator)(?: has| had)? (?:declined|rejected|denied|refused|cancell?ed|dismissed|aborted|interrupted|skipped|chose not)\b/i,
  /\b(?:declined|rejected|denied|refused|cancell?ed|dismissed|aborted|interrupted|blocked) by (?:the |a |your )?(?:user|person|human|operator|hook|policy|rule|permission)/i,
  /\b(?:doesn['’]t|does not|didn['’]t|did not) want to\b/i,
  /\bpermission to use \S+ (?:has been |was |is )?denied\b/i,
  /\bhook (?:error|denied|blocked|rejected)\b/i,
];

/** The text of a result: of its blocks, or of the field that says what went wrong. */
const textIn = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const texts = value.map((block) => (typeof block === 'string' ? block : textIn(fieldOf(block, 'text'))));
    const all = texts.filter((text) => text !== null);
    return all.length === 0 ? null : all.join('\n');
  }
  for (const name of ['error', 'message', 'text', 'content']) {
    const field = fieldOf(value, name);
    if (field !== undefined) return textIn(field);
  }
  return null;
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
