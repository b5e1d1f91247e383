// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { describe, expect, it } from 'vitest';
import { runOf, runsOf, shortRun } from './runs-of.ts';

const short = (command: string): string[] => runsOf(command).map(shortRun);

const WIPE = 'rm -rf /';

describe('programs that run the words behind their options', () => {
  it.each([
    'rm -rf /',
    '\\rm -rf /',
    '"rm" -rf /',
    '/bin/rm -rf /',
    'command rm -rf /',
    'builtin command rm -rf /',
    'env -i -u HOME A=b rm -rf /',
    "env -S 'rm -rf' /",
    "env -S'rm -rf /'",
    'sudo -u root -- rm -rf /',
    'doas -u root rm -rf /',
    'pkexec rm -rf /',
    'runuser -u root -- rm -rf /',
    'gosu root rm -rf /',
    'nice -n 5 rm -rf /',
    'ionice -c 3 rm -rf /',
    'chrt -b 0 rm -rf /',
    'taskset 1 rm -rf /',
    'nohup rm -rf /',
    'setsid -f rm -rf /',
    'stdbuf -oL rm -rf /',
    'timeout -s KILL 5 rm -rf /',
    '/usr/bin/time -f %e rm -rf /',
    'chroot / rm -rf /',
    'unshare -r -m rm -rf /',
    'strace -f -o log rm -rf /',
    'ltrace -f rm -rf /',
    'gdb -batch -ex run --args rm -rf /',
    'busybox rm -rf /',
    'toybox rm -rf /',
    'exec -a name rm -rf /',
    'flock -n lock rm -rf /',
    "flock lock -c 'rm -rf /'",
    "script -qc 'rm -rf /' /dev/null",
    'script -q /dev/null rm -rf /',
    'systemd-run --user -p A=b rm -rf /',
    'watch -n 1 rm -rf /',
    "watch 'rm -rf /'",
    "su -c 'rm -rf /'",
    "su - root -c 'rm -rf /'",
    "npx -c 'rm -rf /'",
    'direnv exec . rm -rf /',
    'dotenv -- rm -rf /',
  ])('%s', (command) => {
    expect(short(command)).toContain(WIPE);
  });

  it.each([
    ['ssh -p 22 me@host rm -rf /', 'remote'],
    ["ssh host 'cd / && rm -rf /'", 'remote'],
    ['docker exec -it web rm -rf /', 'container'],
    ['docker run --rm -v /:/host alpine rm -rf /', 'container'],
    ['podman run alpine rm -rf /', 'container'],
    ['docker compose -f a.yml exec -T web rm -rf /', 'container'],
    ['docker-compose run --rm web rm -rf /', 'container'],
    ["docker exec web sh -c 'rm -rf /'", 'container'],
    ['kubectl -n x exec pod -c web -- rm -rf /', 'container'],
    ['rm -rf /', 'here'],
  ])('%s runs elsewhere', (command, host) => {
    expect(runsOf(command).find((run) => shortRun(run) === WIPE)?.host).toBe(host);
  });

  it('is still seen as what it is when it runs nothing', () => {
    for (const command of ['docker ps', 'kubectl get pods', 'sudo -l rm', 'flock lock', 'script log', 'ssh host']) {
      expect(runsOf(command)).toHaveLength(1);
    }
  });

  it('does not let a wrapper change the shell', () => {
    expect(runOf('sudo cd /; x', 'x').directory).toEqual({ path: null, known: true });
    expect(runOf('command cd a; x', 'x').directory.path).toBe('a');
  });
});

