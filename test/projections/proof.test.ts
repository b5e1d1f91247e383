import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { proofProjection } from '../../src/projections/proof.ts';
import { happened, recorded, stateAfter, wrote } from './given.ts';

const TREE = { code: 'c1', docs: 'd1' };

const proved = (data: Partial<EventData<'ProofRecorded'>> = {}): Envelope =>
  recorded('ProofRecorded', { note: 'it opens', tree: TREE, standing: 'evidence', ...data });

const proofAfter = (...events: readonly Envelope[]) => stateAfter(proofProjection, ...events).proof;

describe('a proof', () => {
  it('is of the code that was seen', () => {
    const said = proved();
    expect(proofAfter(said)).toEqual({
      event: said.id,
      at: said.at,
      stream: 's1',
      note: 'it opens',
      digest: 'c1',
      changedBy: null,
    });
  });

  it('is of no known code where git cannot say which', () => {
    const unknown = { note: 'it opens', digest: null };
    expect(proofAfter(proved({ tree: { code: null, docs: null } }))).toMatchObject(unknown);
    expect(proofAfter(recorded('ProofRecorded', { note: 'it opens', standing: 'evidence' }))).toMatchObject(unknown);
  });

  it('is not what an agent claims, which takes none away either', () => {
    expect(proofAfter(proved({ standing: 'claim' }))).toBeNull();
    const said = proved();
    expect(proofAfter(said, proved({ standing: 'claim' }))?.event).toBe(said.id);
  });

  it('is outdated by the first write of code since, not by one of documents', () => {
    const [doc, first, second] = [wrote('/work/shop/README.md'), wrote('/work/shop/a.ts'), wrote('/work/shop/b.ts')];
    expect(proofAfter(proved(), doc)?.changedBy).toBeNull();
    expect(proofAfter(proved(), doc, first, second)?.changedBy).toBe(first.id);
  });

  it('is gone when it is taken back, and counts anew when it is given again', () => {
    expect(proofAfter(proved(), happened('ProofRevoked'))).toBeNull();
    expect(proofAfter(proved(), wrote('/work/shop/a.ts'), proved())?.changedBy).toBeNull();
  });

  it('leaves the state as it was where nothing comes of an event', () => {
    const empty = proofProjection.initialState;
    expect(stateAfter(proofProjection, happened('ProofRevoked'), wrote('/work/shop/a.ts'))).toBe(empty);
  });
});
