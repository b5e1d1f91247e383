import type { EventData } from '../../events/schemas.ts';
import { aboutAct, type Fact, type Facts } from '../facts.ts';
import { condition, type GateContext, quotedList, type Rewrite, type Rule, shownList, type Way } from '../gate.ts';
import { withoutActs } from '../without-acts.ts';

export type Act = NonNullable<EventData<'CommandUnderstood'>['acts']>[number];
export type ObservedPath = EventData<'PathsObserved'>['paths'][number];

/** An act of the command with what is known of it, and the events that say so. */
export interface JudgedAct {
  readonly act: Act;
  /** One for each path of the act; empty when nobody could look. */
  readonly paths: readonly ObservedPath[];
  /** The repository it works in; null when it was not asked for, or nobody could look. */
  readonly git: Fact<EventData<'GitObserved'>> | null;
  /** Its position among the acts of the command. */
  readonly index: number;
  readonly because: readonly string[];
}

/** The acts of some kinds in the command that is judged. */
export const judgedActs = (facts: Facts, kinds: readonly string[]): JudgedAct[] => {
  const command = facts.command();
  return (command?.data.acts ?? []).flatMap((act, index): JudgedAct[] => {
    if (command === null || !kinds.includes(act.kind)) return [];
    const about = aboutAct(index);
    const paths = facts.paths(about);
    const git = facts.git(about);
    const because = [command.id, ...(paths === null ? [] : [paths.id]), ...(git === null ? [] : [git.id])];
    return [{ act, paths: paths?.data.paths ?? [], git, index, because }];
  });
};

/** A rule about acts of some kinds: it fires when one of them offends. */
export interface ActRule {
  /** `guard/…` */
  readonly id: string;
  readonly decision: Rule['decision'];
  readonly kinds: readonly string[];
  /** The condition that offending acts break: `no-system-folder-is-deleted`. */
  readonly requires: string;
  readonly offends: (judged: JudgedAct, context: GateContext) => boolean;
  /** One sentence: what would be lost; gets what the offending acts show, quoted. */
  readonly reason: (shown: string, offending: readonly JudgedAct[], context: GateContext) => string;
  /** What to do instead. */
  readonly remedy: string;
  readonly rewrite?: (offending: readonly JudgedAct[], context: GateContext) => Rewrite;
  /** What else might open it; by default, the command without the offending acts. */
  readonly ways?: (offending: readonly JudgedAct[], context: GateContext) => readonly Way[];
}

/** Makes a rule of its description. It has nothing to say about a command without such acts. */
export const actRule = (rule: ActRule): Rule => ({
  id: rule.id,
  decision: rule.decision,
  judge: (context) => {
    const acts = judgedActs(context.facts, rule.kinds);
    if (acts.length === 0) return null;
    const offending = acts.filter((judged) => rule.offends(judged, context));
    const shown = offending.map(({ act }) => act.shown);
    return {
      conditions: [
        condition(rule.requires, offending.length === 0, {
          actual: shownList(shown),
          because: [...new Set((offending.length === 0 ? acts : offending).flatMap(({ because }) => because))],
          remedy: rule.remedy,
        }),
      ],
      reason: offending.length === 0 ? '' : rule.reason(quotedList(shown), offending, context),
      ...(rule.rewrite === undefined || offending.length === 0 ? {} : { rewrite: rule.rewrite(offending, context) }),
    };
  },
  ways: (context) => {
    const offending = judgedActs(context.facts, rule.kinds).filter((judged) => rule.offends(judged, context));
    if (rule.ways !== undefined) return rule.ways(offending, context);
    const gone = new Set(offending.map(({ index }) => index));
    return [{ todo: rule.remedy, events: withoutActs(context.facts, (_act, index) => gone.has(index)) }];
  },
});