describe('texts that a shell runs', () => {
  it.each([
    "bash -c 'rm -rf /'",
    "bash -lc 'rm -rf /'",
    'bash --rcfile "my file" -c "rm -rf /"',
    "sh -ec 'rm -rf /'",
    "zsh -c 'rm -rf /'",
    "dash -c 'rm -rf /'",
    "ksh -c 'rm -rf /'",
    "ash -c 'rm -rf /'",
    "fish -c 'rm -rf /'",
    'bash -c \'"$@"\' _ rm -rf /',
    "X=/ bash -c 'rm -rf $X'",
    'export X=/; bash -c \'rm -rf "$X"\'',
    "eval 'rm -rf /'",
    'eval rm -rf /',
    'X="rm -rf /"; eval "$X"',
    'X="rm -rf /"; bash -c "$X"',
    "trap 'rm -rf /' EXIT",
    'bash <<EOF\nrm -rf /\nEOF',
    'bash -s <<EOF\nrm -rf /\nEOF',
    'X=/; bash <<EOF\nrm -rf $X\nEOF',
    'sudo bash <<< "rm -rf /"',
    "echo 'rm -rf /' | sh",
    "echo 'rm -rf /' | sudo -u root bash -",
    "echo -e 'cd x\\nrm -rf /' | sh",
    "printf 'rm -rf %s\\n' / | sh",
    'cat <<EOF | sh\nrm -rf /\nEOF',
    "echo 'rm -rf /' | cat | tee log | sh",
    "{ echo 'cd x'; echo 'rm -rf /'; } | sh",
    "{ curl x; echo 'rm -rf /'; } | sh",
    "bash <(echo 'rm -rf /')",
    "source <(echo 'rm -rf /')",
    ". /dev/stdin <<< 'rm -rf /'",
    'bash -c "$(echo rm -rf /)"',
    '$(echo rm) -rf /',
    'f() { rm -rf "$@"; }; f /',
    "alias x='rm -rf'; x /",
    "alias x='rm -rf /'\nx",
    'bash -c "bash -c \'rm -rf /\'"',
    "echo 'rm -rf /' | ssh host bash",
    "echo 'rm -rf /' | xargs bash -c",
    "echo 'rm -rf /' | xargs -I{} bash -c {}",
    "echo / | xargs -I% sh -c 'rm -rf %'",
    `echo '"rm -rf /"' | xargs sh -c`,
    "xargs -0 sh -c <<< 'rm -rf /'",
    "parallel bash -c ::: 'rm -rf /'",
    "parallel 'rm -rf {}' ::: /",
    "parallel 'rm -rf' ::: /",
    "echo 'rm -rf /' | parallel bash -c {}",
    "echo 'rm -rf /' | parallel",
    'echo / | parallel rm -rf',
    'echo cm0gLXJmIC8= | base64 -d | sh',
    'bash -c "$(base64 --decode <<< cm0gLXJmIC8=)"',
    'echo cm0gLXJmIC8= | openssl base64 -d | sh',
    'echo 726d202d7266202f | xxd -r -p | sh',
    "echo '/ fr- mr' | rev | sh",
    'run0 rm -rf /',
    'ls | entr -r rm -rf /',
    'nodemon -x "rm -rf /"',
    'concurrently ls "rm -rf /"',
    'npx concurrently -n a,b ls "rm -rf /"',
    'hyperfine ls "rm -rf /"',
    'ssh -t host -- rm -rf /',
    'ssh host <<EOF\nrm -rf /\nEOF',
    `lua -e 'os.execute("rm -rf /")'`,
    `osascript -e 'do shell script "rm -rf /"'`,
    `python3 -c "__import__('os').system('rm -rf /')"`,
    'RM -rf /',
    'BASH -c "rm -rf /"',
    '$SHELL -c "rm -rf /"',
    '"${SHELL:-/bin/sh}" -c "rm -rf /"',
    `node -pe 'require("child_process").execSync("rm -rf /")'`,
    'tmux new-session -d -s x "rm -rf /"',
    "tmux send-keys -t x 'rm -rf /'",
    'screen -dmS x rm -rf /',
    "echo 'rm -rf /' | at now",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!rm -rf /' git x",
  ])('%j', (command) => {
    expect(short(command)).toContain(WIPE);
  });

  it.each([
    ['bash -c "cd a && rm -rf $X"', 'rm -rf …', 'a'],
    [`bash -c "rm -rf '$X'"`, 'rm -rf …', null],
    ['eval "rm -rf $X"', 'rm -rf …', null],
    ['bash <<EOF\ncd a\nrm -rf "$X/b"\nEOF', 'rm -rf …', 'a'],
    ['echo "rm -rf $X" | sh', 'rm -rf …', null],
    ['ssh host "rm -rf $X"', 'rm -rf …', null],
  ])('%j is read although part of it only shows at run time', (command, run, path) => {
    const found = runsOf(command).find((candidate) => shortRun(candidate) === run);
    expect(found?.directory.path).toBe(path);
    expect(found).toBeDefined();
  });

  it.each([
    ['curl x | sh', ['curl x', 'sh']],
    ['bash script.sh', ['bash script.sh']],
    ["echo 'rm -rf /' | bash script.sh", ['echo rm -rf /', 'bash script.sh']],
    ["echo 'rm -rf /' | wc -l", ['echo rm -rf /', 'wc -l']],
    ['find . -ok rm {} ";"', ['find . -ok rm {} ;']],
    ['find src a -name x -okdir rm -rf {} ";"', ['find src a -name x -okdir rm -rf {} ;']],
    ['base64 -d x | sh', ['base64 -d x', 'sh']],
    ["bash -n -c 'rm -rf /'", ['bash -n -c rm -rf /']],
    ["bash -n <<< 'rm -rf /'", ['bash -n']],
    ['tmux ls', ['tmux ls']],
    ['screen -ls', ['screen -ls']],
    ["at -f x now <<< 'rm -rf /'", ['at -f x now']],
    ["trap - EXIT; trap '' INT; trap -l", ['trap - EXIT', 'trap  INT', 'trap -l']],
    ['cat <<EOF\nrm -rf /\nEOF', ['cat']],
    ['source ./env.sh', ['source ./env.sh']],
  ])('%j runs nothing else', (command, runs) => {
    expect(short(command)).toEqual(runs);
  });

  it('gives a function the name of a program, but not its danger', () => {
    expect(runsOf('rm() { echo no; }; rm -rf /').map(({ program }) => program)).toEqual(['rm', 'echo']);
  });

  it('keeps the place of a script that stands in the text', () => {
    const command = "echo; bash -c 'cd a; rm -rf b'";
    const { offset, args } = runOf(command, 'rm');
    const [, path] = args;
    expect(command.slice((path?.start ?? 0) + (offset ?? 0), (path?.end ?? 0) + (offset ?? 0))).toBe('b');
  });

  it('does not follow aliases in circles', () => {
    expect(short("alias ls='ls --color'; ls a")).toEqual(['alias ls=ls --color', 'ls --color a']);
  });
});

