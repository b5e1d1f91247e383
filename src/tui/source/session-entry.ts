/** A session in the list of sessions. */
export interface SessionEntry {
  readonly session: string;
  readonly host: string | null;
  readonly worktree: string | null;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly isLive: boolean;
  readonly events: number;
  /** How many rulings came to each decision. */
  readonly rulings: Readonly<Record<string, number>>;
}
