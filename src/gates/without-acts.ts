import type { EventDraft } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Facts } from './facts.ts';

type Act = NonNullable<EventData<'CommandUnderstood'>['acts']>[number];

/** The command without some of its acts, as an event to try: none where no command is known. */
export const withoutActs = (facts: Facts, isGone: (act: Act, index: number) => boolean): EventDraft[] => {
  const command = facts.command();
  if (command === null) return [];
  // The others keep their numbers, by which facts are about them.
  const acts = (command.data.acts ?? []).map((act, index) => (isGone(act, index) ? { ...act, kind: 'none' } : act));
  return [{ type: 'CommandUnderstood', data: { ...command.data, acts } }];
};
