/** The version of the line format. Readers upcast older lines; stored bytes never change. */
export const FORMAT_VERSION = 1;

/**
 * Who caused an event: a host's hook call, a person at a terminal, a person through a prompt in the client, the
 * agent through a tool, docket's own background work, or an import.
 */
export type Provenance = 'hook' | 'person' | 'prompt' | 'agent' | 'worker' | 'import';

/** The main agent has the id `main`; a subagent carries the host's agent id. */
export interface Actor {
  readonly id: string;
  readonly type?: string;
}

export type Data = Readonly<Record<string, unknown>>;

/**
 * One line of the log: an immutable fact in the past tense. Every field but `delivery` is always present, so that a
 * reader in any language can rely on it; `null` means "does not apply".
 */
export interface Envelope<D = Data> {
  readonly v: number;
  readonly id: string;
  readonly type: string;
  /** UTC, ISO 8601 with milliseconds, by the clock of the writing process. Order is position, never this. */
  readonly at: string;
  /** The agent session the event belongs to. */
  readonly stream: string;
  readonly actor: Actor;
  readonly host: string;
  /** The prompt being worked on, where the host names it. */
  readonly turn: string | null;
  /** The event that led to this one. */
  readonly cause: string | null;
  /** The host's id of the tool call. */
  readonly call: string | null;
  /** Top folder of the git worktree (or the project directory outside git) the event happened in. */
  readonly worktree: string | null;
  readonly provenance: Provenance;
  /** Names of the redaction rules that removed something from `data`. */
  readonly redacted: readonly string[];
  /** What makes two deliveries of one host event recognisable; only on host events. */
  readonly delivery?: string;
  readonly data: D;
}

/** An event that is not written yet: what a producer knows, without what the writer adds. */
export interface EventDraft {
  readonly type: string;
  readonly data: Data;
  readonly cause?: string | null;
  readonly call?: string | null;
  readonly worktree?: string | null;
  readonly provenance?: Provenance;
  readonly delivery?: string;
}

/**
 * Whether a parsed line is of today's version and has what every reader relies on. Checked by hand because it runs once a line on the hook's
 * hot path; `test/events/envelope.prop.test.ts` holds it against the zod schema.
 */
export const isEnvelope = (value: unknown): value is Envelope => {
  if (typeof value !== 'object' || value === null) return false;
  const e = value as Record<string, unknown>;
  return (
    e['v'] === FORMAT_VERSION &&
    typeof e['id'] === 'string' &&
    e['id'] !== '' &&
    typeof e['type'] === 'string' &&
    typeof e['at'] === 'string' &&
    typeof e['stream'] === 'string' &&
    typeof e['host'] === 'string' &&
    isActor(e['actor']) &&
    isNullableString(e['turn']) &&
    isNullableString(e['cause']) &&
    isNullableString(e['call']) &&
    isNullableString(e['worktree']) &&
    // Nearly every line says `hook`; looking that up in a set would hash each string first.
    (e['provenance'] === 'hook' || PROVENANCES.has(e['provenance'])) &&
    isStringArray(e['redacted']) &&
    (e['delivery'] === undefined || typeof e['delivery'] === 'string') &&
    typeof e['data'] === 'object' &&
    e['data'] !== null &&
    !Array.isArray(e['data'])
  );
};

const PROVENANCES = new Set<unknown>(['hook', 'person', 'prompt', 'agent', 'worker', 'import'] satisfies Provenance[]);

const isNullableString = (value: unknown): boolean => value === null || typeof value === 'string';

const isActor = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const actor = value as Record<string, unknown>;
  return typeof actor['id'] === 'string' && (actor['type'] === undefined || typeof actor['type'] === 'string');
};

const isStringArray = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** Whether a value stands for a text that was too long for its line. */
export const isBlobReference = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '$blob' in value;
