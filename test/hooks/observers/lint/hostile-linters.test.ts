import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintedIn, script, written } from '../../../kit/linters.ts';
import { type ScenarioOptions, scenario } from '../../../kit/scenario.ts';

const LINTER = 'node_modules/.bin/oxlint';
const FILE = 'src/a.ts';

const project = (lines: string, options: ScenarioOptions = { preset: 'strict' }) => {
  const s = scenario({ env: { PATH: '/usr/bin:/bin' }, ...options });
  s.write('.oxlintrc.json', '{}');
  s.write(FILE, 'export {};\n');
  script(s, LINTER, lines);
  const lint = async (timeLeft = 2_000) => {
    const end = Date.now() + timeLeft;
    const outcome = await s.when(written(FILE), { timeLeft: () => end - Date.now() });
    return { outcome, result: lintedIn(outcome)[0] };
  };
  return { s, lint };
};

const FINDING = 'src/a.ts:1:1: bad [rule]';

/** What hosts give their hooks and nothing else is to have. */
const HOST_SECRETS = {
  CLAUDE_CODE_MESSAGING_TOKEN: 'secret',
  CLAUDE_CODE_OAUTH_TOKEN: 'secret',
  CODEX_API_KEY: 'secret',
};

/** Whether a process that wrote its id is gone. */
const isGone = (s: { readonly project: string }, name: string): boolean => {
  const pid = readFileSync(join(s.project, name), 'utf8').trim();
  if (!existsSync(`/proc/${pid}`)) return true;
  return readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
};

