import type { Selection } from '../../audit/selection.ts';
import { type FilterOptions, filterFrom } from '../filters.ts';
import { UsageError } from '../io.ts';

/** The filters that all commands share, for several sessions, or all there is. */
export interface SelectionOptions extends FilterOptions {
  readonly all?: boolean;
}

/** What options choose from a log. Throws `UsageError` where they choose nothing, or all and a part. */
export const selectionFrom = ({ all, session, ...filters }: SelectionOptions, now: number): Selection => {
  const { matches, last } = filterFrom(filters, now);
  const words = Object.entries({ session, ...filters }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${Array.isArray(value) ? value.join(' ') : value}`],
  );
  if (all === true && words.length > 0) throw new UsageError(`--all is everything; it does not go with ${words[0]}.`);
  if (all !== true && words.length === 0)
    throw new UsageError('Say what to take: --session ID, another filter such as --since 7d, or --all.');
  return { sessions: session ?? null, matches, last, gate: filters.gate ?? null, words };
};
