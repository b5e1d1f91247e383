import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { reviewProjection } from '../../src/projections/review.ts';
import { aboutReview, verdictKey } from '../../src/projections/review-names.ts';
import { happened, recorded, stateAfter, wrote } from './given.ts';

type Review = EventData<'ReviewRecorded'>;

const reviewed = (outcome: Review['outcome'], data: Partial<Review> = {}, more: Partial<Envelope> = {}): Envelope =>
  recorded(
    'ReviewRecorded',
    {
      kind: 'code',
      plane: 'code',
      outcome,
      sentinel: null,
      by: 'mcp__codex__codex',
      reason: 'it says so',
      standing: 'evidence',
      ...data,
    },
    more,
  );

const begun = (key: string): Envelope =>
  recorded('TreeObserved', {
    about: aboutReview(key),
    worktree: '/work/shop',
    head: null,
    tree: { code: 'c1', docs: 'd1' },
    changed: { code: [], docs: [] },
    counts: { code: 0, docs: 0 },
    problem: null,
  });

const kindAfter = (...events: Envelope[]) => stateAfter(reviewProjection, ...events).kinds['code'];
const of = (code: string) => ({ tree: { code, docs: null } });

describe('a run that says nothing certain', () => {
  it.each(['unclear', 'broken'] as const)(
    '(%s) leaves a verdict about the same content, and is when it last ran',
    (outcome) => {
      for (const verdict of ['pass', 'fail'] as const) {
        const first = reviewed(verdict, of('c1'));
        const again = reviewed(outcome, of('c1'));
        expect(kindAfter(first, again)).toMatchObject({
          outcome: verdict,
          event: first.id,
          at: first.at,
          lastRun: again.at,
        });
      }
    },
  );

  it.each(['unclear', 'broken'] as const)('(%s) counts where the content is another one', (outcome) => {
    const again = reviewed(outcome, of('c2'));
    expect(kindAfter(reviewed('pass', of('c1')), again)).toMatchObject({ outcome, event: again.id });
    expect(kindAfter(reviewed('pass'), wrote('/work/shop/src/a.ts'), reviewed(outcome))).toMatchObject({ outcome });
  });
});

describe('a broken reviewer of no known kind', () => {
  it('stands beside the kinds until a review comes to a verdict', () => {
    const broken = reviewed('broken', { kind: null });
    const state = stateAfter(reviewProjection, reviewed('pass'), broken);
    expect(state.kinds['code']?.outcome).toBe('pass');
    expect(state.broken).toMatchObject({ event: broken.id });
    expect(stateAfter(reviewProjection, broken, reviewed('unclear')).broken).not.toBeNull();
    expect(stateAfter(reviewProjection, broken, reviewed('fail')).broken).toBeNull();
  });
});

describe('what was reviewed', () => {
  const codeWritten = () => wrote('/work/shop/src/a.ts');
  const docWritten = () => wrote('/work/shop/README.md');
  const stashed = () => recorded('ChangesObserved', { by: 'git', paths: [], planes: ['code', 'docs'] });

  it('is outdated by the first write of its plane since, and by no other', () => {
    const doc = reviewed('pass', { kind: 'doc', plane: 'docs' });
    const [code, more, text] = [codeWritten(), codeWritten(), docWritten()];
    const { kinds } = stateAfter(reviewProjection, reviewed('pass'), doc, code, more, text);
    expect(kinds['code']).toMatchObject({ outcome: 'pass', changedBy: code.id });
    expect(kinds['doc']).toMatchObject({ outcome: 'pass', changedBy: text.id });
    expect(kindAfter(reviewed('pass'), docWritten())).toMatchObject({ changedBy: null });
  });

  it('is outdated also while another review is under way, which knows of the write, too', () => {
    const code = codeWritten();
    const state = stateAfter(reviewProjection, reviewed('pass'), begun('call-1'), code);
    expect(state.kinds['code']?.changedBy).toBe(code.id);
    expect(state.running['call-1']?.changedBy).toEqual({ code: code.id, docs: null });
  });

  it('is known of each plane, where a command writes both after the one was written', () => {
    const [code, both] = [codeWritten(), stashed()];
    const state = stateAfter(reviewProjection, begun('call-1'), code, both);
    expect(state.running['call-1']?.changedBy).toEqual({ code: code.id, docs: both.id });
  });

  it('by a reviewer that did not work is other content after any write, and the same after none', () => {
    const broken = reviewed('broken', { kind: null });
    const read = happened('ToolCompleted', { tool_name: 'Read', tool_input: { file_path: '/work/shop/src/a.ts' } });
    expect(stateAfter(reviewProjection, broken, read).broken?.event).toBe(broken.id);
    expect(stateAfter(reviewProjection, broken, docWritten()).broken).toBeNull();
    const state = stateAfter(reviewProjection, reviewed('pass'), broken, docWritten());
    expect(state).toMatchObject({ broken: null, kinds: { code: { changedBy: null } } });
  });

  it.each([
    ['code is written again', [reviewed('pass'), begun('call-1'), codeWritten()], codeWritten()],
    ['a document is written, of which no review is', [reviewed('pass')], docWritten()],
    [
      'nothing is written',
      [reviewed('pass'), begun('call-1'), reviewed('broken', { kind: null })],
      happened('ToolCompleted'),
    ],
  ])('is the same when %s', (_what, past, event) => {
    const state = stateAfter(reviewProjection, ...past);
    expect(reviewProjection.evolve(state, event)).toBe(state);
  });

  it('keeps the results that a write is not about', () => {
    const before = stateAfter(reviewProjection, reviewed('pass'), begun('call-1'));
    expect(reviewProjection.evolve(before, docWritten()).kinds).toBe(before.kinds);
  });
});

