import { marker } from './secret-names.ts';

/** A stretch of a text that a rule removes, from `start` up to but not including `end`, in UTF-16 code units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  /** The rule's name. */
  readonly rule: string;
}

/** A text with each edit's stretch replaced by the marker of its rule. Edits are sorted and do not overlap. */
export const applyEdits = (text: string, edits: readonly Edit[]): string => {
  let result = '';
  let done = 0;
  for (const { start, end, rule } of edits) {
    result += text.slice(done, start) + marker(rule);
    done = end;
  }
  return result + text.slice(done);
};

/**
 * One list of edits for what two lists do one after the other: `second` are edits of `applyEdits(text, first)`, the result edits the text
 * itself. An edit that touches a marker takes the whole of what that marker stands for.
 */
export const composeEdits = (first: readonly Edit[], second: readonly Edit[]): readonly Edit[] => {
  if (first.length === 0) return second;
  const composed: Edit[] = [];
  // How much further right a position behind the edits so far is in the edited text than in the text.
  let shift = 0;
  let next = 0;
  const markerOf = (edit: Edit) => {
    const start = edit.start + shift;
    return { start, end: start + marker(edit.rule).length };
  };
  const pass = (edit: Edit): void => {
    shift += marker(edit.rule).length - (edit.end - edit.start);
    next += 1;
  };
  for (const edit of second) {
    let old = first[next];
    for (; old !== undefined && markerOf(old).end <= edit.start; old = first[next]) {
      composed.push(old);
      pass(old);
    }
    const start = old !== undefined && markerOf(old).start < edit.start ? old.start : edit.start - shift;
    let end = -1;
    for (; old !== undefined && markerOf(old).start < edit.end; old = first[next]) {
      end = markerOf(old).end > edit.end ? old.end : -1;
      pass(old);
    }
    // The rest of a marker that the edit before took as a whole.
    const from = Math.max(start, composed.at(-1)?.end ?? 0);
    const to = end < 0 ? edit.end - shift : end;
    if (to > from) composed.push({ start: from, end: to, rule: edit.rule });
  }
  return [...composed, ...first.slice(next)];
};
