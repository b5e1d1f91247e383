import { isWellFormedId } from './id-form.ts';

/** What can be meant as an id: not a part of a longer word, and not the day of a date (`31-DEC-2026`). */
const CANDIDATE = /(?<![\w-])(?:DEC|REQ)[-_][A-Z0-9]+(?:[-_][A-Z0-9]+)*/gi;

export interface IdsIn {
  readonly decisions: readonly string[];
  readonly requirements: readonly string[];
  /** What is meant as an id and is none. */
  readonly malformed: readonly string[];
}

/** The ids that a line names, each once, in order. */
export const idsIn = (text: string): IdsIn => {
  const decisions = new Set<string>();
  const requirements = new Set<string>();
  const malformed = new Set<string>();
  for (const { 0: id, index } of text.matchAll(CANDIDATE)) {
    if (isWellFormedId(id)) (id.startsWith('DEC') ? decisions : requirements).add(id);
    else if (isMeantAsId(id, index === LEAD.exec(text)?.[0].length, text[index + id.length] ?? '')) malformed.add(id);
  }
  return { decisions: [...decisions], requirements: [...requirements], malformed: [...malformed] };
};

/** The marks that a line begins with before its words: of a list, a box, a table, a struck text. */
export const LEAD = /^(?:\[[ xX~-]\]\s*)?[|~[(\s]*/;

/** Words about ids and templates of them (`DEC-COMPONENT-NNN`, `REQ-IDs`) are none. */
const isMeantAsId = (id: string, leads: boolean, next: string): boolean => {
  if (/[-_](?:N+|X+|#+)$/.test(id) || /[-_]IDS?$/i.test(id)) return false;
  // A template goes on with a brace or a star: `REQ-AUTH-*`.
  if (next === '{' || next === '*' || next === '<') return false;
  if (/^DEC-(?:19|20)\d\d/.test(id)) return false;
  const isUpper = id.slice(0, 3) === id.slice(0, 3).toUpperCase();
  const parts = id.split(/[-_]/);
  const isNumbered = /^\d+$/.test(parts.at(-1) ?? '');
  if (isUpper && isNumbered) return true;
  // `dec-auth-001`, and not the day `Dec-31-2026`.
  if (isNumbered && /^[a-z]/i.test(parts[1] ?? '')) return true;
  // `- DEC-AUTH: tokens are signed`
  return isUpper && leads && (next === ':' || next === '|');
};
