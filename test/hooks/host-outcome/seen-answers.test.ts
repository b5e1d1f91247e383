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

const judge = (event: string, stdout: string) =>
  hostOutcome({ host: 'claude-code', version: null, event }, runOf({ stdout }));

describe('what an answer wants', () => {
  it('is not met by something else that happens', () => {
    const misplaced = judge('PostToolUse', '{"decision":"block","reason":"r","additionalContext":"lost"}');
    expect(misplaced.wants).toMatchObject([
      { intention: 'block', met: true },
      { intention: 'context', met: false },
    ]);
    expect(misplaced.works).toBe(false);
    expect(judge('SessionEnd', '{"systemMessage":"bye"}')).toMatchObject({ works: false, heard: [{ by: 'nobody' }] });
    expect(judge('Stop', '{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny"}}').works).toBe(
      false,
    );
  });

  it.each([
    ['nested deeper than can be written', `${'{"decision":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['lists nested deeper than can be written', `{"decision":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
    ['megabytes of text', `blocked ${'x'.repeat(5_000_000)}`],
    ['megabytes of braces', '{'.repeat(5_000_000)],
    ['megabytes of quotation marks', '"a" : '.repeat(500_000)],
    ['many lines of objects', '{"decision":"deny"}\n'.repeat(100_000)],
  ])('is found without harm in %s', (_what, stdout) => {
    for (const host of ['claude-code', 'codex', 'gemini', 'qwen', 'copilot']) {
      expect(() =>
        hostOutcome({ host, version: null, event: 'PreToolUse' }, runOf({ stdout, stderr: stdout })),
      ).not.toThrow();
    }
  });
});
