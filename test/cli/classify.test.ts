import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { ESC, widest } from './sessions.ts';

const emptyFolder = (): string => tempProject().path;

const classified = (...args: readonly string[]) => {
  const { stdout, stderr, status } = runDocket(['classify', '--json', ...args], emptyFolder());
  expect(stderr).toBe('');
  return { status, answer: JSON.parse(stdout) as Record<string, unknown> };
};

describe('docket classify --json', () => {
  it('says what each part of a command is, and whether it only reads', () => {
    expect(classified('--', 'cd $(git rev-parse --show-toplevel) && sort -uo a.txt b.txt')).toEqual({
      status: 0,
      answer: {
        command: 'cd $(git rev-parse --show-toplevel) && sort -uo a.txt b.txt',
        understood: true,
        problems: [],
        tier: 2,
        safe: false,
        segments: [
          { text: 'git rev-parse --show-toplevel', program: 'git', tier: 2, safe: true, reason: null },
          { text: 'cd $(git rev-parse --show-toplevel)', program: 'cd', tier: 1, safe: true, reason: null },
          {
            text: 'sort -uo a.txt b.txt',
            program: 'sort',
            tier: 2,
            safe: false,
            reason: 'writes its result to a file (-o)',
          },
        ],
        dangers: [],
        rewrites: [],
      },
    });
  });

  it('says what gates would deny or ask, with exit code 1', () => {
    const { status, answer } = classified('--', 'git push --force origin main');
    expect(status).toBe(1);
    expect(answer['dangers']).toEqual([
      {
        rule: 'guard/force-push-protected',
        decision: 'deny',
        mode: 'enforce',
        reason: 'The command would overwrite the shared history of main.',
        remedy: 'Push to a branch of your own and open a pull request, or undo the commit with git revert.',
      },
    ]);
  });

  it('says what a rewrite makes of it', () => {
    const { status, answer } = classified('--', 'git push -f origin feature/x && ls');
    expect(status).toBe(0);
    expect(answer['rewrites']).toEqual([
      {
        rule: 'guard/force-push-lease',
        mode: 'enforce',
        command: 'git push --force-with-lease origin feature/x && ls',
      },
    ]);
  });

  it('takes words as one command, quoted where they have to be', () => {
    expect(classified('--', 'ls', '-la', 'a b; rm x').answer).toMatchObject({
      command: "ls -la 'a b; rm x'",
      safe: true,
      tier: 1,
    });
  });

  it('names what it could not read', () => {
    const { answer } = classified('--', 'git push "');
    expect(answer).toMatchObject({ understood: false, safe: false, dangers: [{ rule: 'guard/not-understood' }] });
    expect(answer['problems']).not.toEqual([]);
  });

  it('reads a command of any size from standard input', () => {
    const run = (input: string) => runDocket(['classify', '--json', '-'], emptyFolder(), { input });
    expect(JSON.parse(run('ls\n').stdout)).toMatchObject({ command: 'ls', safe: true });
    const huge = run('x'.repeat(600_000));
    expect(huge.stderr).toBe('');
    expect(JSON.parse(huge.stdout)).toMatchObject({ understood: false, safe: false });
  });
});

describe('docket classify', () => {
  const shown = (command: string, ...more: readonly string[]) => {
    const folder = emptyFolder();
    const { stdout, stderr, status } = runDocket(['classify', ...more, '--', command], folder, {
      env: { FORCE_COLOR: '', NO_COLOR: '1' },
    });
    expect(readdirSync(folder)).toEqual([]);
    return { stdout, stderr, status };
  };

  it('shows the parts and the gates in 80 columns, without colours where none are wanted', () => {
    const long = `grep -rn ${'pattern'.repeat(30)} . && rm -rf ${'folder/'.repeat(40)}\ngit push -f origin main`;
    const { stdout, status } = shown(long);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^risky, tier 3 {2}grep/);
    expect(stdout).toContain('\n  ✓ tier 1  grep');
    expect(stdout).toContain('\n            deletes files\n');
    expect(stdout).toContain('\ndeny  guard/force-push-protected (preset strict)\n');
    expect(stdout).not.toContain(ESC);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it('says what the README says', () => {
    const [, command, output] =
      /\$ docket classify -- "([^"]+)"\n([\s\S]+?)```\n/.exec(readFileSync('README.md', 'utf8')) ?? [];
    expect(shown(command ?? '').stdout).toBe(output);
  });

  it('says that a command only reads', () => {
    expect(shown('git status')).toEqual({
      stdout: 'safe, tier 2  git status\n  ✓ tier 2  git status\n',
      stderr: '',
      status: 0,
    });
  });

  it('judges under another preset', () => {
    expect(shown('git push -f origin main', '--preset', 'standard').stdout).toContain('(preset standard)');
    const { status, stderr } = shown('ls', '--preset', 'loose');
    expect(status).toBe(2);
    expect(stderr).toContain('Presets: observe, standard, strict.');
  });

  it('says of a gate in monitor mode that nothing would be answered', () => {
    const { stdout, status } = shown('git reset --hard', '--preset', 'observe');
    expect(status).toBe(0);
    expect(stdout).toContain('\ndeny  guard/reset-hard (preset observe, monitor: not answered)\n');
  });

  it.each(['', '# a comment'])('says of %j that there is nothing to run', (command) => {
    expect(shown(command)).toMatchObject({ status: 0, stdout: expect.stringContaining('\n  nothing to run\n') });
  });

  it('says how to give a command that has options', () => {
    const { stdout, stderr, status } = runDocket(['classify', 'ls', '-la'], emptyFolder());
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain("unknown option '-la'");
    expect(stderr).toContain('docket classify -- ls -la');
  });

  it('shows what a command would do to the terminal and does not do it', () => {
    const { stdout } = shown(`echo '${ESC}[2J'`);
    expect(stdout).not.toContain(ESC);
  });

  it('needs a command', () => {
    const { stdout, stderr, status } = runDocket(['classify'], emptyFolder());
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain('docket classify -- ');
  });
});
