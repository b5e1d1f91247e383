import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { type HookSession, hookSession } from '../kit/hook-session.ts';

const FORCE = 'git push --force origin main';
const CONFIG = 'docket.config.json';

const isDenied = async (s: HookSession): Promise<boolean> =>
  (await s.bash(FORCE, { error: 'Exit code 1' })).decision === 'deny';

const starts = (s: HookSession, id: string) => s.other(id).send({ hook_event_name: 'SessionStart', source: 'startup' });

const words = (text: string): string => text.replace(/\s+!?\s*/g, ' ');

/** What breaks a policy file, and what is said of it. */
const BREAKING: readonly (readonly [what: string, breakIt: (s: HookSession) => void, says: string])[] = [
  ['an empty file', (s) => s.put(CONFIG, ''), 'is empty: write {}'],
  ['a comment', (s) => s.put(CONFIG, '{ // loose\n "preset": "observe" }'), 'is not JSON'],
  ['a comma too many', (s) => s.put(CONFIG, '{ "preset": "observe", }'), 'is not JSON'],
  ['a preset that there is not', (s) => s.put(CONFIG, '{ "preset": "loose" }'), 'does not fit the schema (preset)'],
  ['a key that there is not', (s) => s.put(CONFIG, '{ "presets": "observe" }'), 'does not fit the schema'],
  ['$schema that is no text', (s) => s.put(CONFIG, '{ "$schema": 1 }'), 'does not fit the schema ($schema)'],
  ['a list', (s) => s.put(CONFIG, '[]'), 'does not fit the schema (the file)'],
  ['more than a megabyte', (s) => s.put(CONFIG, `{}${' '.repeat(1_100_000)}`), 'cannot be read'],
  [
    'a folder in its place',
    (s) => {
      rmSync(join(s.path, CONFIG));
      mkdirSync(join(s.path, CONFIG));
    },
    'cannot be read',
  ],
  [
    'a link, whose end an agent may write',
    (s) => {
      s.put('conf/policy.json', '{ "preset": "observe" }');
      rmSync(join(s.path, CONFIG));
      symlinkSync('conf/policy.json', join(s.path, CONFIG));
    },
    'no link',
  ],
];

describe('a policy file that cannot be used', () => {
  it.each(BREAKING)('keeps the policy that was in force, and says so: %s', async (_what, breakIt, says) => {
    const s = hookSession({ policy: { preset: 'strict' } });
    expect(await isDenied(s)).toBe(true);
    breakIt(s);
    expect(await isDenied(s)).toBe(true);
    const status = words(runDocket(['status'], s.path).stdout);
    expect(status).toContain(says);
    expect(status).toContain('until that is mended, preset strict holds as it was before');
    const { stdout } = await starts(s, 's2');
    expect(stdout).toContain('The policy has 2 problems');
    expect(stdout).toContain('"systemMessage":"docket: the policy has problems');
    expect(runDocket(['policy', 'validate'], s.path).status).toBe(1);
    const shown = words(runDocket(['policy', 'show'], s.path).stdout);
    expect(shown).toContain('hooks keep to the policy that was in force before');
    expect(shown).toMatch(/gates\.guard\.mode +enforce/);
  });

  it('counts as not there where no policy was in force before, and that is said', async () => {
    const s = hookSession();
    s.put(CONFIG, '{ "preset": "strikt" }');
    expect(await isDenied(s)).toBe(false);
    expect(runDocket(['status'], s.path).stdout).toMatch(/^preset +observe$/m);
    expect(words(runDocket(['status'], s.path).stdout)).toContain('does not fit the schema (preset)');
    expect((await starts(s, 's2')).stdout).toContain('"systemMessage":"docket: the policy has problems');
  });

  it('leaves the other files to hold where no policy was in force before', async () => {
    const s = hookSession();
    s.put(CONFIG, '{ "preset": ');
    s.put('docket.config.local.json', '{ "preset": "strict" }');
    expect(await isDenied(s)).toBe(true);
  });

  it('is made good by the next file that can be used', async () => {
    const s = hookSession({ policy: { preset: 'strict' } });
    expect(await isDenied(s)).toBe(true);
    s.put(CONFIG, '{');
    expect(await isDenied(s)).toBe(true);
    s.put(CONFIG, '{ "preset": "observe" }');
    expect(await isDenied(s)).toBe(false);
    expect(runDocket(['status'], s.path).stdout).not.toContain('policy:');
  });
});

describe('a policy file', () => {
  it.each([
    ['a byte order mark', '\uFEFF{ "preset": "strict" }'],
    ['line ends of Windows', '{\r\n  "preset": "strict"\r\n}\r\n'],
    ['a schema that is not there', '{ "$schema": "./nowhere.json", "preset": "strict" }'],
    ['a key twice, of which the last one counts', '{ "preset": "observe", "preset": "strict" }'],
  ])('may have %s', async (_what, text) => {
    const s = hookSession();
    s.put(CONFIG, text);
    expect(await isDenied(s)).toBe(true);
  });

  it('holds for linked worktrees too, whatever stands there', async () => {
    const s = hookSession({ policy: { preset: 'strict' } });
    const worktree = `${s.path}-worktree`;
    s.git('worktree', 'add', '--quiet', worktree, '-b', 'other');
    try {
      writeFileSync(join(worktree, CONFIG), '{ "preset": "observe" }');
      const input = { tool_name: 'Bash', tool_input: { command: FORCE }, tool_use_id: 'w1' };
      const asked = await s.send({ hook_event_name: 'PreToolUse', cwd: worktree, ...input });
      expect(asked.decision).toBe('deny');
      const { stdout } = runDocket(['policy', 'validate'], worktree);
      expect(words(stdout)).toContain('is not read: that of');
      expect(runDocket(['policy', 'show', 'guard'], worktree).stdout).toContain('preset strict');
    } finally {
      rmSync(worktree, { recursive: true, force: true });
    }
  });

  it('is not read in a folder of the project', async () => {
    const s = hookSession({ policy: { preset: 'strict' } });
    s.put('packages/web/docket.config.json', '{ "preset": "observe" }');
    const input = { tool_name: 'Bash', tool_input: { command: FORCE }, tool_use_id: 'w1' };
    const cwd = join(s.path, 'packages', 'web');
    expect((await s.send({ hook_event_name: 'PreToolUse', cwd, ...input })).decision).toBe('deny');
    expect(words(runDocket(['policy', 'validate'], cwd).stdout)).toContain('for the whole project, not web alone');
  });
});
