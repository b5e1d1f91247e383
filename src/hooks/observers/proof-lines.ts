/** What a prompt says of proof: that somebody saw it work, or that nobody did after all. */
export interface ProofLine {
  readonly says: 'proven' | 'revoked';
  readonly note: string;
}

/**
 * The last line of a prompt that says so: `docket prove: NOTE`, `docket prove --revoke [NOTE]` or `docket revoke proof[:
 * NOTE]`, in any case, from the beginning of a line to its end. Lines of quotations and of code blocks, which may come from
 * anywhere, say nothing, and so does a proof without a note.
 */
export const proofLine = (prompt: string): ProofLine | null => {
  let found: ProofLine | null = null;
  let fence: string | null = null;
  for (const line of prompt.split(/\r?\n|\r/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3) ?? null;
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    else if (fence === null) found = lineSays(line) ?? found;
  }
  return found;
};

const lineSays = (line: string): ProofLine | null => {
  const revoked = /^docket (?:prove --revoke|revoke proof)(?:[:\s](.*))?$/i.exec(line);
  if (revoked !== null) return { says: 'revoked', note: noteOf(revoked[1]) };
  const note = noteOf(/^docket prove:(.*)$/i.exec(line)?.[1]);
  return note === '' ? null : { says: 'proven', note };
};

const noteOf = (text: string | undefined): string => (text ?? '').trim().slice(0, LONGEST_NOTE);

const LONGEST_NOTE = 1_000;
