import { describe, expect, it } from 'vitest';
import { requests, scenario } from '../../kit/scenario.ts';

describe('a call nobody can read', () => {
  it.each<[string, unknown]>([
    ['Write', { file_path: 123, content: 'x' }],
    ['Edit', { file_path: ['a'], old_string: 'a', new_string: 'b' }],
    ['NotebookEdit', { notebook_path: null }],
    ['Write', 'src/a.ts'],
  ])('is asked about when %s gets no path: %j', async (tool, input) => {
    const { decision, verdicts } = await scenario({ preset: 'strict' }).when(requests(tool, input));
    expect(decision).toBe('ask');
    expect(verdicts.map(({ rule }) => rule)).toEqual(['guard/unreadable-path']);
  });

  it.each([
    ['Write', 'file_path'],
    ['NotebookEdit', 'notebook_path'],
  ])('is not %s with a path in %s', async (tool, field) => {
    const { verdicts } = await scenario({ preset: 'strict' }).when(requests(tool, { [field]: 'src/a.ts' }));
    expect(verdicts.filter(({ gate }) => gate === 'guard')).toEqual([]);
  });

  it('names a command that exists', async () => {
    const { verdicts } = await scenario({ preset: 'strict' }).when('{"tool_name":"Bash","tool_input":{}} more');
    expect(verdicts[0]?.conditions[0]?.remedy).toContain('docket log --type HookFailed');
  });
});

describe('a command nobody can read', () => {
  it.each(['rm -rf / )', 'echo "$(rm -rf /', "dd if=/dev/zero of='/dev/sda", 'psql -c "drop table x'])(
    'is asked about when it names a program that guard has rules about: %s',
    async (command) => {
      const { verdicts } = await scenario({ preset: 'strict' }).when(requests('Bash', { command }));
      expect(verdicts.map(({ rule }) => rule)).toContain('guard/not-understood');
    },
  );

  it.each(['echo "alarm', 'ls )', 'confirm-rm "x'])('is let be otherwise: %s', async (command) => {
    const { verdicts } = await scenario({ preset: 'strict' }).when(requests('Bash', { command }));
    expect(verdicts.filter(({ gate, decision }) => gate === 'guard' && decision !== 'pass')).toEqual([]);
  });
});
