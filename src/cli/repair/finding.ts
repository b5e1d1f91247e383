/** Something that is not as it should be among docket's files. */
export interface Finding {
  readonly kind:
    | 'unreadable'
    | 'archive-damaged'
    | 'archive-changed'
    | 'archive-unfinished'
    | 'manifest'
    | 'missing-segment'
    | 'snapshot'
    | 'index'
    | 'leftover'
    | 'mode'
    | 'blob-missing'
    | 'blob-damaged';
  /** In words, with its place. */
  readonly what: string;
  /** What `--json` says beside that. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly remedy: Remedy;
  /** Done each time: nothing was found to be wrong. */
  readonly isRoutine?: true;
}

/** What `docket repair` does about it, as what then was done to it; or what a person can do. */
export type Remedy = { readonly done: string; readonly run: () => void } | { readonly advice: string };
