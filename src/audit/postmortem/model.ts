import type { Provenance } from '../../events/envelope.ts';
import type { Verdict } from '../../events/schemas.ts';

// What a postmortem says, as data: made once, and written as Markdown and as a page. Texts are as they were logged: who
// writes them makes them inert. Times are ISO 8601, UTC. `event` is always an event's id, and what jumps lead to.

/** A postmortem of one session. */
export interface Postmortem {
  readonly session: PostmortemSession;
  /** What happened, in five sentences at most. */
  readonly summary: readonly string[];
  /** What a reviewer asks first: what was let through, who said so, and whether the record can be trusted. */
  readonly answers: Answers;
  readonly turns: readonly PostmortemTurn[];
  /** Every event of the session that a person would want in a timeline, in the order of the log. */
  readonly entries: readonly Entry[];
  /** Every time that a gate fired, would have (`mode`), or was waived, in the order of the log. */
  readonly firings: readonly Firing[];
  /** The same, those together that say the same; the strongest first. */
  readonly groups: readonly FiringGroup[];
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
  /** What was taken out of this postmortem so that it can be shared, such as `paths`; empty where nothing was. */
  readonly sharedWithout: readonly string[];
  /** What the record does not know: gaps, lost hooks, calls without an end, facts that could not be observed. */
  readonly unknown: readonly Doubt[];
  /** What was left out of this postmortem, and is in the log: one sentence for each bound that was reached. */
  readonly leftOut: readonly string[];
}

export interface PostmortemSession {
  readonly id: string;
  /** The last part of the project folder's name. */
  readonly project: string;
  readonly host: string;
  readonly hostVersion: string | null;
  readonly model: string | null;
  /** `interactive`, `headless` or `spawned`; null where nobody knows. */
  readonly kind: string | null;
  readonly worktree: string | null;
  /** At the start; null where git could not say. */
  readonly branch: string | null;
  readonly commit: string | null;
  readonly from: string;
  readonly to: string;
  /** It has no end in the log. */
  readonly isLive: boolean;
  /** From a transcript: docket was not there, and verdicts are what today's gates would have said. */
  readonly isImported: boolean;
  readonly counts: {
    /** Without the seals among them, as everywhere in a postmortem. */
    readonly events: number;
    readonly turns: number;
    readonly calls: number;
    /** Subagents. */
    readonly agents: number;
    /** How often gates came to each decision about something, what was only watched and waived left out. */
    readonly byDecision: Readonly<Partial<Record<Verdict['decision'], number>>>;
  };
}

export interface Answers {
  /** What went on although something spoke against it: the gravest first, then in the order of the log. */
  readonly allowed: readonly Allowed[];
  readonly trust: {
    /** `yes`: as it was sealed, and nothing is missing that should be there; `partly`: some of it nobody can vouch for; `no`: it was changed. */
    readonly answer: 'yes' | 'partly' | 'no';
    /** Why, one sentence each: what speaks against it first. */
    readonly because: readonly string[];
  };
}

/** From the gravest to the least. */
export type AllowedKind =
  /** Denied, and it ran all the same. */
  | 'denied-but-ran'
  /** It was to be changed, and ran as it was asked for. */
  | 'rewrite-not-taken'
  /** No gate ruled on it: its hook was lost. */
  | 'not-judged'
  /** A rule that would have stopped it was waived. */
  | 'waived'
  /** A gate asked, and it went on: somebody said yes in the client. */
  | 'asked'
  /** A gate that only watches would have stopped it. */
  | 'only-watched'
  /** docket was not there: today's gates would have stopped it. */
  | 'hypothetical'
  /** A command of the riskiest tier that no rule is about, or none that is in force. */
  | 'unopposed'
  /** A gate asked about it or changed it, or it is of the riskiest tier, and nothing says whether it ran. */
  | 'outcome-unknown'
  /** The agent was warned and went on. */
  | 'warned';

