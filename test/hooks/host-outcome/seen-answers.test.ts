import { describe, expect, it } from 'vitest';
import { hostOutcome } from '../../../src/hooks/host-outcome/host-outcome.ts';
import { runOf, SEEN_ANSWERS } from '../../kit/host-answers.ts';

describe('what Claude Code makes of an answer, by the table', () => {
  it.each(SEEN_ANSWERS.map((seen) => [`${seen.event}, ${seen.name}`, seen] as const))(
    '%s: as it was seen',
    (_name, seen) => {
      const outcome = hostOutcome({ host: 'claude-code', version: null, event: seen.event }, runOf(seen.run));
      expect(outcome.effect).toBe(seen.effect);
      expect(outcome.works).toBe(seen.works);
      const heard = outcome.heard.filter(({ by }) => by === 'model').map(({ text }) => text);
      expect(heard.join('\n')).toContain(seen.told ?? '');
      if (seen.told === null) expect(heard).toEqual([]);
      expect(outcome.instead.length > 0).toBe(!seen.works);
    },
  );
});
