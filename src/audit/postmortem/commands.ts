import { isJsonObject } from '../../events/json-object.ts';
import type { EventData } from '../../events/schemas.ts';
import { hasWholeData } from '../../replay/whole-data.ts';
import { understand } from '../../shell/understand.ts';
import type { RunCommand } from './model.ts';
import type { Shown } from './shown.ts';
import { cutMiddle, type TextReader } from './texts.ts';
import { isCommand, type Timeline } from './timeline.ts';
import type { Walked } from './walk.ts';

/** Reading a command that nobody read at the time costs something. */
const MOST_READ_NOW = 5_000;
const LONGEST_COMMAND = 2_000;
const MOST_DANGERS = 6;

/** Of what a command was understood as. */
interface Review {
  readonly tier: 1 | 2 | 3;
  readonly segments: readonly { readonly shown: string; readonly safe: boolean; readonly reason: string | null }[];
}

/** The commands of the session, the riskiest first. What the hook made of them then, else what docket makes of them now. */
export const commandsOf = (
  { items }: Walked,
  { entries }: Timeline,
  shown: Shown,
  reader: TextReader,
): RunCommand[] => {
  const reviews = new Map<string, Review>();
  for (const item of items) {
    if ('finding' in item) continue;
    const { event } = item.line;
    if (event.type !== 'CommandUnderstood' || event.cause === null || !hasWholeData(event)) continue;
    const { review } = shown.event(event).data as EventData<'CommandUnderstood'>;
    if (review !== undefined) reviews.set(event.cause, review);
  }
  let readNow = 0;
  const commands = entries.filter(isCommand).flatMap((entry): RunCommand[] => {
    const input = entry.events[0]?.data['tool_input'];
    const kept = isJsonObject(input) ? reader.read(input['command']) : null;
    if (kept === null) return [];
    let review: Review | null = reviews.get(entry.event) ?? null;
    if (review === null && kept.cutFrom === null && readNow < MOST_READ_NOW) {
      readNow += 1;
      review = understand(kept.text).review;
    }
    const { event, at, actor, actorType, outcome, decision } = entry;
    return [
      {
        event,
        at,
        actor: actor === 'main' ? actor : (actorType ?? actor),
        command: cutMiddle(kept.text, LONGEST_COMMAND),
        tier: review?.tier ?? null,
        dangers: review === null ? [] : dangersIn(review),
        outcome,
        decision,
      },
    ];
  });
  // Sorting keeps the order of equal ones.
  return commands.sort((a, b) => (b.tier ?? UNREAD) - (a.tier ?? UNREAD));
};

/** What nobody understood stands behind what is risky, and before what depends. */
const UNREAD = 2.5;

const dangersIn = ({ segments }: Review): string[] => {
  const unsafe = segments.filter(({ safe, reason }) => !safe && typeof reason === 'string');
  const told = unsafe.map(({ shown, reason }) => (segments.length === 1 ? String(reason) : `${shown}: ${reason}`));
  const each = [...new Set(told)];
  const more = each.length - MOST_DANGERS;
  return more > 0 ? [...each.slice(0, MOST_DANGERS), `and ${more} more parts`] : each;
};
