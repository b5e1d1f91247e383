import { describe, expect, it } from 'vitest';
import type { Integrity } from '../../../src/audit/postmortem/model.ts';
import { trustOf } from '../../../src/audit/postmortem/trust.ts';

const found = (kind: string) => ({ kind, text: `${kind} at 1:0`, event: null, at: null, isOfSession: true });

const integrity = (...kinds: string[]): Integrity => ({
  ok: kinds.length === 0,
  events: 3,
  seals: 1,
  unsealed: 0,
  signedBy: null,
  signaturesChecked: 0,
  damage: kinds.map(found),
  quarantined: [],
  means: [],
});

const trustIn = (...kinds: string[]) => trustOf({ integrity: integrity(...kinds), unknown: [], isImported: false });

describe('whether a record can be trusted', () => {
  it('a log that was sealed before there was a key was not changed', () => {
    const { answer, because } = trustIn('unsigned');
    expect(answer).toBe('partly');
    expect(because.join(' ')).toContain('key');
    expect(because.join(' ')).not.toContain('changed');
  });

  it('a changed line is a change, signed or not, and so is a signature that is not of the key', () => {
    expect(trustIn('unsigned', 'flipped').answer).toBe('no');
    expect(trustIn('bad-signature').answer).toBe('no');
    expect(trustIn().answer).toBe('yes');
  });
});
