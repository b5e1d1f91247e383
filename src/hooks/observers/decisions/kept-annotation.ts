import { type AnnotationFault, annotationsIn } from '../source/annotations.ts';
import { languageOf } from '../source/languages.ts';
import { scan } from '../source/scan.ts';

/** What an audit wants to know of an annotation. */
export interface KeptAnnotation {
  /** In capitals; null where it has none. */
  readonly id: string | null;
  /** From 1. */
  readonly line: number;
  /** In lower case; null where it has none. */
  readonly status: string | null;
  /** Requirements that it says it addresses, in capitals. */
  readonly addresses: readonly string[];
  /** What it has to say and does not. */
  readonly lacks: readonly Part[];
}

type Part = 'id' | 'title' | 'status' | 'rationale';

/** What stands in every text that has an annotation. */
export const MARK = '@decision';

/** The annotations of a source file; none in a language whose comments nobody knows. */
export const keptAnnotations = (text: string, path: string): KeptAnnotation[] => {
  const language = languageOf(path, text);
  if (language === null) return [];
  return annotationsIn(text, scan(text, language)).map(({ id, line, status, addresses, faults }) => ({
    ...{ id, line, status, addresses },
    lacks: [...new Set(faults.map((fault) => LACKED[fault]))],
  }));
};

const LACKED: Readonly<Record<AnnotationFault, Part>> = {
  'no-id': 'id',
  'malformed-id': 'id',
  'no-title': 'title',
  'no-status': 'status',
  'no-rationale': 'rationale',
};