export interface Allowed {
  readonly kind: AllowedKind;
  readonly event: string;
  readonly at: string;
  /** What went on, on one line. */
  readonly title: string;
  /** The rule that spoke against it; null where none did. */
  readonly rule: string | null;
  /** Who let it through, in words: a person in a prompt, the policy, nobody. */
  readonly by: string;
  /** Why they did, in their words, or what the rule said. */
  readonly reason: string | null;
  /** Place in `firings`; null where no gate fired. */
  readonly firing: number | null;
}

/** From a prompt to the next one. */
export interface PostmortemTurn {
  readonly event: string | null;
  /** From 1; 0 for what came before the first prompt. */
  readonly number: number;
  readonly prompt: string;
  readonly provenance: Provenance;
  readonly from: string;
  readonly to: string;
  /** Places in `entries`: the first of the turn, and behind its last. */
  readonly entries: readonly [number, number];
}

export type EntryKind = 'prompt' | 'call' | 'agent' | 'evidence' | 'person' | 'session' | 'ending' | 'problem';

/**
 * One row of the timeline: a call with its outcome, a prompt, what a person did. The row of a problem may name an event that
 * another row is about.
 */
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

/** One verdict that was no pass, or is one only because the rule was waived, with its why-tree. */
export interface Firing {
  /** The event that was judged. */
  readonly event: string;
  /** Place in `entries` of what it is about. */
  readonly entry: number;
  /** The event that says so; empty where nobody ruled, and the verdict is hypothetical. */
  readonly ruling: string;
  readonly at: string;
  readonly gate: string;
  readonly rule: string;
  /** Of one that was waived what it would have been. */
  readonly decision: Verdict['decision'];
  readonly mode: Verdict['mode'];
  readonly reason: string;
  /** What was judged, on one line. */
  readonly title: string;
  readonly conditions: readonly FiredCondition[];
  /** `whole`: what undid a condition and what would have opened the gate was looked for; `recorded`: only what the ruling says. */
  readonly tree: 'whole' | 'recorded';
  readonly undone: readonly UndoneState[];
  /** Each a smallest set of things that would have opened it. */
  readonly opens: readonly (readonly string[])[];
  /** Waived by whom and why; null where it was not. */
  readonly waived: {
    readonly by: 'person' | 'prompt' | 'policy';
    readonly reason: string;
    readonly event: string | null;
  } | null;
  /** Whether the answer reached the host; null when there was nothing to answer. */
  readonly answered: boolean | null;
  /** Nobody could answer the question that it was, so it was a deny: why. */
  readonly nobodyCouldAnswer: string | null;
  readonly hypothetical: boolean;
  /** What the gate looks at, and what nobody recorded: the verdict is a guess. */
  readonly unknownFacts: readonly string[];
}

/** Firings of one rule with the same decision, in the same mode, waived alike. */
export interface FiringGroup {
  readonly rule: string;
  readonly gate: string;
  readonly decision: Verdict['decision'];
  readonly mode: Verdict['mode'];
  readonly waived: boolean;
  readonly hypothetical: boolean;
  /** Places in `firings`, in order. */
  readonly firings: readonly number[];
}

export interface FiredCondition {
  readonly name: string;
  readonly holds: boolean;
  /** It keeps the gate from firing as long as it does not hold: a limit. */
  readonly isLimit: boolean;
  readonly actual: string;
  readonly remedy: string | null;
  /** The events that made it so, each with the chain of causes behind it, up to the prompt. */
  readonly because: readonly Cause[];
}

export interface Cause {
  readonly event: string;
  readonly type: string;
  readonly at: string;
  readonly summary: string;
  /** `main`, or the type or id of a subagent. */
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
  /** `tests`, `code review`, `proof`. */
  readonly name: string;
  /** `pass`, `fail`, `stale`, `unknown`, `missing`. */
  readonly status: string;
  /** In a sentence: who says so, of what, since when. */
  readonly text: string;
  /** `tree`: the digest of the content says so; `order`: only the order of events does. */
  readonly basis: 'tree' | 'order';
  readonly at: string | null;
  readonly event: string | null;
  /** What made it stale or took it back. */
  readonly undone: UndoneState | null;
  readonly provenance: Provenance | null;
  /** How it came about: every result of its kind in the session, in order. */
  readonly history: readonly Cause[];
}

