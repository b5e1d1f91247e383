import type { FileChange } from '../show-change.ts';
import type { FindingId } from './catalogue.ts';

/** Something that `docket doctor` found. */
export interface Finding {
  readonly id: FindingId;
  /** In one sentence. */
  readonly says: string;
  /** What shows it: a value, or a place as `path:line`. */
  readonly evidence: readonly string[];
  /** What to do about it. */
  readonly fix: string;
  /** The command that does it, where there is one. */
  readonly command?: string;
  /** What `--fix` does about it. */
  readonly mend?: Mend;
}

/** A repair that loses nothing. */
export interface Mend {
  /** What would change, shown before it is done. */
  readonly shows?: FileChange;
  /** It changes what reaches the gates, which is not an agent's to do. */
  readonly isPersonal?: true;
  /** Does it, and says what was done. Throws when it cannot be. */
  readonly run: () => string;
}
