import { describe, expect, it } from 'vitest';
import { LONGEST_COMMAND } from '../../src/shell/parse.ts';
import { understand } from '../../src/shell/understand.ts';

describe('what a command line would run', () => {
  it.each<[string, (string | null)[]]>([
    ['git status', ['git']],
    ['/usr/bin/git status', ['git']],
    ['FOO=1 git status', ['git']],
    ['X=1', []],
    [`g'i't; "gi"t; \\git`, ['git']],
    ['cd x && git push | tee log; ls', ['cd', 'git', 'tee', 'ls']],
    ['if a; then b; else c; fi', ['a', 'b', 'c']],
    ['for f in $(ls); do rm "$f"; done', ['ls', 'rm']],
    ['(a; { b; })', ['a', 'b']],
    ['echo "$(git log)" `whoami`', ['git', 'whoami', 'echo']],
    ['command git push', ['command', 'git']],
    ['command -v git', ['command']],
    ['builtin cd x', ['builtin', 'cd']],
    ['exec -a name git', ['exec', 'git']],
    ['env -i -u HOME FOO=bar git push', ['env', 'git']],
    ['env FOO="$X" git push', ['env', 'git']],
    ['env - PATH=/bin git push', ['env', 'git']],
    ['env -S "git push"', ['env', 'git']],
    ['env', ['env']],
    ['sudo -u deploy -E git push', ['sudo', 'git']],
    ['sudo --user deploy FOO=1 git push', ['sudo', 'git']],
    ['sudo -l git', ['sudo']],
    ['nice -n 5 nohup time git push', ['nice', 'nohup', 'time', 'git']],
    ['time -p git push', ['git']],
    ['timeout -k 5 --signal TERM 10m git push', ['timeout', 'git']],
    ['timeout "$T" git push', ['timeout', 'git']],
    ['npx --yes -p typescript tsc', ['npx', 'tsc']],
    ['npm --prefix web exec -- vite', ['npm', 'vite']],
    ['npm install', ['npm']],
    ['uv run --with rich python x.py', ['uv', 'python']],
    [`bash -c 'git push; ls'`, ['bash', 'git', 'ls']],
    [`bash -lc "sh -c 'git push'"`, ['bash', 'sh', 'git']],
    ['bash -o pipefail -c "git push"', ['bash', 'git']],
    ['bash -c "$X"', ['bash', null]],
    ['bash script.sh', ['bash']],
    [`eval 'git push'; eval git pull`, ['eval', 'git']],
    ['eval "$X"', ['eval', null]],
    ['$X push', [null]],
    ['"$(which git)" push', ['which', 'git']],
    ['"$(cat program)" push', ['cat', null]],
    ['f() { git push; }; f', ['f', 'git']],
    [':(){ :|:& };:', [':']],
  ])('%s', (command, programs) => {
    const understood = understand(command);
    expect(understood).toMatchObject({ understood: true, problems: [], mentions: [] });
    expect(understood.programs).toEqual(programs);
  });

  it.each([
    'echo "git push --force"',
    "echo 'git push --force'",
    'echo git push --force',
    'ls # git push --force; npm test',
    'cat <<EOF\ngit push --force\nnpm test\nEOF',
    'cat > notes.md <<"EOF"\n$(git push --force)\nEOF',
    'grep -r "git push --force" <<< "npm test"',
    'gh pr create --title "npm test" --body "git push --force && npm test"',
    'git commit -m "stop using git push --force; npm test"',
    'git log --grep "push --force"',
    'printf %s "$(cat <<EOF\ngit push -f\nEOF\n)"',
  ])('text is data: %s', (command) => {
    const understood = understand(command);
    expect(understood.forcePushes).toEqual([]);
    expect(understood.testRun).toBeNull();
    expect(understood.understood).toBe(true);
  });

  it.each([
    ['git push "origin', ['git']],
    ['echo $(git push', ['git']],
    ['for f in a; do /usr/bin/git push', ['git']],
    ['echo "digital .git legit git-annex', []],
    ['if true', []],
  ])('does not claim to understand %s, and says what it mentions', (command, mentions) => {
    const understood = understand(command);
    expect(understood.understood).toBe(false);
    expect(understood.problems).not.toEqual([]);
    expect(understood.mentions).toEqual(mentions);
  });

  it.each([
    ['pwsh -c "git push"', ['git'], 'PowerShell is not understood'],
    ['powershell.exe -Command Remove-Item x', [], 'PowerShell is not understood'],
    ['cmd.exe /c "git push"', ['git'], 'cmd.exe is not understood'],
  ])('names what nobody here reads: %s', (command, mentions, problem) => {
    expect(understand(command)).toMatchObject({ understood: false, mentions, problems: [problem] });
  });

  it('does not read what is too long, and says what it mentions', () => {
    const understood = understand(`git push --force # ${'x'.repeat(LONGEST_COMMAND)}`);
    expect(understood).toMatchObject({
      understood: false,
      problems: ['longer than 65536 characters'],
      programs: [],
      mentions: ['git'],
    });
  });

  it('does not claim to understand a script whose inner script cannot be read', () => {
    expect(understand(`bash -c 'git push "x'`)).toMatchObject({ understood: false, mentions: ['git'] });
  });

  it('gives up on scripts in scripts in scripts', () => {
    const nested = (depth: number): string => `${'eval '.repeat(depth)}git push`;
    expect(understand(nested(12)).understood).toBe(true);
    expect(understand(nested(13))).toMatchObject({ understood: false, mentions: ['git'] });
  });

  it('counts a long text each time it is used', () => {
    const text = `A='${'x'.repeat(30_000)}'; ${'echo "$A";'.repeat(100)} rm -rf /`;
    expect(understand(text)).toMatchObject({
      understood: false,
      problems: ['more text than is followed'],
      mentions: ['rm'],
    });
  });

  it('gives up on more wrappers than it looks behind', () => {
    const nested = (depth: number): string => `${'sudo '.repeat(depth)}rm -rf /`;
    expect(understand(nested(15))).toMatchObject({ understood: true });
    expect(understand(nested(16))).toMatchObject({ understood: false, mentions: ['rm'] });
  });

  it('does not list more than one line of the log should hold', () => {
    const understood = understand('git push -f;'.repeat(300));
    expect(understood.forcePushes).toHaveLength(256);
    expect(understood).toMatchObject({ understood: false, problems: ['more commands than are listed'] });
  });
});
