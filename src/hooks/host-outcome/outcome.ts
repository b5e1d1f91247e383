/** What a hook process did, as its host sees it. */
export interface HookRun {
  /** How it ended; `missing`: it could not be started. */
  readonly ended: 'exit' | 'timeout' | 'killed' | 'missing';
  /** Of `exit`. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The call that the run answers. */
export interface HostCall {
  readonly host: string;
  /** `major.minor.patch`; null: the newest that is known. */
  readonly version: string | null;
  /** The event, in the host's words. */
  readonly event: string;
  /** Nobody can be asked: headless, or a permission mode that asks nobody. */
  readonly headless?: boolean;
  readonly tool?: string;
  readonly toolInput?: unknown;
}

/** Who reads a text. */
export type Reader = 'model' | 'person' | 'nobody';

/** What an answer comes to. */
export type Effect =
  /** What was about to happen does not: a call, a prompt, a compaction, a switch. */
  | 'denied'
  /** An agent that wanted to end goes on. */
  | 'goes-on'
  /** The agent stops here. */
  | 'halted'
  | 'asked'
  | 'allowed'
  /** The call runs with another input. */
  | 'rewritten'
  /** What came out is shown as something else. */
  | 'replaced'
  /** The model is told beside a result; nothing is undone. */
  | 'fed-back'
  /** The model is told. */
  | 'context'
  /** The person is told. */
  | 'shown'
  /** The host does something else that the answer says: a title, a list of files, a path. */
  | 'done'
  /** The host reports a fault of the hook, and goes on as if it had said nothing. */
  | 'error'
  /** The host goes on as if nothing had been said. */
  | 'nothing'
  /** Nobody knows: not measured, and not documented, or the documents disagree. */
  | 'uncertain';

/** How something is known. `extrapolated`: measured of another version; `uncertain`: sources disagree, or none says it. */
export type Basis = 'measured' | 'documented' | 'extrapolated' | 'uncertain';

/** Where a statement comes from. */
export interface Ground {
  readonly basis: Basis;
  /** A section of the protocol sheet (`protocol §1.4`), of `measured.md` or `hosts.md`, or a test that drives the client. */
  readonly source: string;
}

export interface Consequence extends Ground {
  readonly effect: Effect;
  /** In a sentence. */
  readonly says: string;
}

export interface Heard extends Ground {
  readonly by: Reader;
  readonly text: string;
  /** `the reason`, `a hook error`, … */
  readonly as: string;
}

export interface Ignored extends Ground {
  /** The field, by its path, or the stream. */
  readonly what: string;
  readonly why: string;
}

/** What an answer visibly is for. */
export type Intention = 'block' | 'halt' | 'ask' | 'allow' | 'rewrite' | 'replace' | 'context' | 'message';

export interface Want {
  readonly intention: Intention;
  /** What shows it. */
  readonly because: string;
  /** Null where nobody knows. */
  readonly met: boolean | null;
}

/** What a host makes of an answer. */
export interface HostOutcome {
  readonly host: string;
  readonly version: string;
  readonly event: string;
  /** The first of `consequences`. */
  readonly effect: Effect;
  /** The one that decides first. */
  readonly consequences: readonly Consequence[];
  readonly heard: readonly Heard[];
  readonly ignored: readonly Ignored[];
  readonly wants: readonly Want[];
  /** Whether it does all that it visibly wants; null where nobody knows. */
  readonly works: boolean | null;
  /** What would have been right, one way a line; empty where it works. */
  readonly instead: readonly string[];
}

/** What a host's own reading of a run comes to, before it is held against what was wanted. */
export type Reading = Pick<HostOutcome, 'consequences' | 'heard' | 'ignored'>;

export const measured = (source: string): Ground => ({ basis: 'measured', source });
export const documented = (source: string): Ground => ({ basis: 'documented', source });
export const uncertain = (source: string): Ground => ({ basis: 'uncertain', source });

/** The session of the client that answers one call after the other with what a hook can say. */
export const DRIVEN = 'test/client/host-answers.test.ts';
