import texts from './rule-texts.json' with { type: 'json' };

/** Of rules that one call can set off: such a call, and why. Made from the tables of docs/hooks.md, by their test. */
export const RULE_TEXTS: Readonly<Record<string, { readonly example: string; readonly why: string } | undefined>> =
  texts;