export interface ChangedFile {
  /** From the top of the worktree; whole where it lies elsewhere. */
  readonly path: string;
  /** `source`, `test`, `doc`, `config`, … */
  readonly kind: string;
  readonly added: number;
  readonly removed: number;
  readonly edits: readonly {
    /** The event of the call's request, or that saw the change. */
    readonly event: string;
    readonly at: string;
    readonly actor: string;
    /** Lines that begin with a blank, `+`, `-` or `@@`; null where nobody recorded what changed. */
    readonly diff: string | null;
    /** What the diff is, or why there is none or only a part. */
    readonly note: string | null;
  }[];
}

export interface RunCommand {
  readonly event: string;
  readonly at: string;
  readonly actor: string;
  readonly command: string;
  /** 1 inherently safe, 2 depends, 3 risky; null where it was not understood. */
  readonly tier: 1 | 2 | 3 | null;
  /** What of it is not known to be safe, and why: one sentence each. */
  readonly dangers: readonly string[];
  readonly outcome: string | null;
  readonly decision: Verdict['decision'] | 'none' | null;
}

/** Something that speaks against the record or against what was done. */
export interface Doubt {
  /** A word for its kind, such as `denied-but-ran`, `no-ruling`, `gap`. */
  readonly kind: string;
  readonly text: string;
  readonly event: string | null;
  readonly at: string | null;
}

export interface WaiverUse {
  readonly rule: string;
  readonly by: 'person' | 'prompt' | 'policy';
  readonly reason: string;
  /** When it was granted; null for one of the policy. */
  readonly at: string | null;
  readonly until: string | null;
  readonly event: string | null;
  /** Only for this session, and not for all of the project. */
  readonly isOfSession: boolean;
  readonly revokedAt: string | null;
  /** Places in `firings` that it let through. */
  readonly used: readonly number[];
}

/** Who said it, as far as the log knows. `claim`: an agent said that a person, a test or a review had. */
export type Voice = 'terminal' | 'prompt' | 'client' | 'claim';

export interface Intervention {
  readonly event: string;
  readonly at: string;
  readonly provenance: Provenance;
  readonly voice: Voice;
  /** `proof`, `waiver`, `approval`, `answer`, `permission`, `interrupt`, … */
  readonly kind: string;
  readonly text: string;
}

export interface Integrity {
  /** Nothing of the session is damaged. */
  readonly ok: boolean;
  /** Of the session. */
  readonly events: number;
  /** Seals that cover events of the session. */
  readonly seals: number;
  /** Events of the session that no seal covers. */
  readonly unsealed: number;
  /** The fingerprints of the keys that those seals are signed with; null where none is. */
  readonly signedBy: string | null;
  /** How many seals of the log were checked with the user's own key, and good; null where there is no key. */
  readonly signaturesChecked: number | null;
  /** Of the whole log: damage of the session's part first. */
  readonly damage: readonly (Doubt & { readonly isOfSession: boolean })[];
  /** Bytes between the session's first and last event that are no events. */
  readonly quarantined: readonly Doubt[];
  /** What this does and does not prove, in a few sentences. */
  readonly means: readonly string[];
}

export interface PolicyPeriod {
  readonly from: string;
  /** Empty where it was in force before and the log does not say since when, or for today's policy. */
  readonly event: string;
  readonly preset: string;
  readonly fingerprint: string;
  /** Of the files it was read from. */
  readonly sources: readonly string[];
  /** What differs from the preset, one a line. */
  readonly differs: readonly string[];
  /** What differs from the period before, one a line; empty for the first. */
  readonly changes: readonly string[];
  readonly problems: readonly string[];
}

export interface RedactionCount {
  readonly rule: string;
  readonly events: number;
}
