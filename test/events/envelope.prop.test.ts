import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEnvelope } from '../../src/events/envelope.ts';
import { envelopeSchema } from '../../src/events/schemas.ts';

const envelopes = fc.record(
  {
    v: fc.constant(1),
    id: fc.string({ minLength: 1 }),
    type: fc.string(),
    at: fc.string(),
    stream: fc.string(),
    actor: fc.record({ id: fc.string(), type: fc.string() }, { requiredKeys: ['id'] }),
    host: fc.string(),
    turn: fc.option(fc.string()),
    cause: fc.option(fc.string()),
    call: fc.option(fc.string()),
    worktree: fc.option(fc.string()),
    provenance: fc.constantFrom('hook', 'person', 'prompt', 'agent', 'worker', 'import'),
    redacted: fc.array(fc.string()),
    delivery: fc.string(),
    data: fc.dictionary(fc.string(), fc.jsonValue()),
  },
  {
    noNullPrototype: true,
    requiredKeys: [
      'v',
      'id',
      'type',
      'at',
      'stream',
      'actor',
      'host',
      'turn',
      'cause',
      'call',
      'worktree',
      'provenance',
      'redacted',
      'data',
    ],
  },
);

const isValid = (value: unknown): boolean => envelopeSchema.safeParse(value).success;

describe('isEnvelope', () => {
  it('accepts what the schema accepts', () => {
    fc.assert(
      fc.property(envelopes, (envelope) => {
        expect(isValid(envelope)).toBe(true);
        expect(isEnvelope(envelope)).toBe(true);
      }),
    );
  });

  it('refuses what the schema refuses, whichever field is wrong or gone', () => {
    fc.assert(
      fc.property(envelopes, fc.nat(14), fc.option(fc.jsonValue(), { nil: undefined }), (envelope, index, value) => {
        const field = Object.keys(envelope)[index % Object.keys(envelope).length] as string;
        const mutated: Record<string, unknown> = { ...envelope, [field]: value };
        if (value === undefined) delete mutated[field];
        expect(isEnvelope(mutated)).toBe(isValid(mutated));
      }),
      { numRuns: 1000 },
    );
  });

  it('refuses what is no object', () => {
    for (const value of [null, undefined, 1, 'x', [], [{}]]) expect(isEnvelope(value)).toBe(isValid(value));
  });
});
