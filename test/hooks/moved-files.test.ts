import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requests, type Scenario, scenario } from '../kit/scenario.ts';

/** What is known to be safe is another gate's business. */
const STRICT = { policy: { preset: 'strict', gates: { 'auto-review': { mode: 'off' } } } };

/** A name in the shared folder that nobody else uses. */
const sharedName = (): string => {
  const folder = mkdtempSync('/tmp/docket-moved-');
  rmSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** The command as the host would run it after the hook. */
const asRun = async (s: Scenario, command: string, more = {}): Promise<string> => {
  const { answer } = await s.when(requests('Bash', { command }, more));
  const output = answer?.['hookSpecificOutput'] as { updatedInput?: { command: string } } | undefined;
  return output?.updatedInput?.command ?? command;
};

const run = (s: Scenario, command: string): string =>
  execFileSync('bash', ['-c', command], { cwd: s.project, encoding: 'utf8' });

const gitProject = (): Scenario => {
  const s = scenario(STRICT);
  rmSync(`${s.project}/.git`, { recursive: true });
  execFileSync('git', ['init', '--quiet', '-b', 'feature/x', s.project]);
  return s;
};

const untracked = (s: Scenario): string[] =>
  execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: s.project, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('tmp'));

describe('a rewritten command', () => {
  it('puts its file into a folder that is there, and that git does not see', async () => {
    const s = gitProject();
    const name = sharedName();
    const command = await asRun(s, `echo hello > ${name}; cat ${name}`);
    expect(run(s, command)).toBe('hello\n');
    expect(readFileSync(`${s.project}/tmp/${basename(name)}`, 'utf8')).toBe('hello\n');
    expect(existsSync(name)).toBe(false);
    expect(untracked(s)).toEqual([]);
  });

  it('is told to the model in one line, without a decision', async () => {
    const s = scenario(STRICT);
    const { answer } = await s.when(requests('Bash', { command: 'ls > /tmp/a', description: 'List' }));
    expect(answer).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        updatedInput: { command: `ls > ${s.project}/tmp/a`, description: 'List' },
        additionalContext: expect.stringMatching(/^docket moved .*\/tmp\/a.*\[docket guard\/tmp-write\]$/),
      },
    });
  });

  it('finds the file again in a later command, and leaves others where they are', async () => {
    const s = scenario(STRICT);
    const name = sharedName();
    await asRun(s, `ls > ${name}`);
    expect(await asRun(s, `wc -l ${name} /tmp/another`)).toBe(`wc -l ${s.project}/tmp/${basename(name)} /tmp/another`);
    expect(await asRun(s, `sed -i s/a/b/ ${name}`)).toBe(`sed -i s/a/b/ ${s.project}/tmp/${basename(name)}`);
    expect(await asRun(s, `rm ${name}`)).toBe(`rm ${s.project}/tmp/${basename(name)}`);
  });

  it('finds files in a folder that was moved, and in the shared folder only what is not there', async () => {
    const s = scenario(STRICT);
    const name = sharedName();
    writeFileSync(name, 'not moved');
    await asRun(s, 'mkdir -p /tmp/docket-x/y; cp a b /tmp');
    expect(await asRun(s, 'cat /tmp/docket-x/y/z; ls "/tmp/docket-x/"*')).toBe(
      `cat ${s.project}/tmp/docket-x/y/z; ls "${s.project}/tmp/docket-x/"*`,
    );
    expect(await asRun(s, `cat /tmp/docket-nowhere ${name}; ls /tmp`)).toBe(
      `cat ${s.project}/tmp/docket-nowhere ${name}; ls /tmp`,
    );
  });

  it('enters a folder that was moved only where nothing looks around in the project from there', async () => {
    const s = scenario(STRICT);
    await asRun(s, 'mkdir -p /tmp/docket-x');
    expect(await asRun(s, 'cd /tmp/docket-x && ls')).toBe(`cd ${s.project}/tmp/docket-x && ls`);
    expect(await asRun(s, 'cd /tmp/docket-x && git status')).toBe('cd /tmp/docket-x && git status');
    expect(await asRun(s, 'git -C /tmp/docket-x status')).toBe('git -C /tmp/docket-x status');
  });

  it('does not touch what another session wrote', async () => {
    const s = scenario(STRICT);
    await asRun(s, 'ls > /tmp/docket-a', { session_id: 'other' });
    expect(await asRun(s, 'cat /tmp/docket-a')).toBe('cat /tmp/docket-a');
  });

  it('writes into a folder that was in the shared one before', async () => {
    const s = scenario(STRICT);
    const name = sharedName();
    mkdirSync(`${name}/deep`, { recursive: true });
    run(s, await asRun(s, `echo x > ${name}/deep/a; cp ${name}/deep/a ${name}`));
    expect(readFileSync(`${s.project}/tmp/${basename(name)}/deep/a`, 'utf8')).toBe('x\n');
    expect(readFileSync(`${s.project}/tmp/${basename(name)}/a`, 'utf8')).toBe('x\n');
  });

  it('changes a file that was there before where it is, also when the same command reads it first', async () => {
    const s = scenario(STRICT);
    const name = sharedName();
    writeFileSync(name, 'old');
    const sorted = `sort -o ${name} ${name}`;
    expect(await asRun(s, sorted)).toBe(sorted);
    const kept = `test -f ${name} || curl -o ${name} https://x.example; cat ${name}`;
    expect(await asRun(s, kept)).toBe(kept);
  });

  it.each(['a b', "it's", 'a"b', 'a$HOME', 'a;b', 'a(b)', 'a&b', '-a', 'a*b', 'é!'])(
    'works in a worktree called %s, in every quoting',
    async (folder) => {
      const s = scenario(STRICT);
      const worktree = join(s.project, folder);
      mkdirSync(join(worktree, '.git'), { recursive: true });
      writeFileSync(join(worktree, '.git/HEAD'), 'ref: refs/heads/x\n');
      const env = { ...s.deps.env, CLAUDE_PROJECT_DIR: worktree };
      const name = sharedName();
      const asked = `echo 1 > ${name}1; echo 2 > "${name}2"; echo 3 > '${name}3'; cat ${name}1 "${name}2" '${name}3'`;
      writeFileSync(join(worktree, 'docket.config.json'), JSON.stringify(STRICT.policy));
      const { answer } = await s.when(requests('Bash', { command: asked }, { cwd: worktree }), { env, cwd: worktree });
      const { command } = (answer as { hookSpecificOutput: { updatedInput: { command: string } } }).hookSpecificOutput
        .updatedInput;
      expect(execFileSync('bash', ['-c', command], { cwd: worktree, encoding: 'utf8' })).toBe('1\n2\n3\n');
      expect(readFileSync(join(worktree, 'tmp', `${basename(name)}2`), 'utf8')).toBe('2\n');
    },
  );

  it('leaves a script inside quotes alone where the name of the project would be read twice', async () => {
    const s = scenario(STRICT);
    const worktree = join(s.project, 'a b');
    mkdirSync(join(worktree, '.git'), { recursive: true });
    writeFileSync(join(worktree, '.git/HEAD'), 'ref: refs/heads/x\n');
    const env = { ...s.deps.env, CLAUDE_PROJECT_DIR: worktree };
    writeFileSync(join(worktree, 'docket.config.json'), JSON.stringify(STRICT.policy));
    const command = "bash -c 'ls > /tmp/a'";
    const { answer } = await s.when(requests('Bash', { command }, { cwd: worktree }), { env, cwd: worktree });
    expect(answer).toBeNull();
  });

  it('writes into the worktree that the command works in, not into another repository', async () => {
    const s = gitProject();
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'x'],
      {
        cwd: s.project,
      },
    );
    const tree = `${sharedName()}`;
    execFileSync('git', ['worktree', 'add', '--quiet', tree], { cwd: s.project });
    const other = realpathSync(mkdtempSync('/tmp/docket-other-'));
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    execFileSync('git', ['init', '--quiet', other]);
    expect(await asRun(s, `cd ${tree} && ls > /tmp/a`)).toBe(`cd ${tree} && ls > ${tree}/tmp/a`);
    expect(await asRun(s, `cd ${other} && ls > /tmp/a`)).toBe(`cd ${other} && ls > ${s.project}/tmp/a`);
    expect(run(s, `cd ${tree} && git status --porcelain`)).toBe('');
  });
});

