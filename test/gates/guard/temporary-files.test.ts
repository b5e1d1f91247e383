import { describe, expect, it } from 'vitest';
import { requests, scenario } from '../../kit/scenario.ts';

const STRICT = { preset: 'strict' } as const;

/** What a command becomes, with `P` for the project's folder; null when docket leaves it as it is. */
const rewritten = async (command: unknown, s = scenario(STRICT)): Promise<string | null> => {
  const { answer } = await s.when(requests('Bash', { command }));
  const output = answer?.['hookSpecificOutput'] as { updatedInput?: { command: string } } | undefined;
  return output?.updatedInput?.command.replaceAll(s.project, 'P') ?? null;
};

describe('a write to the shared temporary folder goes into the project', () => {
  it.each<[string, string]>([
    ['cat build.log > /tmp/out.txt', 'cat build.log > P/tmp/out.txt'],
    ['cat build.log >/tmp/out.txt', 'cat build.log >P/tmp/out.txt'],
    ['cat build.log >> /tmp/out.txt 2>&1', 'cat build.log >> P/tmp/out.txt 2>&1'],
    ['make &> /tmp/b.log', 'make &> P/tmp/b.log'],
    ['make 2> "/tmp/b.log"', 'make 2> "P/tmp/b.log"'],
    ["make | tee -a '/tmp/b.log'", "make | tee -a 'P/tmp/b.log'"],
    ['make | tee /tmp/a\\ b', 'make | tee P/tmp/a\\ b'],
    ['cp a /private/tmp/b', 'cp a P/tmp/b'],
    ['cp a /tmp', 'cp a P/tmp'],
    ['cp a /tmp/', 'cp a P/tmp/'],
    ['cp -t /tmp a b', 'cp -t P/tmp a b'],
    ['cp --target-directory=/tmp a b', 'cp --target-directory=P/tmp a b'],
    ['curl -so/tmp/page https://x.example/tmp/a', 'curl -soP/tmp/page https://x.example/tmp/a'],
    ['dd if=/dev/zero of=/tmp/z bs=1 count=1', 'dd if=/dev/zero of=P/tmp/z bs=1 count=1'],
    ['echo x > //tmp/a', 'echo x > P/tmp/a'],
    ['echo x > /tmp//a', 'echo x > P/tmp//a'],
    ['echo x > /tmp/a; cat /tmp/a', 'echo x > P/tmp/a; cat P/tmp/a'],
    ['echo x > /tmp/a && sort < /tmp/a | head', 'echo x > P/tmp/a && sort < P/tmp/a | head'],
    ['echo x > /tmp/a; cat /tmp/b', 'echo x > P/tmp/a; cat /tmp/b'],
    ['echo x > /tmp/a; echo /tmp/a', 'echo x > P/tmp/a; echo /tmp/a'],
    ['echo x > /tmp/a; grep /tmp/a log', 'echo x > P/tmp/a; grep /tmp/a log'],
    ['echo x > /tmp/a; git tag -m /tmp/a v1', 'echo x > P/tmp/a; git tag -m /tmp/a v1'],
    ['mkdir -p /tmp/x && cd /tmp/x && echo a > b', 'mkdir -p P/tmp/x && cd P/tmp/x && echo a > b'],
    ['mkdir -p /tmp/x/y; ls /tmp/x', 'mkdir -p P/tmp/x/y; ls P/tmp/x'],
    [
      'mkdir /tmp/x; for i in 1 2; do echo $i > /tmp/x/$i; done',
      'mkdir P/tmp/x; for i in 1 2; do echo $i > P/tmp/x/$i; done',
    ],
    ['mkdir /tmp/x; cat "/tmp/x/$A"', 'mkdir P/tmp/x; cat "P/tmp/x/$A"'],
    ['mkdir /tmp/x; rm -rf /tmp/x', 'mkdir P/tmp/x; rm -rf P/tmp/x'],
    ['git diff > /tmp/p && git apply /tmp/p', 'git diff > P/tmp/p && git apply P/tmp/p'],
    [
      'curl -o /tmp/i.sh https://x.example && chmod +x /tmp/i.sh && /tmp/i.sh -v',
      'curl -o P/tmp/i.sh https://x.example && chmod +x P/tmp/i.sh && P/tmp/i.sh -v',
    ],
    ['cp a.txt /tmp && cat /tmp/a.txt', 'cp a.txt P/tmp && cat P/tmp/a.txt'],
    ['cat > /tmp/a <<EOF\nsee /tmp/b\nEOF', 'cat > P/tmp/a <<EOF\nsee /tmp/b\nEOF'],
    ['cat <<EOF > /tmp/a && wc /tmp/a\n/tmp/a\nEOF', 'cat <<EOF > P/tmp/a && wc P/tmp/a\n/tmp/a\nEOF'],
    ['{ date; ls; } > /tmp/a', '{ date; ls; } > P/tmp/a'],
    ["bash -c 'ls > /tmp/a'", "bash -c 'ls > P/tmp/a'"],
    ['sudo -n sh -c "date >> /tmp/a"', 'sudo -n sh -c "date >> P/tmp/a"'],
    ['echo "$(date > /tmp/a; cat /tmp/a)"', 'echo "$(date > P/tmp/a; cat P/tmp/a)"'],
    ['mktemp -d /tmp/x.XXXX', 'mktemp -d P/tmp/x.XXXX'],
    ['mktemp -p /tmp', 'mktemp -p P/tmp'],
    [
      'echo x > /tmp/evil; cat /private/tmp/claude-1/scratchpad/a',
      'echo x > P/tmp/evil; cat /private/tmp/claude-1/scratchpad/a',
    ],
    ['echo x > /tmp/ünï && echo "é" > /tmp/b', 'echo x > P/tmp/ünï && echo "é" > P/tmp/b'],
    [
      'mkdir /tmp/d && tar czf /tmp/d/x.tgz src && docker run -v /tmp/d:/data img',
      'mkdir P/tmp/d && tar czf P/tmp/d/x.tgz src && docker run -v P/tmp/d:/data img',
    ],
    ['f() { date > /tmp/a; }; f; f', 'f() { date > P/tmp/a; }; f; f'],
    ['mkdir /tmp/x; echo a > /tmp/x/../b', 'mkdir P/tmp/x; echo a > /tmp/x/../b'],
    ['mkdir -p /tmp/{a,b}; ls /tmp/b', 'mkdir -p P/tmp/{a,b}; ls P/tmp/b'],
    ['N=out; echo x > /tmp/$N.txt; cat /tmp/$N.txt', 'N=out; echo x > P/tmp/$N.txt; cat P/tmp/$N.txt'],
    ['cd sub && echo x > /tmp/a', 'cd sub && echo x > P/tmp/a'],
  ])('%s', async (command, expected) => {
    expect(await rewritten(command)).toBe(expected);
  });

  it.each<[string, unknown]>([
    ['a look-alike', 'echo x > /tmpfiles/a'],
    ['a folder here', 'echo x > ./tmp/a'],
    ['a folder here by its name', 'echo x > tmp/a'],
    ['a folder at home', 'echo x > ~/tmp/a'],
    ['another machine', "ssh host 'echo x > /tmp/a'"],
    ['another machine by name', 'scp a host:/tmp/a'],
    ['prose', 'echo "cp a /tmp/b"'],
    ['a here-document', 'cat <<EOF\necho x > /tmp/a\nEOF'],
    ['a comment', 'ls # > /tmp/a'],
    ['what is only read', 'cat /tmp/a'],
    ['what is taken away', 'rm -f /tmp/a'],
    ['what must be there', "sed -i 's/a/b/' /tmp/a"],
    ['a way out', 'echo x > /tmp/../etc/x'],
    ['the scratch folder of the host', 'echo x > /tmp/claude-502/app/a'],
    ['the scratch folder of the host on macOS', "cat > /private/tmp/claude-502/s/scratchpad/r.md <<'EOF'\nhi\nEOF"],
    ['a name that only shows at run time', 'echo x > /tmp/$NAME'],
    ['a name in a variable', 'echo x > $F'],
    ['a template without a folder', 'mktemp'],
    ['a text that cannot be read', 'echo x > /tmp/a; if'],
    ['words instead of a text', ['cp', 'a', '/tmp/b']],
    ['a file whose readers cannot be changed', 'echo x > /tmp/a; python3 -c "print(open(\'/tmp/a\').read())"'],
    ['a file that a script reads', "echo x > /tmp/a; python3 - <<'EOF'\nopen('/tmp/a')\nEOF"],
    ['a file that a pattern may name', 'echo x > /tmp/a.txt; cat /tmp/*.txt'],
    ['a repository', 'git clone https://x.example/r.git /tmp/r && cd /tmp/r && ls'],
    ['another working tree', 'git worktree add /tmp/r -b r'],
    ['a folder in which git would find the project', 'mkdir -p /tmp/x && cd /tmp/x && git commit -am x'],
    ['a folder in which git is told to work', 'mkdir -p /tmp/x && git -C /tmp/x add .'],
    ['a folder that git is told to find', 'mkdir -p /tmp/x && git --git-dir=/tmp/x/.git log'],
    ['a folder in which npm would find the project', 'mkdir -p /tmp/x && cd /tmp/x && npm install left-pad'],
    ['a folder in which nobody knows what runs', 'mkdir -p /tmp/x && cd /tmp/x && $CMD'],
    ['more files than are looked at', `touch ${Array.from({ length: 101 }, (_, at) => `/tmp/${at}`).join(' ')}`],
    ['a file in a folder that is entered', 'cd /tmp && echo x > /tmp/a && cat a'],
    ['a folder that a loop goes through', 'mkdir /tmp/x; for f in /tmp/x/*; do cat "$f"; done'],
    ['a name that a variable repeats', 'F=/tmp/a; echo x > /tmp/a; cat $F'],
    ['a name in a variable that the text sets', 'F=/tmp/a; echo x > $F; cat $F'],
    ['a file that is copied onto another one there', 'cp /tmp/docket-{a,b}; cat /tmp/docket-a'],
    ['a folder in the environment', 'mkdir /tmp/h; HOME=/tmp/h npm i'],
  ])('not %s', async (_name, command) => {
    expect(await rewritten(command)).toBeNull();
  });
});
