import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Chosen,
  chosenBy,
  FACETS,
  type Facets,
  facetOf,
  NOTHING_CHOSEN,
} from '../../../src/audit/page/shared/facets.ts';
import { FIRST_STATE, hashOf, type PageState, stateOf, toggled } from '../../../src/audit/page/shared/page-state.ts';
import { holdsWords, placesOf, searchWords } from '../../../src/audit/page/shared/search.ts';
import { onOneLine, visible } from '../../../src/audit/page/shared/visible.ts';
import { lasted } from '../../../src/audit/page/shared/words.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1 });

const states: fc.Arbitrary<PageState> = fc.record({
  search: fc.string({ unit: 'grapheme' }),
  chosen: fc.record(
    Object.fromEntries(FACETS.map((name) => [name, fc.uniqueArray(text, { maxLength: 3 })])),
  ) as fc.Arbitrary<Chosen>,
  at: fc.option(fc.stringMatching(/^[a-z][0-9a-z-]{0,5}$/)),
});

describe('the address', () => {
  it('says all that the reader looks at, and gives it back', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(stateOf(`#${hashOf(state)}`)).toEqual(state);
      }),
    );
  });

  it.each([
    ['', FIRST_STATE],
    ['#e12', { ...FIRST_STATE, at: 'e12' }],
    [
      '#kind=call&kind=call&gate=guard&nonsense=1&at=f3',
      { ...FIRST_STATE, chosen: { ...NOTHING_CHOSEN, kind: ['call'], gate: ['guard'] }, at: 'f3' },
    ],
    ['#q=rm+-rf', { ...FIRST_STATE, search: 'rm -rf' }],
  ])('reads %s', (hash, state) => {
    expect(stateOf(hash)).toEqual(state);
  });

  it('chooses a value, and takes it back', () => {
    const once = toggled(FIRST_STATE, 'gate', 'guard');
    expect(once.chosen.gate).toEqual(['guard']);
    expect(toggled(once, 'gate', 'guard')).toEqual(FIRST_STATE);
  });
});

describe('choosing', () => {
  const facets: Facets = {
    kind: facetOf([['call'], ['call'], ['prompt']]),
    decision: facetOf([['deny'], [], []]),
    gate: facetOf([['guard', 'test-gate'], ['guard'], []]),
    actor: facetOf([['main'], ['main'], ['main']]),
    turn: facetOf([['1'], ['2'], ['2']]),
  };

  it.each<[Partial<Chosen>, number[]]>([
    [{}, [0, 1, 2]],
    [{ kind: ['call'] }, [0, 1]],
    [{ kind: ['call', 'prompt'] }, [0, 1, 2]],
    [{ gate: ['guard'], turn: ['2'] }, [1]],
    [{ gate: ['test-gate'], turn: ['2'] }, []],
    [{ gate: ['no such gate'] }, []],
  ])('lets %j through at %j: one of each facet', (chosen, places) => {
    const isChosen = chosenBy(facets, { ...NOTHING_CHOSEN, ...chosen });
    expect([0, 1, 2].filter(isChosen)).toEqual(places);
  });

  it('names values as they are shown', () => {
    expect(facetOf([['a\u202eb'], ['a\u202eb', 'c']])).toEqual({ values: ['a⟨U+202E⟩b', 'c'], of: [[0], [0, 1]] });
  });
});

describe('searching', () => {
  it.each([
    ['', []],
    ['  RM -rf ', ['rm', '-rf']],
    ['"rm -rf" x', ['rm -rf', 'x']],
    ['"open', ['open']],
    ['"', []],
  ])('takes %j for the words %j', (search, words) => {
    expect(searchWords(search)).toEqual(words);
  });

  it('finds where words stand, in order and apart', () => {
    expect(placesOf('Rm -rf rm', ['rm', '-rf'])).toEqual([
      [0, 2],
      [3, 6],
      [7, 9],
    ]);
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }), (where, what) => {
        const words = searchWords(what.join(' '));
        const places = placesOf(where, words);
        for (const [from, to] of places) expect(words).toContain(where.slice(from, to).toLowerCase());
        places.slice(1).forEach(([from], index) => {
          expect(from).toBeGreaterThanOrEqual(places[index]?.[1] ?? 0);
        });
        if (words.length > 0 && holdsWords(where.toLowerCase(), words)) expect(places).not.toEqual([]);
      }),
    );
  });
});

describe('texts', () => {
  it('keeps what people write in', () => {
    const said = 'Grüße, 你好, שלום, 👩‍💻\n\tcode';
    expect(visible(said)).toBe(said);
  });

  it('is the same again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (said) => {
        expect(visible(visible(said))).toBe(visible(said));
      }),
    );
  });

  it('cuts between characters', () => {
    expect(onOneLine('a\n b  c', 10)).toBe('a b c');
    expect(onOneLine('👩👩👩', 4)).toBe('👩…');
  });

  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1000, '1 s'],
    [61_000, '1 min 1 s'],
    [3_600_000, '1 h'],
    [90_061_000, '1 d 1 h'],
    [Number.NaN, ''],
  ])('says of %i ms %s', (ms, said) => {
    expect(lasted(ms)).toBe(said);
  });
});
