import type { EventData } from '../events/schemas.ts';
import { findingsOf, untoldOf } from '../projections/audits-steps.ts';
import { condition, type GateContext, type Rule } from './gate.ts';
import { isTurnEnd } from './triggers.ts';

type Audit = EventData<'DecisionsAudited'>;

/** A way in which the code, its annotations and the plan differ. */
interface Difference {
  readonly rule: string;
  /** What the rule requires. */
  readonly requires: string;
  /** What an audit found, in words. */
  readonly words: (found: readonly string[], options: GateContext['options'], audit: Audit | undefined) => string;
  readonly remedy: string;
  /** What would open it, and what an audit would then say. */
  readonly todo: string;
  readonly without: Partial<Audit>;
}

const ruleAbout = ({ rule, requires, words, remedy, todo, without }: Difference): Rule => ({
  id: `surface/${rule}`,
  decision: 'advise',
  judge: ({ trigger, state, facts, options }) => {
    const { audits } = state;
    const isEnd = isTurnEnd(trigger);
    // At the end of a turn only of an audit that was just made.
    if (audits.event === null || (isEnd && facts.decisions()?.id !== audits.event)) return null;
    const audit = isEnd ? facts.decisions()?.data : auditOf(state);
    const found = (audit === undefined ? audits.found : findingsOf(audit))[rule] ?? [];
    const untold = untoldOf(audits, isEnd ? 'person' : 'agent', rule);
    if (!isEnd && untold.length === 0) return null;
    const plan = facts.plan();
    return {
      conditions: [
        condition(requires, found.length === 0, {
          actual: found.slice(0, MOST_ACTUAL),
          because: [audits.event, ...(plan === null ? [] : [plan.id])],
          remedy,
        }),
      ],
      limits: [condition('not-told-before', found.length === 0 || untold.length > 0, { actual: untold.length })],
      ...(isEnd ? {} : { tells: [audits.event] }),
      reason: found.length === 0 ? '' : words(found, options, audit),
    };
  },
  ways: ({ trigger, state, facts }) => {
    const audit = facts.decisions()?.data ?? state.decisions.audit;
    if (audit === null) return [];
    const data = { ...audit, ...without };
    return [{ todo, events: [{ type: 'DecisionsAudited', worktree: trigger.worktree, data }] }];
  },
});

/** The session's newest audit, where no other session has made one in its worktree since: whole, not only what is remembered. */
const auditOf = ({ audits, decisions }: GateContext['state']): Audit | undefined =>
  decisions.audit?.event === audits.event ? (decisions.audit ?? undefined) : undefined;

/** Of a list in a sentence, and of one among the values of a condition. */
const MOST_SHOWN = 3;
const MOST_ACTUAL = 10;
const LONGEST_SHOWN = 80;

const few = (found: readonly string[]): string => {
  const shown = found.slice(0, MOST_SHOWN).map((text) => `\`${text.slice(-LONGEST_SHOWN)}\``);
  const more = found.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
};

/** How many of them nobody has got to. */
const aheadWords = (found: readonly string[], ahead: readonly string[] = []): string => {
  const count = found.filter((id) => ahead.includes(id)).length;
  if (count === 0) return '';
  return count === found.length ? ', where nobody has begun with any' : `, of which nobody has begun with ${count}`;
};

/** `1 file has`, `2 files have`. */
const subject = ({ length }: readonly string[], noun: string, [one, many]: readonly [string, string]): string =>
  length === 1 ? `1 ${noun} ${one}` : `${length} ${noun}s ${many}`;

const IS = ['is', 'are'] as const;

const linesOf = (options: GateContext['options']): number =>
  typeof options['lines'] === 'number' ? options['lines'] : LONG_FILE;

/** Seed 001: "files over 50 lines", as doc-gate counts them: 50 are enough. */
const LONG_FILE = 50;

const RULES: readonly Rule[] = [
  ruleAbout({
    rule: 'missing-decisions',
    requires: 'long-changed-files-say-what-was-decided',
    words: (found, options) =>
      `${subject(found, 'changed file', ['has', 'have'])} ${linesOf(options)} or more lines and no @decision: ${few(found)}.`,
    remedy: 'Annotate what was decided there: @decision DEC-COMPONENT-001 with @title, @status and @rationale.',
    todo: 'annotate the files that changed, and the next audit sees it',
    without: { missing: [] },
  }),
  ruleAbout({
    rule: 'incomplete-decisions',
    requires: 'annotations-in-changed-files-are-whole',
    words: (found) =>
      `${subject(found, 'annotation', ['lacks', 'lack'])} a title, a status or a rationale: ${few(found)}.`,
    remedy: 'Write @title, @status and @rationale beside the @decision.',
    todo: 'complete the annotations, and the next audit sees it',
    without: { incomplete: [] },
  }),
  ruleAbout({
    rule: 'unplanned',
    requires: 'decisions-in-the-code-are-in-the-plan',
    words: (found) => `${subject(found, 'decision', IS)} in the code and not in the plan: ${few(found)}.`,
    remedy: 'Write into the plan what was decided, or mark the annotation superseded.',
    todo: 'add the decisions to the plan, and the next audit sees it',
    without: { unplanned: [] },
  }),
  ruleAbout({
    rule: 'unimplemented',
    requires: 'decisions-in-the-plan-are-in-the-code',
    words: (found, _options, audit) =>
      `${subject(found, 'decision', IS)} in the plan and not in the code${aheadWords(found, audit?.ahead)}: ${few(found)}.`,
    remedy:
      'Annotate the code that carries it out once it is there; mark in the plan as deprecated or superseded what will not be done.',
    todo: 'annotate the code that carries them out, and the next audit sees it',
    without: { unimplemented: [] },
  }),
  ruleAbout({
    rule: 'unaddressed-p0',
    requires: 'p0-requirements-are-addressed',
    words: (found) => `${subject(found, 'P0 requirement', IS)} addressed by no decision: ${few(found)}.`,
    remedy: 'Write `Addresses: REQ-…` at the decision that does.',
    todo: 'say which decision addresses them, and the next audit sees it',
    without: { unaddressedP0: [] },
  }),
];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const surfaceRules = (): readonly Rule[] => RULES;
