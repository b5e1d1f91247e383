import { isWellFormedId } from '../plan/id-form.ts';
import { type Comment, commentsIn } from './comments.ts';
import type { Piece } from './cursor.ts';

/** What is wrong with an annotation: each is one thing to mend. */
export type AnnotationFault = 'no-id' | 'malformed-id' | 'no-title' | 'no-status' | 'no-rationale';

/** A `@decision` in a comment. */
export interface Annotation {
  /** In capitals; null where nothing behind `@decision` can be taken for an id. */
  readonly id: string | null;
  /** What stands behind `@decision`, as it is written. */
  readonly given: string;
  readonly title: string | null;
  /** Its first word in lower case: `accepted`, `deprecated`, `superseded`. */
  readonly status: string | null;
  readonly rationale: string | null;
  /** Ids of requirements, in capitals. */
  readonly addresses: readonly string[];
  /** Of the `@decision`, from 1. */
  readonly line: number;
  readonly faults: readonly AnnotationFault[];
}

/** Annotations of one file that are read. */
const MOST = 1000;

/**
 * The `@decision` annotations in the comments of a text. Title, status, rationale and the requirements that the decision
 * addresses are read as `@title …` or `Title: …`, in any order and case, on lines of their own or behind each other; a
 * title may stand behind the id. A `@decision` in the middle of a sentence, in a string or in code is none, nor is one in
 * another case, which files are not searched for.
 */
export const annotationsIn = (text: string, pieces: readonly Piece[]): Annotation[] =>
  text.includes('@decision') ? commentsIn(text, pieces).flatMap(annotationsOf).slice(0, MOST) : [];

interface Draft {
  readonly given: string;
  readonly line: number;
  readonly fields: { [name in Field]?: string };
  /** The field that the next line goes on with. */
  open: Field | null;
}

type Field = 'title' | 'status' | 'rationale' | 'addresses';

const annotationsOf = ({ lines }: Comment): Annotation[] => {
  const drafts: Draft[] = [];
  for (const { text, line } of lines) {
    for (const part of partsOf(text)) read(part, line, drafts);
  }
  return drafts.map(finished);
};

/** What stands in one line: fields behind each other, and a decision behind a sentence or another tag. */
const partsOf = (text: string): string[] =>
  text
    .split(text.startsWith('@') ? /\s+(?=@decision\s+[Dd][Ee][Cc]-)/ : /(?<=[.;:!|])\s+(?=@decision\s+[Dd][Ee][Cc]-)/)
    .flatMap((part) =>
      part.split(
        /\s+(?=@(?:title|status|rationale|addresses)\b)|\s*[|;]\s*(?=(?:title|status|rationale|addresses)\s*:)/i,
      ),
    );

const read = (part: string, line: number, drafts: Draft[]): void => {
  const begun = /^(?:[-*•]\s+)?@decision\b[:\s]*(.*)$/.exec(part);
  if (begun !== null) {
    drafts.push({ given: (begun[1] ?? '').trim(), line, fields: {}, open: null });
    return;
  }
  const draft = drafts.at(-1);
  if (draft === undefined) return;
  const field =
    /^(?:[-*•]\s+)?(?:@(title|status|rationale|addresses)\b[:\s]*|\**(title|status|rationale|addresses)\**\s*:\**\s*)(.*)$/i.exec(
      part,
    );
  if (field !== null) {
    const name = (field[1] ?? field[2] ?? '').toLowerCase() as Field;
    draft.fields[name] ??= (field[3] ?? '').trim();
    draft.open = name;
  } else if (part === '' || part.startsWith('@')) draft.open = null;
  else if (draft.open !== null) {
    const before = draft.fields[draft.open] ?? '';
    if (before.length < LONGEST) draft.fields[draft.open] = `${before} ${part}`.trim();
  }
};

/** UTF-16 units of a field. */
const LONGEST = 2000;

const finished = ({ given, line, fields }: Draft): Annotation => {
  const [, written = null, behind = ''] =
    /^[`"[(*]{0,3}(DEC-[A-Z0-9][A-Z0-9_-]{0,80})[`"\])*]{0,3}(.*)$/i.exec(given) ?? [];
  const id = written?.replace(/[-_]+$/, '') ?? null;
  const title = text(fields.title) ?? text(behind.replace(/^[\s:–—-]+/, ''));
  const status = /^[`"*]*([a-z][a-z-]*)/i.exec(fields.status ?? '')?.[1]?.toLowerCase() ?? null;
  const rationale = text(fields.rationale);
  const faults: AnnotationFault[] = [];
  if (id === null) faults.push('no-id');
  else if (!isWellFormedId(id)) faults.push('malformed-id');
  if (title === null) faults.push('no-title');
  if (status === null) faults.push('no-status');
  if (rationale === null) faults.push('no-rationale');
  const addresses = [...new Set((fields.addresses ?? '').toUpperCase().match(/\bREQ(?:-[A-Z0-9]+)+\b/g) ?? [])];
  return { id: id?.toUpperCase() ?? null, given, title, status, rationale, addresses, line, faults };
};

const text = (value: string | undefined): string | null => (value === undefined || value === '' ? null : value);