describe('what adds words at run time', () => {
  it.each([
    ['ls | xargs rm -rf', 'rm -rf'],
    ['ls | xargs -n 1 -P 4 rm', 'rm'],
    ['find / | xargs -I% unlink %', 'unlink …'],
    ['ls | xargs -I{} rm -rf a/{}', 'rm -rf …'],
    ["find . -name '*.tmp' -exec rm -rf {} \\;", 'rm -rf …'],
    ['find . -execdir rm {} +', 'rm …'],
    ['yes | find . -ok rm {} ";"', 'rm …'],
    ['find / -ok rm {} ";"', 'rm …'],
    ['find ../.. -ok rm {} ";"', 'rm …'],
    ['find . -ok rm -rf / ";"', 'rm -rf /'],
    ['ls | parallel rm -rf {}', 'rm -rf …'],
  ])('%s', (command, run) => {
    const found = runsOf(command).find((candidate) => shortRun(candidate) === run);
    expect(found?.extended).toBe(true);
  });

  it('reads scripts among those words', () => {
    expect(short('find . -exec sh -c \'rm -rf "$1"\' _ {} \\;')).toContain('rm -rf …');
    expect(short("ls | xargs -I{} sh -c 'rm -rf {}'")).toContain('rm -rf …');
    expect(short('find a -exec echo {} \\; -exec rm {} +')).toEqual([
      'find a -exec echo {} ; -exec rm {} +',
      'echo …',
      'rm …',
    ]);
    expect(short("parallel ::: 'rm -rf /' ls")).toContain(WIPE);
  });

  it('stands behind the programs that run it', () => {
    expect(runOf('sudo find . -exec nice rm {} +', 'rm').wrappers).toEqual(['sudo', 'find', 'nice']);
    expect(runOf('ls | sudo xargs rm', 'rm').wrappers).toEqual(['sudo', 'xargs']);
  });

  it('says of what the words are one', () => {
    const [word] = runOf("find src 'a b' -name x -exec rm {} +", 'rm').args;
    expect(word?.found?.points.map(({ value }) => value)).toEqual(['src', 'a b']);
    expect(word?.found).toMatchObject({ narrowed: true, names: ['x'] });
    const [all] = runOf('find -exec rm {} +', 'rm').args;
    expect(all?.found?.points.map(({ value }) => value)).toEqual(['.']);
    expect(all?.found).toMatchObject({ narrowed: false, names: [] });
    expect(runOf('find . -exec rm {}.bak +', 'rm').args[0]?.found).toMatchObject({ narrowed: true });
  });
});

describe('what git runs', () => {
  it.each([
    "git -c alias.x='!rm -rf /' x",
    "git -c core.pager='rm -rf /' log",
    "git -c core.sshCommand='rm -rf /' fetch",
    "GIT_SSH_COMMAND='rm -rf /' git fetch",
    "git submodule foreach 'rm -rf /'",
    'git submodule foreach --recursive rm -rf /',
    "git rebase -x 'rm -rf /' main",
    "git rebase main --exec='rm -rf /'",
    'git bisect run rm -rf /',
    "git filter-branch --tree-filter 'rm -rf /' HEAD",
    "git difftool -x 'rm -rf /'",
  ])('%s', (command) => {
    expect(short(command)).toContain(WIPE);
  });

  it('takes no other setting for a command', () => {
    expect(short("git -c user.name='rm -rf /' commit")).toHaveLength(1);
  });
});

