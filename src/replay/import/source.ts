import type { Actor, Data } from '../../events/envelope.ts';

/** An event that a transcript stands for, before it has an id and a place in the log. */
export interface ImportedDraft {
  /** What its id is made of, together with the session. */
  readonly key: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly actor: Actor;
  readonly turn: string | null;
  readonly call: string | null;
  readonly cwd: string | null;
  /** The id of the line, by which the end of a session is found again in a file that continues it. */
  readonly delivery: string | null;
  readonly data: Data;
  /** Its id, where that is not made of the key. */
  readonly id?: string;
  /** The id of the event that it belongs to. */
  readonly cause?: string;
}

/** What was found in one file. */
export interface Counts {
  messages: number;
  calls: number;
  compactions: number;
  /** Lines whose parent no line of the file is. */
  orphans: number;
  outputTokens: number;
  /** Lines that were passed over, by reason. */
  readonly skipped: Record<string, number>;
  /** Lines of types that are not known, by type. */
  readonly unknownTypes: Record<string, number>;
}

export const newCounts = (): Counts => ({
  messages: 0,
  calls: 0,
  compactions: 0,
  orphans: 0,
  outputTokens: 0,
  skipped: {},
  unknownTypes: {},
});

export const tally = (counts: Record<string, number>, name: string, more = 1): void => {
  if (more > 0) counts[name] = (counts[name] ?? 0) + more;
};

/** What the model said last, by which the end of a turn is told. */
export interface LastMessage {
  readonly id: string | null;
  readonly key: string;
  readonly text: string;
  readonly calls: boolean;
  /** The model says that it is done. */
  readonly isDone: boolean;
}

/** One file of a session while it is read. */
export interface Source {
  readonly path: string;
  /** `main`, or the subagent whose transcript it is. */
  actor: Actor;
  /** Written for the model while it sums up a conversation: repeats it, and is nobody's work. */
  readonly isCompaction: boolean;
  readonly counts: Counts;
  at: number;
  cwd: string | null;
  permissionMode: string | null;
  turn: string | null;
  hasStarted: boolean;
  last: LastMessage | null;
  /** The end of the turn was told. */
  hasEnded: boolean;
  afterCaveat: boolean;
  /** A compaction whose summary is still to come. */
  compaction: { readonly key: string; readonly trigger: string | null } | null;
}

export const newSource = (
  given: Pick<Source, 'path' | 'actor' | 'at' | 'cwd'> & { readonly isCompaction?: boolean },
): Source => ({
  isCompaction: false,
  ...given,
  counts: newCounts(),
  permissionMode: null,
  turn: null,
  hasStarted: false,
  last: null,
  hasEnded: true,
  afterCaveat: false,
  compaction: null,
});

/** An event of a line, with what hooks say of their circumstances. */
export const draft = (
  { source, key, actor }: { readonly source: Source; readonly key: string; readonly actor: Actor },
  type: string,
  data: Data,
  given: Partial<ImportedDraft> = {},
): ImportedDraft => ({
  key: `${type} ${key}`,
  type,
  at: source.at,
  actor,
  turn: source.turn,
  call: null,
  cwd: source.cwd,
  delivery: key,
  data: {
    transcript_path: source.path,
    ...(source.cwd === null ? {} : { cwd: source.cwd }),
    ...(source.permissionMode === null ? {} : { permission_mode: source.permissionMode }),
    ...data,
  },
  ...given,
});
