import type { Envelope } from '../events/envelope.ts';
import type { GateContext } from '../gates/gate.ts';
import { PROJECT_PROJECTIONS, STREAM_PROJECTIONS, WORKTREE_PROJECTIONS } from '../projections/all-projections.ts';
import type { View } from '../projections/fold.ts';
import type { AnyProjection } from '../projections/projection.ts';

/** What a rule looked at: states by their names, of the worktree it judges (`null`) and of others. */
export type Reads = Map<string | null, Map<string, unknown>>;

/** A context that notes which states are looked at. */
export const noting = (context: GateContext, reads: Reads): GateContext => {
  const { stateIn } = context;
  return {
    ...context,
    state: notedView(context.state, reads, null),
    ...(stateIn === undefined ? {} : { stateIn: (tree: string) => notedView(stateIn(tree), reads, tree) }),
  };
};

const notedView = (view: View, reads: Reads, tree: string | null): View =>
  new Proxy(view, {
    get: (target, name) => {
      const value = target[name as keyof View];
      if (typeof name === 'string') reads.set(tree, (reads.get(tree) ?? new Map()).set(name, value));
      return value;
    },
  });

/** Whether all that was looked at is what it was: a rule is pure, so that it says the same again. */
export const isUnchanged = ({ state, stateIn }: GateContext, reads: Reads): boolean =>
  [...reads].every(([tree, values]) => {
    const view = tree === null ? state : stateIn?.(tree);
    return view !== undefined && [...values].every(([name, value]) => view[name as keyof View] === value);
  });

/** Whether an event may change something that was looked at, as a session sees it. Says so rather too often. */
export const mayChange = ({ type, stream }: Envelope, reads: Reads, session: string): boolean => {
  for (const values of reads.values()) {
    for (const name of values.keys()) {
      const own = OWN[name];
      if (own !== undefined && stream !== session) continue;
      const projection = own ?? SHARED[name];
      // Which deliveries were seen is no projection.
      if (projection === undefined || projection.on === null || projection.on.includes(type)) return true;
    }
  }
  return false;
};

const OWN: Readonly<Record<string, AnyProjection | undefined>> = STREAM_PROJECTIONS as Readonly<
  Record<string, AnyProjection>
>;

const SHARED: Readonly<Record<string, AnyProjection | undefined>> = {
  ...WORKTREE_PROJECTIONS,
  ...PROJECT_PROJECTIONS,
} as Readonly<Record<string, AnyProjection>>;
