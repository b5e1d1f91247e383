import { isJsonObject } from '../../events/json-object.ts';
import { parsedJson, parseVerdict } from './parse-answer.ts';
import { type LlmVerdict, NoAnswerError, type ProviderName, type Question, type Reviewer } from './reviewer.ts';
import type { Posting } from './transport.ts';

/** How one provider is asked over its HTTP API. */
interface Provider {
  readonly posting: (reviewer: Reviewer, question: Question) => Omit<Posting, 'timeoutMs'>;
  /** The model's own words in the provider's answer. Throws `NoAnswerError`. */
  readonly wordsIn: (answer: unknown) => string;
}

/** A reason of 200 characters and the braces around it, with room for models that think first. */
const MOST_TOKENS = 1_024;

/** Google's Generative Language API, `models.generateContent`. The key goes in a header, since addresses end up in logs. */
const gemini: Provider = {
  posting: ({ baseUrl, model, key }, { instructions, data }) => ({
    url: `${baseUrl}/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    headers: { 'x-goog-api-key': key },
    body: JSON.stringify({
      systemInstruction: { parts: [{ text: instructions }] },
      contents: [{ role: 'user', parts: [{ text: data }] }],
      generationConfig: { temperature: 0, maxOutputTokens: MOST_TOKENS, responseMimeType: 'application/json' },
    }),
  }),
  wordsIn: (answer) => {
    const candidate = only(fieldOf(answer, 'candidates'));
    finishedBy(candidate, 'finishReason', 'STOP');
    const parts = fieldOf(fieldOf(candidate, 'content'), 'parts');
    const said = Array.isArray(parts)
      ? parts.filter((part) => !(isJsonObject(part) && part['thought'] === true))
      : parts;
    return textOf(fieldOf(only(said), 'text'));
  },
};

/** OpenAI's chat completions, which many gateways speak as well. No temperature: newer models refuse one. */
const openai: Provider = {
  posting: ({ baseUrl, model, key }, { instructions, data }) => ({
    url: `${baseUrl}/chat/completions`,
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({
      model,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: data },
      ],
      max_completion_tokens: MOST_TOKENS,
      response_format: { type: 'json_object' },
    }),
  }),
  wordsIn: (answer) => {
    const choice = only(fieldOf(answer, 'choices'));
    finishedBy(choice, 'finish_reason', 'stop');
    return textOf(fieldOf(fieldOf(choice, 'message'), 'content'));
  },
};

const PROVIDERS: Readonly<Record<ProviderName, Provider>> = { gemini, openai };

export const postingFor = (reviewer: Reviewer, question: Question): Omit<Posting, 'timeoutMs'> =>
  PROVIDERS[reviewer.provider].posting(reviewer, question);

/** The verdict in a provider's answer. Throws `NoAnswerError` when it is not exactly what was asked for. */
export const verdictIn = (provider: ProviderName, body: string): LlmVerdict =>
  parseVerdict(PROVIDERS[provider].wordsIn(parsedJson(body)));

const fieldOf = (value: unknown, name: string): unknown => (isJsonObject(value) ? value[name] : undefined);

const only = (values: unknown): unknown => {
  if (!Array.isArray(values) || values.length !== 1) throw new NoAnswerError('unexpected answer');
  return values[0];
};

const textOf = (value: unknown): string => {
  if (typeof value !== 'string') throw new NoAnswerError('unexpected answer');
  return value;
};

/** An answer that was cut, or held back, is none. */
const finishedBy = (value: unknown, field: string, expected: string): void => {
  const reason = fieldOf(value, field) ?? expected;
  if (reason !== expected) throw new NoAnswerError('unfinished answer');
};
