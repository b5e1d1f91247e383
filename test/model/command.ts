import fc from 'fast-check';
import type { Envelope } from '../../src/events/envelope.ts';
import { type Model, type Real, visible } from './log-model.ts';

export type LogCommand = fc.AsyncCommand<Model, Real>;

/**
 * A command made of a name, so that a counterexample reads like a story, and of what it does. After each the log is held
 * against the model.
 */
export const command = (
  name: string,
  run: (model: Model, real: Real) => void | Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): LogCommand => ({
  check,
  run: async (model, real) => {
    await run(model, real);
    visible(model, real);
  },
  toString: () => name,
});

export const linesOf = (events: readonly Envelope[]): string[] => events.map((event) => JSON.stringify(event));

/** A number from 0 up to, not including, 1: a place among as many things as there are then. */
export const place = fc.noBias(fc.nat(999)).map((n) => n / 1000);

/** What stands at a place; undefined among nothing. */
export const pick = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[Math.floor(at * items.length)];
