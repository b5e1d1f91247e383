import { describe, expect, it } from 'vitest';
import { understand } from '../../../src/shell/understand.ts';
import { SAFE_COMMANDS } from './safe-commands.ts';
import { UNSAFE_COMMANDS } from './unsafe-commands.ts';

const reviewed = (command: string) => {
  const { safe, tier, segments } = understand(command).review;
  return { safe, tier, segments };
};

describe('a command that only reads', () => {
  it.each(SAFE_COMMANDS)('%j is safe, tier %i', (command, tier) => {
    const { segments, ...review } = reviewed(command);
    expect(review, JSON.stringify(segments)).toEqual({ safe: true, tier });
  });
});

describe('a command that may do more', () => {
  it.each(UNSAFE_COMMANDS)('%j is not safe, tier %i', (command, tier) => {
    const { segments, ...review } = reviewed(command);
    expect(review, JSON.stringify(segments)).toEqual({ safe: false, tier });
    const reasons = segments.flatMap(({ reason }) => (reason === null ? [] : [reason]));
    expect(reasons.length).toBeGreaterThan(0);
  });
});
