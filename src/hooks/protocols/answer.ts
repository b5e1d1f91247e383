import type { Envelope } from '../../events/envelope.ts';
import type { Verdict } from '../../events/schemas.ts';
import type { Ruling } from '../../gates/combine.ts';

/** What a hook process gives its host. */
export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** No opinion: the host goes on as if docket were not there. */
export const SILENCE: Answer = { stdout: '', stderr: '', exitCode: 0 };

export interface AnswerInput {
  readonly ruling: Ruling;
  readonly trigger: Envelope;
  /** The tool's input as the host sent it: rewrites change this text, not the redacted one. */
  readonly toolInput: unknown;
  /** A message for the person in front of the client; it never reaches the model. */
  readonly notice: string | null;
  /** What the host is to write to its terminal, for the person as well. */
  readonly sequence?: string | null;
}

/** The host spills longer texts to a file and shows a preview (protocol sheet §1.5). */
const MOST_CHARACTERS = 9_500;

/**
 * The reasons and remedies of verdicts, most important first, and behind them what gates tell as context. What did not happen is not told: nothing is rewritten
 * beside a deny, a permission says nothing to the agent unless it answers a question in the person's place. Beside a question a rewrite is told, since what is asked about is
 * the rewritten command.
 */
export const explain = (verdicts: readonly Verdict[]): string => {
  const isRefused = verdicts.some(({ decision }) => decision === 'deny');
  const told = verdicts.filter(({ decision, answers }) =>
    decision === 'allow' ? answers !== undefined : !(isRefused && decision === 'rewrite'),
  );
  const sentences = told.filter(({ context }) => context === undefined).map(sentence);
  const contexts = told.flatMap(({ context }) => context ?? []);
  const text = [...sentences, ...contexts].join('\n');
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)} …`;
};

/** A reason for a deny that stands for a question nobody can answer. */
export const explainUnanswerable = (why: string, verdicts: readonly Verdict[]): string => {
  const told = explain(verdicts.filter(({ decision }) => decision !== 'rewrite'));
  return `This needs a person's answer, and nobody can give one (${why}). Ask the user to do it or to allow it.\n${told}`;
};

/**
 * The tool's input with the edits of all rewrites applied, or null when there is nothing to apply them to. No two of them
 * overlap (`combine` sees to that); what is inserted at one place stands in the order of the verdicts, in front of what
 * replaces the text behind it.
 */
export const rewrittenInput = (verdicts: readonly Verdict[], toolInput: unknown): Record<string, unknown> | null => {
  if (typeof toolInput !== 'object' || toolInput === null) return null;
  const input = { ...(toolInput as Record<string, unknown>) };
  let changed = false;
  for (const field of new Set(verdicts.flatMap(({ edits }) => (edits === undefined ? [] : [edits.field])))) {
    const text = input[field];
    if (typeof text !== 'string') continue;
    const edits = verdicts.flatMap((verdict) => (verdict.edits?.field === field ? verdict.edits.edits : []));
    const inOrder = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
    input[field] = inOrder.reduceRight((result, { start, end, text: by }) => {
      return result.slice(0, start) + by + result.slice(end);
    }, text);
    changed = true;
  }
  return changed ? input : null;
};

const sentence = (verdict: Verdict): string => {
  const remedies = new Set(
    verdict.conditions.flatMap(({ holds, remedy }) => (holds || remedy === null ? [] : [remedy])),
  );
  const told = verdict.decision === 'rewrite' ? [] : remedies;
  return [verdict.reason, ...told, `[docket ${verdict.rule}]`].join(' ');
};