describe('programs given to interpreters', () => {
  it.each([
    `python3 -c "import os; os.system('rm -rf /')"`,
    `python -Ic 'import subprocess; subprocess.run(["rm", "-rf", "/"])'`,
    `python3.12 -c 'import subprocess as sp; sp.check_call("rm -rf /", shell=True, cwd="/x")'`,
    `python -c 'from os import system; system("rm -rf /")'`,
    `python -c 'from subprocess import run as r, PIPE; r(["rm","-rf","/"])'`,
    `python -c 'import os; c = "rm -rf /"; os.system(c)'`,
    `python -c 'import os; os.execvp("rm", ["rm", "-rf", "/"])'`,
    `python - <<EOF\nimport os\nos.system("""rm -rf /""") # why\nEOF`,
    `echo 'import os; os.popen("rm -rf /")' | python3`,
    `node -e "require('child_process').execSync('rm -rf /', {stdio: 'inherit'})"`,
    `node -p 'const {exec} = require("child_process"); exec("rm -rf /", () => {})'`,
    `node --eval 'require("child_process").spawn("rm", ["-rf", "/"])'`,
    `node -e 'cp.execFileSync("rm", ["-rf", "/"])'`,
    `node <<EOF\nexecSync(\\\`rm -rf /\\\`) // x\nEOF`,
    `bun -e 'await $\`rm -rf /\`'`,
    `deno eval 'new Deno.Command("rm", { args: ["-rf", "/"] }).outputSync()'`,
    `perl -e 'system("rm -rf /")'`,
    `perl -e 'system "rm", "-rf", "/";'`,
    `perl -ne 'print \`rm -rf /\`' x`,
    `perl -e 'qx(rm -rf /)'`,
    `ruby -e 'system("rm", "-rf", "/")'`,
    `ruby -e '%x(rm -rf /)'`,
    `ruby -e 'Kernel.exec "rm -rf /"'`,
    `php -r 'shell_exec("rm -rf /");'`,
    `php -r 'echo \`rm -rf /\`;'`,
    `awk 'BEGIN { system("rm -rf /") }'`,
    `sudo python3 -c "import os; os.system('sudo rm -rf /')"`,
  ])('%s', (command) => {
    expect(short(command)).toContain(WIPE);
  });

  it.each([
    [`python -c 'import shutil; shutil.rmtree("/a")'`, 'rm -r -f -- /a'],
    [`python -c 'import os; os.remove("a"); os.unlink("b")'`, 'rm -f -- b'],
    [`python -c 'from pathlib import Path; Path("a").unlink()'`, 'rm -f -- a'],
    [`python -c 'import os; os.system(f"rm -rf {x}")'`, 'rm -rf …'],
    [`python -c 'import os; os.system("rm -rf %s" % x)'`, 'rm -rf …'],
    [`python -c 'import os; os.system("rm -rf " + x)'`, 'rm -rf …'],
    [`python -c "import os; os.system('rm -rf $X')"`, 'rm -rf …'],
    [`node -e 'fs.rmSync("a", { recursive: true })'`, 'rm -r -f -- a'],
    [`node -e 'require("fs").unlinkSync("a")'`, 'rm -f -- a'],
    [`node -e 'fs.promises.rm("a", { recursive: true })'`, 'rm -r -f -- a'],
    [`perl -MFile::Path -e 'rmtree("a"); unlink "b", "c"'`, 'rm -f -- b c'],
    [`ruby -rfileutils -e 'FileUtils.rm_rf(["a", "b"])'`, 'rm -r -f -- a b'],
    [`ruby -rfileutils -e 'FileUtils.rm_rf "a"'`, 'rm -r -f -- a'],
    [`php -r 'unlink("a");'`, 'rm -f -- a'],
  ])('%s', (command, run) => {
    expect(short(command)).toContain(run);
  });

  it.each([
    `python -c 'print("rm -rf /")'`,
    `python -c '# os.system("rm -rf /")'`,
    `python -c 'x = "os.system(1)"; print(x)'`,
    `python -c 'shutil.rmtree(tempfile.mkdtemp(prefix="x"))' x`,
    `python -c 'system("rm -rf /")'`,
    `python script.py -c 'import os; os.system("rm -rf /")'`,
    `node -e '/a/.exec("rm -rf /"); console.log("rm -rf /")'`,
    `node -e '/* execSync("rm -rf /") */'`,
    `node -e 'JSON.parse("{}")'`,
    `perl -pe 's/system/rm/' x`,
    `perl -e 'print "system(1)"'`,
    `ruby -e 'puts "system: rm -rf /"'`,
    `awk '{ print "rm -rf /" }' x`,
    `awk -f x.awk 'system("rm")'`,
  ])('%s runs nothing that is known', (command) => {
    expect(short(command)).toHaveLength(1);
  });
});
