import type { Step } from './command.ts';
import type { Model } from './model.ts';
import { withParts } from './moves.ts';

/** Shows the events of the chosen row below it, or not; `other` is whichever it is not. On one of these it closes its row. */
export const foldRow = (model: Model, to: 'open' | 'folded' | 'other'): Step => {
  const { session } = model;
  const row = session?.rows[session.cursor];
  if (session === null || row === undefined) return { model, effects: [] };
  const head = row.of ?? row.id;
  const isOpen = session.parts.has(head);
  if (isOpen && to !== 'open') return { model: withParts(model, head, null), effects: [] };
  if (isOpen || to === 'folded') return { model, effects: [] };
  if (row.events.length < 2) return { model: { ...model, notice: 'Nothing else belongs to this row.' }, effects: [] };
  return { model, effects: [{ kind: 'open-row', row: row.id }] };
};
