import type { Data } from './envelope.ts';
import { REDACTION_RULES, type RedactionRule } from './redaction-rules.ts';
import { isPlaceholder, isSecretValue, marker, namesSecret } from './secret-names.ts';

/** A text without its secrets, and the names of the rules that removed them, sorted, each once. */
export interface RedactedText {
  readonly text: string;
  readonly hits: readonly string[];
}

/** Data without its secrets: the same object when it held none. */
export interface RedactedData {
  readonly data: Data;
  readonly hits: readonly string[];
}

/** Data nested deeper than this becomes the text of its JSON. */
export const DEPTH_LIMIT = 200;

/**
 * Whether a text, or the values in a JSON text, can hold a secret at all. Runs on every line in the hook's hot path, so
 * it only looks for the rules' anchors. Never false for what `redactText` or `redactData` would change.
 */
export const mayHoldSecret = (text: string): boolean => {
  if (EXACT_ANCHORS.some((anchor) => text.includes(anchor))) return true;
  const folded = text.toLowerCase();
  return FOLDED_ANCHORS.some((anchor) => folded.includes(anchor));
};

/**
 * Replaces every secret in a text by `[redacted:RULE]`, which tells nothing of its length. Names, schemes and users
 * beside it stay. Redacting again changes nothing.
 */
export const redactText = (text: string): RedactedText => {
  const hits = new Set<string>();
  const redacted = redactString(text, hits);
  return { text: redacted, hits: sorted(hits) };
};

/**
 * The same for all texts in data, keys included; and removes what is stored under a name that names a secret, whatever
 * it looks like, unless it is a placeholder.
 */
export const redactData = (data: Data): RedactedData => {
  const hits = new Set<string>();
  const redacted = redactFields(data, hits, 0);
  return { data: redacted, hits: sorted(hits) };
};
