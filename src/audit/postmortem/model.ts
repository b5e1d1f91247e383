import type { Provenance } from '../../events/envelope.ts';
import type { Verdict } from '../../events/schemas.ts';

// What a postmortem says, as data: made once, and written as Markdown and as a page. Texts are as they were logged: who
// writes them makes them inert. Times are ISO 8601, UTC. `event` is always an event's id, and what jumps lead to.

/** A postmortem of one session. */
export interface Postmortem {
  readonly session: PostmortemSession;
  /** What happened, in five sentences at most. */
  readonly summary: readonly string[];
  readonly turns: readonly PostmortemTurn[];
  /** Every event of the session that a person would want in a timeline, in the order of the log. */
  readonly entries: readonly Entry[];
  /** Every time that a gate fired or would have (`mode`), in the order of the log. */
  readonly firings: readonly Firing[];
  /** What was known at the end: tests, reviews, proof, in this order. */
  readonly evidence: readonly Evidence[];
  readonly files: readonly ChangedFile[];
  /** The riskiest first, then in the order of the log. */
  readonly commands: readonly RunCommand[];
  readonly deniedButRan: readonly Doubt[];
  readonly waivers: readonly WaiverUse[];
  /** Everything that a person did about the session, besides prompts: answers, proofs, approvals, waivers, interrupts. */
  readonly interventions: readonly Intervention[];
  readonly integrity: Integrity;
  readonly policies: readonly PolicyPeriod[];
  readonly redactions: readonly RedactionCount[];
  /** What the record does not know: gaps, lost hooks, calls without an end, facts that could not be observed. */
  readonly unknown: readonly Doubt[];
}

export interface PostmortemSession {
  readonly id: string;
  readonly project: string;
  readonly host: string;
  readonly hostVersion: string | null;
  readonly model: string | null;
  readonly kind: string | null;
  readonly worktree: string | null;
  readonly from: string;
  readonly to: string;
  /** It has no end in the log. */
  readonly isLive: boolean;
  /** From a transcript: docket was not there, and verdicts are what today's gates would have said. */
  readonly isImported: boolean;
  readonly counts: {
    readonly events: number;
    readonly turns: number;
    readonly calls: number;
    readonly agents: number;
    readonly byDecision: Readonly<Partial<Record<Verdict['decision'], number>>>;
  };
}

/** From a prompt to the next one. */
export interface PostmortemTurn {
  readonly event: string | null;
  readonly number: number;
  readonly prompt: string;
  readonly provenance: Provenance;
  readonly from: string;
  readonly to: string;
  /** Places in `entries`: the first of the turn, and behind its last. */
  readonly entries: readonly [number, number];
}

export type EntryKind = 'prompt' | 'call' | 'agent' | 'evidence' | 'person' | 'session' | 'ending' | 'problem';

/** One row of the timeline: a call with its outcome, a prompt, what a person did. */
export interface Entry {
  readonly event: string;
  readonly at: string;
  /** Milliseconds to its outcome; null where it has none. */
  readonly took: number | null;
  readonly kind: EntryKind;
  /** The actor's id; `main` for the main agent. */
  readonly actor: string;
  readonly actorType: string | null;
  readonly tool: string | null;
  /** On one line: the command, the file, the words. */
  readonly title: string;
  /** What came of it: `completed`, `failed`, `denied`, `no outcome`; null where that does not apply. */
  readonly outcome: string | null;
  /** The combined decision where gates ruled on it. */
  readonly decision: Verdict['decision'] | 'none' | null;
  /** Places in `firings`. */
  readonly firings: readonly number[];
  /** More to read when the row is opened: parts with a heading each, such as the command, the output's end, a diff. */
  readonly parts: readonly Part[];
}

export interface Part {
  readonly title: string;
  readonly text: string;
  readonly isDiff?: true;
}

/** One verdict that was no pass, with its why-tree. */
export interface Firing {
  /** The event that was judged. */
  readonly event: string;
  readonly ruling: string;
  readonly at: string;
  readonly gate: string;
  readonly rule: string;
  readonly decision: Verdict['decision'];
  readonly mode: Verdict['mode'];
  readonly reason: string;
  /** What was judged, on one line. */
  readonly title: string;
  readonly conditions: readonly FiredCondition[];
  readonly undone: readonly UndoneState[];
  /** Each a smallest set of things that would have opened it. */
  readonly opens: readonly (readonly string[])[];
  /** Waived by whom and why; null where it was not. */
  readonly waived: { readonly by: string; readonly reason: string; readonly event: string | null } | null;
  /** Whether the answer reached the host; null when there was nothing to answer. */
  readonly answered: boolean | null;
  readonly hypothetical: boolean;
}

export interface FiredCondition {
  readonly name: string;
  readonly holds: boolean;
  readonly actual: string;
  readonly remedy: string | null;
  /** The events that made it so, each with the chain of causes behind it, up to the prompt. */
  readonly because: readonly Cause[];
}

export interface Cause {
  readonly event: string;
  readonly at: string;
  readonly summary: string;
  readonly actor: string;
  readonly provenance: Provenance;
  readonly cause: Cause | null;
}

export interface UndoneState {
  readonly condition: string;
  readonly was: string;
  readonly since: Cause | null;
  readonly by: Cause | null;
}

export interface Evidence {
  readonly name: string;
  readonly status: string;
  readonly at: string | null;
  readonly event: string | null;
  /** What made it stale or took it back. */
  readonly undone: UndoneState | null;
  readonly provenance: Provenance | null;
}

export interface ChangedFile {
  readonly path: string;
  readonly kind: string;
  readonly edits: readonly {
    readonly event: string;
    readonly at: string;
    readonly actor: string;
    readonly diff: string | null;
  }[];
}

export interface RunCommand {
  readonly event: string;
  readonly at: string;
  readonly actor: string;
  readonly command: string;
  /** 1 inherently safe, 2 depends, 3 risky; null where it was not understood. */
  readonly tier: 1 | 2 | 3 | null;
  readonly dangers: readonly string[];
  readonly outcome: string | null;
  readonly decision: Verdict['decision'] | 'none' | null;
}

/** Something that speaks against the record or against what was done. */
export interface Doubt {
  readonly kind: string;
  readonly text: string;
  readonly event: string | null;
  readonly at: string | null;
}

export interface WaiverUse {
  readonly rule: string;
  readonly by: string;
  readonly provenance: Provenance;
  readonly reason: string;
  readonly at: string;
  readonly until: string | null;
  readonly event: string | null;
  /** The events it let through. */
  readonly used: readonly string[];
}

export interface Intervention {
  readonly event: string;
  readonly at: string;
  readonly provenance: Provenance;
  readonly text: string;
}

export interface Integrity {
  readonly ok: boolean;
  readonly events: number;
  readonly seals: number;
  readonly unsealed: number;
  /** How many seals are signed, and by which key; null where none is. */
  readonly signedBy: string | null;
  readonly damage: readonly Doubt[];
  readonly quarantined: readonly Doubt[];
  /** What this does and does not prove, in a few sentences. */
  readonly means: readonly string[];
}

export interface PolicyPeriod {
  readonly from: string;
  readonly event: string;
  readonly preset: string;
  readonly fingerprint: string;
  /** What differs from the preset, one a line. */
  readonly differs: readonly string[];
  readonly problems: readonly string[];
}

export interface RedactionCount {
  readonly rule: string;
  readonly events: number;
}