describe('the folder of moved files', () => {
  it('that was there before keeps its files in git, and only what is moved is ignored', async () => {
    const s = gitProject();
    s.write('tmp/own.txt', 'mine');
    await asRun(s, 'ls > "/tmp/docket a[1].txt"; ls > /tmp/docket-b; ls > /tmp/docket-b');
    s.write('tmp/docket a[1].txt', '');
    s.write('tmp/docket-b', '');
    expect(untracked(s)).toEqual(['?? tmp/own.txt']);
    expect(existsSync(`${s.project}/tmp/.gitignore`)).toBe(false);
    expect(readFileSync(`${s.project}/.git/info/exclude`, 'utf8').match(/docket-b/g)).toHaveLength(1);
  });

  it('that the project ignores already needs nothing', async () => {
    const s = gitProject();
    s.write('tmp/own.txt', 'mine');
    s.write('.gitignore', 'node_modules/\n/tmp/\n');
    const before = readFileSync(`${s.project}/.git/info/exclude`, 'utf8');
    await asRun(s, 'ls > /tmp/docket-a');
    expect(readFileSync(`${s.project}/.git/info/exclude`, 'utf8')).toBe(before);
  });

  it('that cannot be made leaves the command as it is, and says so in the log', async () => {
    const s = scenario(STRICT);
    s.write('tmp', 'a file');
    const outcome = await s.when(requests('Bash', { command: 'ls > /tmp/docket-a' }));
    expect(outcome.answer).toBeNull();
    expect(outcome.decision).toBe('none');
    expect(outcome.events.filter(({ type }) => type === 'FolderRefused')).toHaveLength(1);
    const [verdict] = outcome.verdicts.filter(({ rule }) => rule === 'guard/tmp-write');
    expect(verdict).toMatchObject({ decision: 'pass', limits: [{ name: 'their-folder-can-be-made', holds: false }] });
    expect(await asRun(s, 'cat /tmp/docket-a')).toBe('cat /tmp/docket-a');
  });

  it('that is a link to somewhere else is not used', async () => {
    const s = scenario(STRICT);
    symlinkSync('/tmp', `${s.project}/tmp`);
    expect(await asRun(s, 'ls > /tmp/docket-a')).toBe('ls > /tmp/docket-a');
  });

  it.each([
    ['observe', { preset: 'observe' }],
    ['standard', { preset: 'standard' }],
    ['the rule switched off', { preset: 'strict', gates: { guard: { rules: { 'tmp-write': 'off' } } } }],
    ['the rule only monitored', { preset: 'strict', gates: { guard: { rules: { 'tmp-write': 'monitor' } } } }],
  ])('is not made under %s, and nothing is moved', async (_name, policy) => {
    const s = scenario({ policy });
    const command = 'ls > /tmp/docket-a; cat /tmp/docket-a';
    expect(await asRun(s, command)).toBe(command);
    expect(existsSync(`${s.project}/tmp`)).toBe(false);
    expect(await asRun(s, 'cat /tmp/docket-a')).toBe('cat /tmp/docket-a');
  });

  it('is not made for a command that is denied', async () => {
    const s = scenario(STRICT);
    const command = 'ls > /tmp/docket-a; git push -f origin main';
    expect(await asRun(s, command)).toBe(command);
    expect(existsSync(`${s.project}/tmp`)).toBe(false);
    expect(await asRun(s, 'cat /tmp/docket-a')).toBe('cat /tmp/docket-a');
  });

  it('of the scratch folder that the host names is its own', async () => {
    const s = scenario(STRICT);
    const command = 'ls > /tmp/docket-scratch/a';
    const more = { scratchpad_dir: '/tmp/docket-scratch' };
    expect(await asRun(s, command, more)).toBe(command);
    expect(await asRun(s, command)).not.toBe(command);
  });
});

describe('the way out', () => {
  it("is the project's own folder", async () => {
    const s = scenario(STRICT);
    expect((await s.when(requests('Bash', { command: 'mkdir -p tmp && ls > tmp/a' }))).decision).toBe('none');
  });
});