describe('a linter that', () => {
  it('hangs is ended in time with its children, and stops nothing', async () => {
    const { s, lint } = project('sleep 60 & echo $! > child\necho $$ > parent\nwait');
    const { outcome, result } = await lint(700);
    expect(result).toMatchObject({ status: 'broken', late: true, reason: 'it took too long' });
    expect(outcome.answer).toBeNull();
    expect([isGone(s, 'child'), isGone(s, 'parent')]).toEqual([true, true]);
  });

  it('hangs three times in a row is left out for the rest of the session; once in time ends the row', async () => {
    const { s, lint } = project('if [ -e quick ]; then exit 0; fi\nsleep 60');
    const statuses: (string | undefined)[] = [];
    const next = async () => void statuses.push((await lint(400)).result?.status);
    await next();
    await next();
    s.write('quick', '');
    expect((await lint()).result?.status).toBe('clean');
    rmSync(join(s.project, 'quick'));
    for (let i = 0; i < 4; i += 1) await next();
    expect(statuses).toEqual(['broken', 'broken', 'broken', 'broken', 'broken', undefined]);
  });

  it('has no time left is not started', async () => {
    const { s, lint } = project('touch ran');
    expect((await lint(150)).result).toBeUndefined();
    expect(existsSync(join(s.project, 'ran'))).toBe(false);
  });

  it('prints without end is ended; what it found until then counts', async () => {
    const { lint } = project(`while :; do echo '${FINDING}'; done`);
    const { outcome, result } = await lint(20_000);
    expect(result).toMatchObject({ status: 'problems', reason: 'it printed without end' });
    expect(result?.problems).toHaveLength(20);
    expect(JSON.stringify(outcome.events).length).toBeLessThan(32_768);
  });

  it('prints a line without end is ended', async () => {
    const { lint } = project('head -c 100000000 /dev/zero');
    expect((await lint(20_000)).result).toMatchObject({ status: 'broken', reason: 'it printed without end' });
  });

  it('leaves a child behind that holds its pipes is over when it ends, and so is the child', async () => {
    const { s, lint } = project(`sleep 60 & echo $! > child\necho '${FINDING}'`);
    expect((await lint(20_000)).result).toMatchObject({ status: 'problems' });
    expect(isGone(s, 'child')).toBe(true);
  });

  it.each([
    ['is killed', 'kill -9 $$', 'it was killed'],
    ['cannot be started', null, 'it could not be started'],
    ['fails without a word', 'exit 3', 'exit code 3'],
    [
      'says why it fails',
      "printf '\\n\\033[31mno such\\007 plugin\\n' >&2; exit 1",
      'exit code 1: [31mno such  plugin',
    ],
    ['fails at length', `head -c 5000 /dev/zero | tr '\\0' x; exit 1`, `exit code 1: ${'x'.repeat(199)}…`],
  ])('%s is broken, which the agent is not told', async (_name, lines, reason) => {
    const { s, lint } = project(lines ?? '');
    if (lines === null) s.write(LINTER, '#!/no/such/interpreter\n');
    const { outcome, result } = await lint();
    expect(result).toMatchObject({ status: 'broken', reason: expect.stringContaining(reason.trim()) });
    expect(outcome.answer).toBeNull();
  });

  it('cannot be started at all, since its environment is too long, is broken as well', async () => {
    const env = { PATH: '/usr/bin:/bin', LONG: 'x'.repeat(4_000_000) };
    const { outcome, result } = await project('exit 0', { preset: 'strict', env }).lint();
    expect(result).toMatchObject({ status: 'broken', reason: 'it could not be started' });
    expect(outcome.answer).toBeNull();
  });

  it('changes the file is found out: what it says is about another text', async () => {
    const { s, lint } = project(`echo changed > ${FILE}\necho '${FINDING}'`);
    const { outcome, result } = await lint();
    expect(result).toMatchObject({ status: 'broken', reason: 'the file was changed while linters read it' });
    expect(outcome.answer).toBeNull();
    expect(readFileSync(join(s.project, FILE), 'utf8')).toBe('changed\n');
  });

  it('prints what a terminal would obey is told in plain letters', async () => {
    const { lint } = project("printf 'src/a.ts:1:1: \\033[2Jcleared\\r\\007 [rule]\\n'");
    expect((await lint()).result?.problems).toEqual(['src/a.ts:1:1  [2Jcleared  (rule)']);
  });

  it('prints a secret leaves none of it in the log or the answer', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const { s, lint } = project(`echo 'src/a.ts:1:1: hard-coded ${secret} [rule]'`);
    const { outcome } = await lint();
    expect(JSON.stringify(outcome.answer)).toContain('hard-coded');
    expect(JSON.stringify(outcome.answer)).not.toContain(secret);
    expect(JSON.stringify(s.events())).not.toContain(secret);
  });

  it('reads its surroundings gets the project’s environment without colours and the host’s secrets', async () => {
    const env = { PATH: '/usr/bin:/bin', MINE: '1', FORCE_COLOR: '3', ...HOST_SECRETS };
    const { s, lint } = project('env > seen', { preset: 'strict', env });
    await lint();
    const seen = readFileSync(join(s.project, 'seen'), 'utf8').split('\n');
    expect(seen).toEqual(expect.arrayContaining(['MINE=1', 'NO_COLOR=1']));
    expect(seen.filter((line) => line.startsWith('FORCE_COLOR=') || line.endsWith('=secret'))).toEqual([]);
  });
});

describe('a hook call', () => {
  it('runs the linters of a file at the same time', async () => {
    // Each of them ends once it has seen that all three began.
    const together = (name: string): string =>
      `touch began-${name}; until [ -e began-oxlint ] && [ -e began-eslint ] && [ -e began-biome ]; do sleep 0.05; done; echo '[]'`;
    const { s, lint } = project(together('oxlint'));
    s.write('eslint.config.js', '');
    s.write('biome.json', '');
    for (const name of ['eslint', 'biome']) script(s, `node_modules/.bin/${name}`, together(name));
    const { outcome } = await lint(20_000);
    expect(lintedIn(outcome).map(({ status }) => status)).toEqual(['clean', 'clean', 'clean']);
  });

  it('reads a file of 10,000 lines, and folders of many files', async () => {
    const { s, lint } = project('cat "$3" > seen');
    s.write(FILE, 'export const a = 1;\n'.repeat(10_000));
    for (let i = 0; i < 500; i += 1) s.write(`src/f${i}.txt`, '');
    expect((await lint()).result?.status).toBe('clean');
    expect(readFileSync(join(s.project, 'seen'), 'utf8')).toHaveLength(200_000);
  });
});