describe('a review under way', () => {
  it('knows the content it began with, and the first write of each plane since', () => {
    const code = wrote('/work/shop/src/a.ts');
    const doc = wrote('/work/shop/README.md');
    const state = stateAfter(reviewProjection, begun('call-1'), code, wrote('/work/shop/src/b.ts'), doc);
    expect(state.running['call-1']).toMatchObject({
      digests: { code: 'c1', docs: 'd1' },
      changedBy: { code: code.id, docs: doc.id },
    });
  });

  it('that begins again looks at what there is then', () => {
    const again = begun('call-1');
    const state = stateAfter(reviewProjection, begun('call-1'), begun('call-2'), wrote('/work/shop/src/a.ts'), again);
    expect(Object.keys(state.running)).toEqual(['call-2', 'call-1']);
    expect(state.running['call-1']).toMatchObject({ event: again.id, changedBy: { code: null, docs: null } });
  });

  it('goes on when another call ends', () => {
    const state = stateAfter(reviewProjection, begun('call-1'));
    for (const call of ['call-2', 'constructor', null])
      expect(reviewProjection.evolve(state, reviewed('pass', {}, { call })).running).toBe(state.running);
  });

  it('is over with its call; that of a subagent may go on', () => {
    const ended = reviewed('pass', {}, { call: 'call-1' });
    expect(Object.keys(stateAfter(reviewProjection, begun('call-1'), begun('agent-1'), ended).running)).toEqual([
      'agent-1',
    ]);
  });

  it('are bounded, and other trees are none', () => {
    const many = Array.from({ length: 200 }, (_, at) => begun(`call-${at}`));
    const newest = Array.from({ length: 32 }, (_, at) => `call-${at + 168}`);
    expect(Object.keys(stateAfter(reviewProjection, ...many).running)).toEqual(newest);
    const now = recorded('TreeObserved', { ...(begun('x').data as EventData<'TreeObserved'>), about: 'now' });
    expect(stateAfter(reviewProjection, now)).toBe(reviewProjection.initialState);
  });
});

it('a claim changes nothing but that its call is over', () => {
  expect(kindAfter(reviewed('pass', { standing: 'claim' }))).toBeUndefined();
  const before = stateAfter(reviewProjection, reviewed('pass'), begun('call-1'));
  const claim = reviewed('fail', { standing: 'claim' }, { call: 'call-1' });
  expect(reviewProjection.evolve(before, claim)).toEqual({ ...before, running: {} });
});

