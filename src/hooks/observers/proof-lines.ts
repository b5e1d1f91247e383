import { docketLines, noteIn } from './prompt-lines.ts';

/** What a prompt says of proof: that somebody saw it work, or that nobody did after all. */
export interface ProofLine {
  readonly says: 'proven' | 'revoked';
  readonly note: string;
}

/**
 * The last line of a prompt that says so: `docket prove: NOTE`, `docket prove --revoke [NOTE]` or `docket revoke proof[:
 * NOTE]`, in any case, from the beginning of a line to its end. A proof without a note says nothing.
 */
export const proofLine = (prompt: string): ProofLine | null =>
  docketLines(prompt).reduce<ProofLine | null>((found, line) => lineSays(line) ?? found, null);

const lineSays = (line: string): ProofLine | null => {
  const revoked = /^docket (?:prove --revoke|revoke proof)(?:[:\s](.*))?$/i.exec(line);
  if (revoked !== null) return { says: 'revoked', note: noteIn(revoked[1]) };
  const note = noteIn(/^docket prove:(.*)$/i.exec(line)?.[1]);
  return note === '' ? null : { says: 'proven', note };
};
