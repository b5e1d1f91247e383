import type { EventData } from '../events/schemas.ts';
import type { Fact } from './facts.ts';
import { condition, counted, type GateContext, listOption, type Rule, shortened, shownList } from './gate.ts';

type Mocks = EventData<'MocksObserved'>;
type Mock = Mocks['mocks'][number];

/** Mocks of the project's own code that a call adds to a test. */
const internalMock: Rule = {
  id: 'mock-gate/internal-mock',
  // The seed's counter is never set back; a strike ends with its session.
  decision: { first: 'advise', next: 'deny', strikeEnds: [] },
  judge: (context) => {
    const fact = context.facts.mocks();
    if (fact === null || fact.data.mocks.length === 0) return null;
    const { data, id } = fact;
    const { stopped, exempt, undecided, boundaries } = sorted(data, context);
    const actual = {
      internal: shownList(stopped.map(mockWords)),
      ...(exempt.length === 0 ? {} : { exempt: shownList(exempt.map(exemptWords)) }),
      ...(undecided.length === 0 ? {} : { undecided: shownList(undecided.map(mockWords)) }),
      ...(boundaries.length === 0 ? {} : { boundaries: shownList(boundaries.map(mockWords)) }),
    };
    const isClean = stopped.length === 0;
    return {
      conditions: [condition('adds-no-internal-mocks', isClean, { actual, because: [id], remedy: remedyFor(stopped) })],
      reason: isClean ? '' : reasonOf(data, stopped),
    };
  },
  ways: ({ facts }) => {
    const fact = facts.mocks();
    return fact === null ? [] : [without(fact), exempted(fact)];
  },
};

const RULES: readonly Rule[] = [internalMock];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const mockRules = (): readonly Rule[] => RULES;

/** The policy's word counts before what resolution says; `boundaries` before `internals`. */
const sorted = ({ mocks }: Mocks, context: GateContext) => {
  const boundaries = listOption(context, 'boundaries', []);
  const internals = listOption(context, 'internals', []);
  const placed = mocks.map((mock) => {
    if (boundaries.some((pattern) => isAbout(pattern, mock))) return { mock, place: 'boundary' as const };
    return { mock, place: internals.some((pattern) => isAbout(pattern, mock)) ? ('internal' as const) : mock.place };
  });
  const at = (place: Mock['place']): Mock[] => placed.flatMap((each) => (each.place === place ? [each.mock] : []));
  const own = at('internal');
  return {
    stopped: own.filter(({ exempt }) => exempt === null),
    exempt: own.filter(({ exempt }) => exempt !== null),
    undecided: at('unknown'),
    boundaries: at('boundary'),
  };
};

const isAbout = (pattern: string, { target, module }: Mock): boolean =>
  covers(pattern, target) || (module !== null && covers(pattern, module));

/** A name or path covers itself and what lies in it; `*` stands for any characters. */
const covers = (pattern: string, name: string): boolean => {
  const [first = '', ...rest] = pattern.split('*');
  if (!name.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return endsAt(name, first.length);
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (last === '') return true;
  for (let found = name.indexOf(last, at); found >= 0; found = name.indexOf(last, found + 1)) {
    if (endsAt(name, found + last.length)) return true;
  }
  return false;
};

const endsAt = (name: string, at: number): boolean =>
  at === name.length || LIMITS.includes(name[at] ?? '') || LIMITS.includes(name[at - 1] ?? '');

/** What ends a name in a longer one: of a folder, a module, a class, a file's ending. */
const LIMITS = './:#';

/** ``line 3: `vi.mock` of `./cart` (a relative path)`` */
const mockWords = ({ line, by, target, why }: Mock): string =>
  `line ${line}: ${by === target ? '' : `${by} of `}${target} (${why})`;

const exemptWords = (mock: Mock): string => `${mockWords(mock)}, exempt: ${mock.exempt}`;

const MOST_SHOWN = 8;

const reasonOf = ({ path, added, mocks }: Mocks, stopped: readonly Mock[]): string => {
  const lines = stopped.slice(0, MOST_SHOWN).map((mock) => `- ${shortened(mockWords(mock), 200)}`);
  // Those of the project come first, so where all that are listed are such there may be more of them.
  const isCut = added > mocks.length && stopped.length === mocks.length;
  const count = `${counted(stopped.length, 'mock')}${isCut ? ' or more' : ''}`;
  const more =
    stopped.length > MOST_SHOWN ? [`- and ${stopped.length - MOST_SHOWN}${isCut ? ' or more' : ''} others`] : [];
  const unreasoned = stopped.some((mock) => mock.unreasoned === true);
  const exemption = unreasoned ? 'A `@mock-exempt` that gives no reason exempts nothing.\n' : '';
  return (
    `${shortened(path, 100)} would mock the project's own code (${count}), so it would test ` +
    `the mock instead:\n${[...lines, ...more].join('\n')}\n${exemption}`
  );
};

/** What to do, in the words of the language's comments. */
const remedyFor = (stopped: readonly Mock[]): string => {
  const [mock] = stopped;
  const example = mock === undefined ? '' : ` (here: ${mock.target.slice(0, 60)})`;
  return (
    `Use the real code${example}, and mock only what lies outside of the project: network, clock, file system, ` +
    'database, third-party packages. Where a mock has to stay, say why in a comment above it: `@mock-exempt: reason`.'
  );
};

const without = ({ data }: Fact<Mocks>) => ({
  todo: 'use the real code instead of the mocks',
  events: [{ type: 'MocksObserved', data: { ...data, mocks: data.mocks.filter(({ place }) => place === 'boundary') } }],
});

const exempted = ({ data }: Fact<Mocks>) => ({
  todo: 'say above each mock why it has to stay: @mock-exempt: reason',
  events: [
    { type: 'MocksObserved', data: { ...data, mocks: data.mocks.map((mock) => ({ ...mock, exempt: 'a reason' })) } },
  ],
});