describe('the result of a review', () => {
  it('says what it came to, of which content, and what came before', () => {
    const first = reviewed('fail', { by: 'tool-a', sentinel: 'BLOCKED', ...of('c1') }, { cause: 'asked' });
    expect(kindAfter(first)).toEqual({
      ...{ plane: 'code', outcome: 'fail', sentinel: 'BLOCKED', by: 'tool-a', stream: 's1' },
      ...{ at: first.at, lastRun: first.at, event: first.id, cause: 'asked' },
      ...{ digest: 'c1', changedBy: null, history: [] },
    });
    const second = reviewed('pass');
    expect(kindAfter(first, second)).toMatchObject({
      digest: null,
      history: [{ event: first.id, at: first.at, outcome: 'fail' }],
    });
  });

  it('is about the documents where these were reviewed', () => {
    const doc = reviewed('pass', { kind: 'doc', plane: 'docs', tree: { code: 'c1', docs: 'd1' } });
    expect(stateAfter(reviewProjection, doc).kinds['doc']?.digest).toBe('d1');
  });

  it('remembers four before it, the newest last', () => {
    const many = Array.from({ length: 7 }, () => reviewed('pass'));
    expect(kindAfter(...many)?.history.map(({ event }) => event)).toEqual(many.slice(2, 6).map(({ id }) => id));
  });

  it.each<[string, Envelope, Envelope, boolean]>([
    ['the same content', reviewed('fail', of('c1')), reviewed('unclear', of('c1')), true],
    ['content nobody knows after known', reviewed('fail', of('c1')), reviewed('unclear'), true],
    ['known content after content nobody knows', reviewed('fail'), reviewed('unclear', of('c1')), true],
    ['other content', reviewed('fail', of('c1')), reviewed('unclear', of('c2')), false],
    ['what came to nothing before', reviewed('unclear', of('c1')), reviewed('broken', of('c1')), false],
    ['what broke before', reviewed('broken', of('c1')), reviewed('unclear', of('c1')), false],
    ['a verdict by a new one', reviewed('fail', of('c1')), reviewed('pass', of('c1')), false],
  ])('of %s', (_what, first, second, stays) => {
    expect(kindAfter(first, second)?.event).toBe(stays ? first.id : second.id);
  });

  it('is kept for sixteen kinds, those that were reviewed last', () => {
    const kinds = Array.from({ length: 18 }, (_, at) => `kind-${at}`);
    const reviews = [...kinds, 'kind-5'].map((kind) => reviewed('pass', { kind }));
    const expected = [...kinds.slice(2).filter((kind) => kind !== 'kind-5'), 'kind-5'];
    expect(Object.keys(stateAfter(reviewProjection, ...reviews).kinds)).toEqual(expected);
  });

  it('is of any name', () => {
    const { kinds } = stateAfter(reviewProjection, reviewed('unclear', { kind: 'constructor' }));
    expect(Object.entries(kinds)).toMatchObject([['constructor', { outcome: 'unclear', history: [] }]]);
  });

  it('of no known kind is that of none, and takes no broken reviewer away', () => {
    const broken = reviewed('broken', { kind: null, by: 'tool-a' });
    const state = stateAfter(reviewProjection, broken, reviewed('pass', { kind: null }));
    expect(state).toMatchObject({ kinds: {}, broken: { event: broken.id, at: broken.at, by: 'tool-a', stream: 's1' } });
    expect(Object.keys(state.kinds)).toEqual([]);
  });
});

describe('the verdict of a subagent', () => {
  const said = (agent: string, data: Partial<Review> = {}) =>
    reviewed('pass', { agent, words: `${agent}-words`, ...data });
  const countedAfter = (...events: readonly Envelope[]) => stateAfter(reviewProjection, ...events).counted;

  it('is counted by whose it is and what was said, also where nobody knows its kind', () => {
    const keys = [verdictKey('a1', 'a1-words'), verdictKey('a2', 'a2-words')];
    expect(countedAfter(said('a1'), said('a2', { kind: null }))).toEqual(keys);
    expect(new Set(keys).size).toBe(2);
  });

  it('is none without an agent or words', () => {
    const { agent: _agent, ...nobody } = said('a1').data as Review;
    const { words: _words, ...wordless } = said('a1').data as Review;
    expect(
      countedAfter(said('a1'), recorded('ReviewRecorded', nobody), recorded('ReviewRecorded', wordless)),
    ).toHaveLength(1);
  });

  it('is remembered with 32 others, the newest', () => {
    const many = Array.from({ length: 34 }, (_, at) => said(`a${at}`));
    expect(countedAfter(...many)).toEqual(many.slice(2).map((_, at) => verdictKey(`a${at + 2}`, `a${at + 2}-words`)));
  });
});
