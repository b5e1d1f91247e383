import type { Activity } from '../../events/activity.ts';

/** A session in the list of sessions. */
export interface SessionEntry {
  readonly session: string;
  readonly host: string | null;
  readonly worktree: string | null;
  readonly firstAt: string;
  readonly lastAt: string;
  readonly isLive: boolean;
  readonly events: number;
  /** Prompts of a person, and tool calls. */
  readonly turns: number;
  readonly calls: number;
  /** When the tool calls were. */
  readonly activity: Activity;
  /** How many rulings came to each decision. */
  readonly rulings: Readonly<Record<string, number>>;
}
