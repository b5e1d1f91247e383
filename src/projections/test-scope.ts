/** How much of the worktree's tests a run is about, as events say it: absent where nothing says that it is less than all. */
export interface TestScope {
  /** Only some tests, by name. */
  readonly partial?: true;
  /** The package whose tests they are. */
  readonly folder?: string;
}

export const testScope = (run: {
  readonly partial?: boolean | undefined;
  readonly folder?: string | undefined;
}): TestScope => ({
  ...(run.partial === true ? { partial: true } : {}),
  ...(run.folder === undefined || run.folder === '' ? {} : { folder: run.folder }),
});
