import type { Envelope, EventDraft } from '../events/envelope.ts';
import type { Condition, Decision, Edit, Verdict } from '../events/schemas.ts';
import type { View } from '../projections/fold.ts';
import type { FactRequest, Facts } from './facts.ts';

/** What a gate judges from, and all it may judge from. */
export interface GateContext {
  readonly trigger: Envelope;
  readonly state: View;
  /** The same with the states of another worktree of the project; absent where nobody knows those. */
  readonly stateIn?: (worktree: string) => View;
  readonly facts: Facts;
  /** The gate's options in the policy. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether gates may permit what the host would ask a person about: the policy says so for auto-review. */
  readonly mayAllow: boolean;
  /** What the gates before it came to: a gate may stay silent, or speak, because another one did. */
  readonly before: readonly Verdict[];
}

/** A change to a text field of the tool's input. */
export interface Rewrite {
  readonly field: string;
  readonly edits: readonly Edit[];
  /** Files that the command then writes elsewhere. */
  readonly moved?: NonNullable<Verdict['moved']>;
}

/** What a rule finds. It fires when a condition does not hold and every limit does. */
export interface Judgement {
  /** What the rule requires. */
  readonly conditions: readonly Condition[];
  /** What must hold for the rule to fire at all: background work is over, it has not blocked too often. */
  readonly limits?: readonly Condition[];
  /** What must hold for it to be said, only so that nobody is told too often: careful mode does not look at these. */
  readonly sparing?: readonly Condition[];
  /** One sentence for whoever reads the verdict, when the rule fires. */
  readonly reason: string;
  readonly rewrite?: Rewrite;
  /** Makes of a deny an advice, for a trigger that the rule should not stop. */
  readonly atMost?: 'advise';
  /** Where it allows a call of a question tool: the options chosen for the person, by position. */
  readonly answers?: NonNullable<Verdict['answers']>;
  /** What an advice tells the agent; the reason then only says in the log what that is about. At most 8,000 characters. */
  readonly context?: string;
  /** Events that the advice tells of: once it was answered, they are told. */
  readonly tells?: readonly string[];
}

/** Something that could happen next and might open the gate; explanations try it on the state. */
export interface Way {
  readonly todo: string;
  readonly events: readonly EventDraft[];
}

/** The first offence of a session warns; the next one, once the warning reached the agent, is denied. */
export interface Escalation {
  readonly first: 'advise';
  readonly next: 'deny';
  /** Event types after which the agent starts afresh. */
  readonly strikeEnds: readonly string[];
}

export interface Rule {
  /** `gate/rule`: stable, in every verdict, the policy and the docs. */
  readonly id: string;
  readonly decision: Exclude<Decision, 'pass'> | Escalation;
  /** Null when the rule has nothing to say about this trigger. */
  judge(context: GateContext): Judgement | null;
  /** What might open it, for a trigger it fired on. */
  ways(context: GateContext): readonly Way[];
}

export interface Gate {
  readonly name: string;
  /** One sentence: what it is for. */
  readonly summary: string;
  /** Where its rules come from: seed and section. */
  readonly source: string;
  /** Whether it judges this event at all. */
  on(trigger: Envelope): boolean;
  /**
   * The facts it asks for, given those that are known; asked again until nothing new is requested. `state` is the one
   * before the facts: what costs something can wait until there is something to judge.
   */
  needs(trigger: Envelope, facts: Facts, options: GateContext['options'], state: View): readonly FactRequest[];
  /** Names of its own options in the policy; `mode`, `rules`, `failClosed` and `atMost` are not a gate's own. */
  readonly options?: readonly string[];
  /**
   * Whether what it asks for costs money or seconds. Then it is off in every preset, and it judges last: where an answer
   * of the others is a deny, its facts are not observed and its verdict says so.
   */
  readonly costs?: true;
  /** Whether it has something to say only now and then: that it had not is no ruling to record. */
  readonly seldom?: true;
  /**
   * The rules that may have something to say of the event where these facts are known, in this state; absent: all. Those left out say
   * nothing there, and need not be loaded.
   */
  rulesAbout?(facts: Facts, state: View, trigger: Envelope): readonly Rule[];
  readonly rules: readonly Rule[];
}

/** A condition with its evidence. `because` are the events that made it what it is. */
export const condition = (
  name: string,
  holds: boolean,
  about: { readonly actual: unknown; readonly because?: readonly string[]; readonly remedy?: string },
): Condition => ({
  name,
  holds,
  actual: about.actual,
  because: [...(about.because ?? [])],
  remedy: holds ? null : (about.remedy ?? null),
});

/** A string list among a gate's options, or a default. */
export const listOption = (
  { options }: Pick<GateContext, 'options'>,
  name: string,
  fallback: readonly string[],
): readonly string[] => {
  const value = options[name];
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : fallback;
};

/** `1 failure`, `2 failures`. */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** `a, b and c` */
export const listWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** When, for people: `at 2026-01-31 14:02:11 UTC`. */
export const atWords = (at: string): string => `at ${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;

/** A text cut to `most` UTF-16 units, `…` included, never inside a character. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;

/** Each text once and shortened, ten at most and then how many more there are: a verdict is one line of the log. */
export const shownList = (texts: readonly string[]): string[] => listed(texts, (text) => text);

/** The same in a sentence, each text in backquotes: commands and paths often end like one. */
export const quotedList = (texts: readonly string[]): string => listed(texts, (text) => `\`${text}\``).join(', ');

const listed = (texts: readonly string[], show: (text: string) => string): string[] => {
  const each = [...new Set(texts)];
  const shown = each.slice(0, MOST_SHOWN).map((text) => show(shortened(text, LONGEST_SHOWN)));
  return each.length <= MOST_SHOWN ? shown : [...shown, `${each.length - MOST_SHOWN} more`];
};

const MOST_SHOWN = 10;
const LONGEST_SHOWN = 200;
