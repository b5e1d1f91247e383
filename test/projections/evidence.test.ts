import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { evidenceFor, evidenceProjection } from '../../src/projections/evidence.ts';
import { happened, recorded, stateAfter, testsFinished } from './given.ts';

type Review = EventData<'ReviewRecorded'>;

const tree = (code: string) => ({ code, docs: `docs-${code}` });

const tested = (
  status: 'pass' | 'fail' | 'unknown',
  data: Partial<EventData<'TestRunFinished'>> = {},
  more: Partial<Envelope> = {},
): Envelope => testsFinished(status, more, { tree: tree('c1'), ...data });

const reviewed = (outcome: Review['outcome'], data: Partial<Review> = {}): Envelope =>
  recorded('ReviewRecorded', {
    ...{ kind: 'code', plane: 'code', outcome, sentinel: null, by: 'a-reviewer', reason: 'it says so' },
    standing: 'evidence',
    tree: tree('c1'),
    ...data,
  });

const proved = (data: Partial<EventData<'ProofRecorded'>> = {}): Envelope =>
  recorded('ProofRecorded', { note: 'it opens', tree: tree('c1'), standing: 'evidence', ...data });

const entriesAfter = (...events: readonly Envelope[]) => stateAfter(evidenceProjection, ...events).entries;
const idsAfter = (...events: readonly Envelope[]) => entriesAfter(...events).map(({ event }) => event);

describe('what is evidence', () => {
  it('is a pass of the tests, about the code that was tested', () => {
    const event = tested('pass', {}, { cause: 'asked' });
    expect(entriesAfter(event)).toStrictEqual([
      {
        kind: 'tests',
        digest: 'c1',
        passed: true,
        event: event.id,
        cause: 'asked',
        at: event.at,
        by: 'vitest',
        source: 'agent',
      },
    ]);
  });

  it('is a failure, with how many failed and of which package', () => {
    expect(entriesAfter(tested('fail', { failures: 3, folder: 'packages/a' }))).toMatchObject([
      { passed: false, failures: 3, folder: 'packages/a' },
    ]);
    expect(entriesAfter(tested('fail', { partial: true }))).toHaveLength(1);
  });

  it('is the verdict of a review, about the plane that it reviewed', () => {
    expect(entriesAfter(reviewed('pass'), reviewed('fail', { kind: 'doc', plane: 'docs' }))).toMatchObject([
      { kind: 'code', digest: 'c1', passed: true, by: 'a-reviewer' },
      { kind: 'doc', digest: 'docs-c1', passed: false },
    ]);
  });

  it('is a person’s proof', () => {
    expect(entriesAfter(proved())).toMatchObject([{ kind: 'proof', digest: 'c1', passed: true, by: 'a person' }]);
  });

  it.each<[string, Envelope]>([
    ['a result that somebody claims', tested('pass', { source: 'claim' })],
    ['a run that says nothing certain', tested('unknown')],
    ['a pass of some tests', tested('pass', { partial: true })],
    ['a result of code that git does not know', tested('pass', { tree: { code: null, docs: null } })],
    ['a proof of which no content is known', recorded('ProofRecorded', { note: 'it opens', standing: 'evidence' })],
    ['a review that somebody claims', reviewed('pass', { standing: 'claim' })],
    ['a review of no known kind', reviewed('pass', { kind: null })],
    ['an unclear review', reviewed('unclear')],
    ['a broken review', reviewed('broken')],
    ['a proof that somebody claims', proved({ standing: 'claim' })],
    ['something else', happened('ToolCompleted')],
  ])('is not %s, which takes none away', (_, event) => {
    const before = stateAfter(evidenceProjection, tested('pass'));
    expect(evidenceProjection.evolve(before, event)).toBe(before);
  });
});

describe('evidence takes the place of what was said before', () => {
  it('of the same kind about the same content, and of nothing else', () => {
    const [first, other, again] = [tested('pass'), tested('pass', { tree: tree('c2') }), tested('fail')];
    const review = reviewed('pass');
    expect(idsAfter(first, other, review, again)).toEqual([other.id, review.id, again.id]);
  });

  it('of a package by a pass of all tests, while a failure of all says nothing of the package', () => {
    const part = tested('fail', { folder: 'packages/a' });
    const [pass, fail] = [tested('pass'), tested('fail')];
    expect(idsAfter(part, pass)).toEqual([pass.id]);
    expect(idsAfter(part, fail)).toEqual([part.id, fail.id]);
  });

  it('not of another package, and of the same one also by a failure', () => {
    const [one, two] = [tested('pass', { folder: 'packages/a' }), tested('pass', { folder: 'packages/b' })];
    const again = tested('fail', { folder: 'packages/a' });
    const all = tested('pass');
    expect(idsAfter(all, one, two)).toEqual([all.id, one.id, two.id]);
    expect(idsAfter(one, two, again)).toEqual([two.id, again.id]);
  });
});

describe('proof that is taken back', () => {
  it('is none about any content, and leaves the rest', () => {
    const test = tested('pass');
    expect(idsAfter(proved(), test, proved({ tree: tree('c2') }), happened('ProofRevoked'))).toEqual([test.id]);
  });

  it('changes nothing where there is none', () => {
    const before = stateAfter(evidenceProjection, tested('pass'));
    expect(evidenceProjection.evolve(before, happened('ProofRevoked'))).toBe(before);
  });
});

it('keeps the newest 96', () => {
  const many = Array.from({ length: 98 }, (_, at) => tested('pass', { tree: tree(`c${at}`) }));
  expect(idsAfter(...many)).toEqual(many.slice(2).map(({ id }) => id));
});

describe('what the newest evidence says about some content', () => {
  it('is a failure before all, then the newest; null where there is none', () => {
    const failed = tested('fail', { folder: 'packages/a' });
    const passed = tested('pass', { folder: 'packages/b' });
    const last = tested('pass', { folder: 'packages/c' });
    const about = (...events: readonly Envelope[]) =>
      evidenceFor(stateAfter(evidenceProjection, ...events), 'tests', 'c1')?.event ?? null;
    expect(about(failed, passed, last)).toBe(failed.id);
    const more = tested('pass', { folder: 'packages/d' });
    expect(about(passed, more, last)).toBe(last.id);
    expect(about(reviewed('fail'), tested('fail', { tree: tree('c2') }))).toBeNull();
  });
});
