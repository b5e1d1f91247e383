import type { Command, Step } from './command.ts';
import { COMMANDS } from './commands.ts';
import type { Model } from './model.ts';
import { isWhatIf } from './what-if-moves.ts';

/**
 * What a key does. Digits before a command count it; of two commands with one key that for what is shown is meant. A key
 * that does nothing leaves everything as it is.
 */
export const press = (model: Model, key: string): Step => {
  const where = isWhatIf(model.overlay) ? 'what-if' : model.session === null ? 'sessions' : 'session';
  const usable = COMMANDS.filter((command) => command.where === where || command.where === 'everywhere').toSorted(
    (a, b) => Number(a.where === 'everywhere') - Number(b.where === 'everywhere'),
  );
  const { count, pending } = model;
  const strokes = pending === null ? key : `${pending} ${key}`;
  const calm: Model = { ...model, notice: null, count: null, pending: null };
  const command = usable.find(({ keys }) => keys.includes(strokes));
  const isCount = pending === null && /^[0-9]$/.test(key) && (count !== null || (command === undefined && key !== '0'));
  if (isCount) return { model: { ...calm, count: Math.min(MOST, (count ?? 0) * 10 + Number(key)) }, effects: [] };
  if (command !== undefined) return command.run(calm, count);
  if (usable.some((candidate) => begins(candidate, strokes))) {
    return { model: { ...calm, count, pending: strokes }, effects: [] };
  }
  return { model: calm, effects: [] };
};

const MOST = 1_000_000;

const begins = ({ keys }: Command, strokes: string): boolean => keys.some((key) => key.startsWith(`${strokes} `));
