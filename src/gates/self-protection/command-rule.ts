import type { EventData } from '../../events/schemas.ts';
import { aboutAct, type Facts } from '../facts.ts';
import { condition, quotedList, type Rule, shownList } from '../gate.ts';
import { withoutActs } from '../without-acts.ts';

type Act = NonNullable<EventData<'CommandUnderstood'>['acts']>[number];

/** A rule about what no agent does with docket's program. */
export interface CommandRule {
  /** `self-protection/…` */
  readonly id: string;
  readonly kind: 'docket-command' | 'docket-kill';
  /** The effects of calls that it is about (src/shell/docket-commands.ts); absent: every act of the kind. */
  readonly effects?: readonly string[];
  readonly requires: string;
  /** One sentence; gets what the acts show, quoted. */
  readonly reason: (shown: string) => string;
  /** What the agent can do instead; gets the commands of docket by name. */
  readonly remedy: (commands: readonly string[]) => string;
}

/** Makes a rule of its description. It has nothing to say about a command without such acts. */
export const commandRule = ({ id, kind, effects, requires, reason, remedy }: CommandRule): Rule => {
  const offends = (facts: Facts, act: Act, index: number): boolean =>
    act.kind === kind &&
    (effects === undefined || effects.includes(String(act.details['effect']))) &&
    (act.details['isKnown'] !== false || isProgram(facts, index));
  const offending = (facts: Facts): Act[] =>
    (facts.command()?.data.acts ?? []).filter((act, index) => offends(facts, act, index));
  return {
    id,
    decision: 'deny',
    judge: ({ facts }) => {
      const command = facts.command();
      const acts = offending(facts);
      if (command === null || acts.length === 0) return null;
      const shown = acts.map((act) => act.shown);
      return {
        conditions: [
          condition(requires, false, {
            actual: shownList(shown),
            because: [command.id],
            remedy: remedy(commandsOf(acts)),
          }),
        ],
        reason: reason(quotedList(shown)),
      };
    },
    ways: ({ facts }) => [
      {
        todo: remedy(commandsOf(offending(facts))),
        events: withoutActs(facts, (act, index) => offends(facts, act, index)),
      },
    ],
  };
};

const commandsOf = (acts: readonly Act[]): string[] => [
  ...new Set(acts.flatMap(({ details }) => (typeof details['command'] === 'string' ? [details['command']] : []))),
];

/** A file of a common name is docket's where it lies in its folder. */
const isProgram = (facts: Facts, index: number): boolean =>
  facts.paths(aboutAct(index))?.data.paths.some((path) => path.protected === 'program') === true;
