import type { Envelope } from '../events/envelope.ts';
import { hasPromisedData } from '../events/promised-data.ts';
import type { StreamStates, View, WorktreeStates } from './all-projections.ts';
import { callsProjection } from './calls.ts';
import { type DeliveryMemory, deliver, NEW, NO_DELIVERIES, remember } from './deliveries.ts';
import { explorationProjection } from './exploration.ts';
import { startFold } from './fold.ts';
import type { Fold, FoldOptions } from './fold-shapes.ts';
import { lintProjection } from './lint.ts';
import { policyProjection } from './policy-in-force.ts';
import { preferencesProjection } from './preferences.ts';
import { type AnyProjection, evolved, MOST_WORKTREES } from './projection.ts';
import { sessionProjection } from './session.ts';
import { strikesProjection } from './strikes.ts';
import { testsProjection } from './tests.ts';
import { untoldTestsProjection } from './untold-tests.ts';
import { waiversProjection } from './waivers.ts';

/** What calls of plain tools are judged by. Everything else is folded as a whole, by a bundle of its own. */
const AT_HAND = {
  session: sessionProjection,
  policy: policyProjection,
  tests: testsProjection,
  strikes: strikesProjection,
  exploration: explorationProjection,
  calls: callsProjection,
  untoldTests: untoldTestsProjection,
  lint: lintProjection,
  preferences: preferencesProjection,
  waivers: waiversProjection,
} satisfies { readonly [Name in keyof View]?: AnyProjection };

/** A log that is read without a snapshot may be long, and its events are not kept. */
const MOST_KEPT = 256;

/**
 * The same as `startFold`, for one hook call: it keeps the events and works a state out when it is read, which of most is
 * never. A property test holds it to that.
 */
export const startLateFold = (options: FoldOptions = {}): Fold => {
  const { from, imports = 'apart' } = options;
  const applied: Envelope[] = [];
  /** Without those that were delivered before. */
  const counted: Envelope[] = [];
  const memories = new Map<string, DeliveryMemory>();
  const recalled = new Map<string, StreamStates | undefined>();
  let whole: Fold | undefined;

  const recall = (stream: string): StreamStates | undefined => {
    if (!recalled.has(stream)) recalled.set(stream, options.recall?.(stream));
    return recalled.get(stream);
  };

  const asWhole = (): Fold => {
    if (whole !== undefined) return whole;
    const fold = startFold({ ...options, recall });
    for (const event of applied) fold.apply(event);
    whole = fold;
    return fold;
  };

  const memoryOf = (stream: string): DeliveryMemory => {
    const known = memories.get(stream);
    if (known !== undefined) return known;
    const memory = remember(recall(stream)?.deliveries ?? NO_DELIVERIES);
    memories.set(stream, memory);
    return memory;
  };

  const apply = (event: Envelope): string | null => {
    if (whole !== undefined) return whole.apply(event);
    // A hook leaves them out, and whoever looks at them folds as a whole.
    if (event.provenance === 'import') return imports === 'left-out' ? null : asWhole().apply(event);
    if (applied.length === MOST_KEPT) return asWhole().apply(event);
    const repeated = deliver(memoryOf(event.stream), event);
    applied.push(event);
    if (repeated !== NEW) return repeated;
    counted.push(event);
    return null;
  };

  /** The worktrees that a fold remembers are told only by folding as a whole, where there may be more than it keeps. */
  const worktreeStates = (worktree: string | null): WorktreeStates | undefined =>
    worktree === null ? undefined : from?.worktrees.find(([name]) => name === worktree)?.[1];

  const stateAt = (name: keyof typeof AT_HAND, stream: string, worktree: string | null): unknown => {
    const projection: AnyProjection = AT_HAND[name];
    const states: Readonly<Record<string, unknown>> | undefined =
      projection.scope === 'stream'
        ? recall(stream)
        : projection.scope === 'worktree'
          ? worktreeStates(worktree)
          : from?.project;
    return states?.[name] ?? projection.initialState;
  };

  const view = (stream: string, worktree: string | null, further: readonly Envelope[] = []): View => {
    if (whole !== undefined) return whole.view(stream, worktree, further);
    const worked: Record<string, unknown> = {};
    let all: View | undefined;
    const everything = (): View => {
      all ??= asWhole().view(stream, worktree, further);
      return all;
    };
    const read = (name: keyof typeof AT_HAND): unknown => {
      const projection: AnyProjection = AT_HAND[name];
      const { scope, on } = projection;
      if (scope === 'worktree' && mayForget()) return everything()[name];
      let state = stateAt(name, stream, worktree);
      const evolve = (event: Envelope): void => {
        if (scope === 'stream' ? event.stream !== stream : scope === 'worktree' && event.worktree !== worktree) return;
        if (on === null || !on.includes(event.type) || !hasPromisedData(event)) return;
        state = evolved(projection, state, event);
      };
      // What happened outside of any worktree is no worktree's.
      if (scope !== 'worktree' || worktree !== null) counted.forEach(evolve);
      further.forEach(evolve);
      return state;
    };
    const stateOf = (name: string): unknown => {
      if (!Object.hasOwn(AT_HAND, name)) return everything()[name as keyof View];
      worked[name] ??= read(name as keyof typeof AT_HAND);
      return worked[name];
    };
    return new Proxy({} as View, {
      get: (_, name) => (typeof name === 'string' ? stateOf(name) : undefined),
      has: (_, name) => name in everything(),
      ownKeys: () => Reflect.ownKeys(everything()),
      getOwnPropertyDescriptor: (_, name) => Object.getOwnPropertyDescriptor(everything(), name),
    });
  };

  const mayForget = (): boolean => {
    const names = new Set(counted.map((event) => event.worktree));
    for (const [name] of from?.worktrees ?? []) names.add(name);
    return names.size > MOST_WORKTREES;
  };

  return { apply, view, state: () => asWhole().state() };
};
