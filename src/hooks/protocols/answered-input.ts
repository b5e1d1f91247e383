import type { Verdict } from '../../events/schemas.ts';

/**
 * The input of a question tool as it came, with the answers that a verdict gives: from the text of each question to the
 * chosen label, several of them with commas between, in the host's spelling (measured.md, "Answers"). Null where no verdict
 * answers, or where what it answers is not there.
 */
export const answeredInput = (verdicts: readonly Verdict[], toolInput: unknown): Record<string, unknown> | null => {
  const chosen = verdicts.find(({ answers }) => answers !== undefined)?.answers;
  const { questions } = (toolInput ?? {}) as { questions?: unknown };
  if (chosen === undefined || !Array.isArray(questions) || questions.length !== chosen.length) return null;
  const answers = questions.map((asked: { question?: unknown; options?: unknown }, at) => {
    const labels = (chosen[at] ?? []).map((option) => labelAt(asked.options, option));
    return labels.length > 0 && labels.every((label) => label !== null) ? [asked.question, joined(labels)] : null;
  });
  if (!answers.every((answer) => answer !== null)) return null;
  return { ...(toolInput as Record<string, unknown>), answers: Object.fromEntries(answers) };
};

const labelAt = (options: unknown, at: number): string | null => {
  const option: unknown = Array.isArray(options) ? options[at] : null;
  const label = typeof option === 'object' && option !== null ? (option as { label?: unknown }).label : option;
  return typeof label === 'string' ? label : null;
};

/** One label as it is; of several those that hold what lies between them as JSON texts. */
const joined = (labels: readonly string[]): string =>
  labels.length === 1
    ? (labels[0] as string)
    : labels.map((label) => (/, |"/.test(label) ? JSON.stringify(label) : label)).join(', ');
