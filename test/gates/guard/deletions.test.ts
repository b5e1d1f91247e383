// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requests, type Scenario, scenario } from '../../kit/scenario.ts';

const HOME = '/home/me';

/** What holds the projects of tests. */
const AROUND = realpathSync(tmpdir());

/** A project with two linked worktrees, one of them in its own folder, and folders to delete. */
const project = (options: Parameters<typeof scenario>[0] = {}): Scenario => {
  const s = scenario({ preset: 'strict', env: { HOME }, ...options });
  s.write('src/a.ts', '');
  s.write('web/dist/x.js', '');
  for (const [name, folder] of [
    ['batch', `${s.project}/.worktrees/batch`],
    ['other', `${s.project}-other`],
  ]) {
    mkdirSync(`${folder}/src`, { recursive: true });
    onTestFinished(() => rmSync(folder ?? '', { recursive: true, force: true }));
    writeFileSync(`${folder}/.git`, `gitdir: ${s.project}/.git/worktrees/${name}\n`);
    s.write(`.git/worktrees/${name}/commondir`, '../..\n');
    s.write(`.git/worktrees/${name}/HEAD`, 'ref: refs/heads/x\n');
  }
  return s;
};

/** The rules that fire, with PROJECT for the project's folder. */
const judged = async (
  command: string,
  s: Scenario = project(),
  more: Record<string, unknown> = {},
): Promise<string[]> => {
  const text = command.replaceAll('PROJECT', s.project);
  const { verdicts } = await s.when(requests('Bash', { command: text }, more));
  return verdicts
    .filter(({ gate, decision }) => gate === 'guard' && decision !== 'pass')
    .map(({ rule, decision }) => `${rule.slice('guard/'.length)} ${decision}`);
};

describe('a deletion', () => {
  it.each([
    'rm -rf /',
    'rm -r -f /',
    'rm -fr -- /',
    'rm -rf / --no-preserve-root',
    'rm --recursive --force /',
    'rm --rec /',
    'rm -rf /.',
    'rm -rf //',
    'rm -rf /etc/..',
    'rm -rf /*',
    'rm -rf /.*',
    'rm -rf /{bin,etc}',
    'rm -rf /*/*',
    'rm -rf /[a-z]*',
    'rm -rf /us*',
    'rm -rf ~',
    'rm -rf ~/',
    'rm -rf "$HOME"',
    'rm -rf "${HOME}/"',
    'rm -rf $HOME/*',
    'rm -rf ~/.*',
    'rm -rf ~root',
    'rm -rf /home',
    'rm -rf /home/',
    'rm -rf /home/other',
    'rm -rf /home/*',
    'rm -rf /Users',
    'rm -rf /Users/me',
    'rm -rf /root',
    'rm -rf /etc',
    'rm -rf /etc/nginx',
    'rm -rf /usr',
    'rm -rf /usr/local',
    'rm -rf /var',
    'rm -rf /var/lib/postgresql',
    'rm -rf /opt',
    'rm -rf /mnt/c',
    'rm -rf /boot/*',
    'rm -rf /lib64',
    'rm -rf /System/Library',
    'rm -rf /private/etc',
    'rm -rf /tmp /',
    'rm -rf /tmp/safe /etc/passwd',
    'rm -rf dist /',
    'rm -f /etc/passwd',
    'rm -rf ../../../../../../../../../..',
    'rm -rf PROJECT/../../../../../../..',
    'cd / && rm -rf *',
    'cd /; rm -rf ./*',
    'cd ~ && rm -rf .',
    '(cd / && rm -rf bin)',
    'sudo rm -rf /',
    '/bin/rm -rf /',
    `bash -c 'rm -rf /'`,
    'rm -rf dist; rm -rf /',
    'unlink /etc/passwd',
    'shred -u /etc/shadow',
    'npx rimraf /',
    'truncate -s 0 /etc/passwd',
    'find / -delete',
    'find / -type f -delete',
    'find /etc -type f -exec rm {} +',
    'find / -mindepth 1 -exec rm -rf {} \\;',
    'find / -name "*" -delete',
    'find / -name "*.log" -delete',
    'find ~ -delete',
    'find . ~ -delete',
    'find / | xargs -I% unlink %',
    'find / -print0 | xargs -0 rm -rf',
    'find / | sort | xargs rm',
    'echo / | xargs rm -rf',
    'xargs rm -rf <<< /',
    'rsync -a --delete empty/ /',
    'rsync -a --delete-after empty/ ~/',
    'mv / /backup',
    'mv ~ /dev/null',
    'mv /etc /tmp/etc',
    'mv /home/* /tmp',
    'mv -t /tmp ~',
    '> /etc/passwd',
    `python3 -c "import shutil; from pathlib import Path; shutil.rmtree(Path.home())"`,
    `python3 -c "import shutil, os; shutil.rmtree(os.path.expanduser('~'))"`,
    `python3 -c "import shutil, os; shutil.rmtree(os.environ['HOME'])"`,
    `node -e "fs.rmSync(os.homedir(), { recursive: true })"`,
    `node -e "fs.rmSync(process.env.HOME, { recursive: true })"`,
    `ruby -e 'FileUtils.rm_rf(ENV["HOME"])'`,
    'cp /dev/null /etc/hosts',
    'echo x | sudo tee /etc/shadow',
    `find / -exec sh -c 'rm -rf "$1"' _ {} \\;`,
    `python3 -c "import shutil; shutil.rmtree('/')"`,
    'ssh host rm -rf /',
    'parallel rm -rf {} ::: build /',
    'parallel rm -rf ::: /',
    `parallel bash -c 'rm -rf {}' ::: /`,
    'ssh host "sudo rm -rf /etc"',
    `rm -rf ${Array.from({ length: 300 }, (_, index) => `a${index}`).join(' ')} /etc/nginx/conf.d`,
    `rm -rf ${Array.from({ length: 300 }, (_, index) => `/tmp/${index}/x`).join(' ')} /`,
  ])('of the root, a home or the system is denied: %s', async (command) => {
    expect((await judged(command))[0]).toBe('rm-root deny');
  });

  it.each([
    'rm -rf .',
    'rm -rf ./',
    'rm -rf PROJECT',
    'rm -rf PROJECT/',
    'rm -rf "$PWD"',
    'rm -rf src/..',
    'rm -rf ..',
    'rm -rf ../*',
    'find . -delete',
    'find . -type f -delete',
    'find PROJECT -mindepth 1 -delete',
    'find -delete',
    'find . -not -name keep -delete',
    'find . -exec rm -rf {} +',
    'find . -exec sudo rm -rf {} +',
    'rm -rf .[!.]*',
    'rm -rf .??* x',
    'cd src && rm -rf ..',
    'rsync -a --delete empty/ .',
    'R=rm; $R -rf .',
    'rm -rf ./{.,..}',
    `rm -rf ${AROUND}`,
    `rm -rf ${AROUND}/*`,
  ])('of the project or what holds it is denied: %s', async (command) => {
    expect(await judged(command)).toEqual(['rm-project deny']);
  });

  it('of the working folder is denied, and of what is in it not', async () => {
    const s = project();
    const cwd = `${s.project}/src`;
    expect(await judged('rm -rf .', s, { cwd })).toEqual(['rm-project deny']);
    expect(await judged('rm -rf ../src', s, { cwd })).toEqual(['rm-project deny']);
    expect(await judged('rm -rf *', s, { cwd })).toEqual([]);
    expect(await judged('rm -rf ../web', s, { cwd })).toEqual([]);
  });

  it.each([
    'rm -rf .git',
    'rm -rf PROJECT/.git/',
    'rm -rf .git/*',
    'rm -rf .git/objects',
    'rm -r .git/refs/heads',
    'find .git -delete',
  ])('of the history is denied: %s', async (command) => {
    expect(await judged(command)).toEqual(['rm-git deny']);
  });

  it.each<[string, string]>([
    ['rm -rf *', 'rm-all ask'],
    ['rm -f ./*', 'rm-all ask'],
    ['rm -rf !(keep)', 'rm-all ask'],
    ['for d in */; do rm -rf "$d"; done', 'rm-all ask'],
    ['rm -rf PROJECT/*', 'rm-all ask'],
    ['rm -rf .git/rebase-merge', 'rm-in-git ask'],
    ['rm .git/index', 'rm-in-git ask'],
    [`find . -name '*.tmp' -exec rm -rf {} \\;`, 'rm-matching ask'],
    [`find . -name '*.tmp' | xargs rm -rf`, 'rm-matching ask'],
    [`find src -type d -name 'old*' -exec rm -r {} +`, 'rm-matching ask'],
    [`find . -name '*.tmp' -print0 | xargs -0 -I{} rm -rf {}`, 'rm-matching ask'],
    [`find . -name '*.tmp' -exec sh -c 'rm -rf "$1"' _ {} \\;`, 'rm-matching ask'],
    ['parallel rm -rf {} ::: a ::: b', 'rm-unknown ask'],
    ['parallel rm -rf {} :::: list', 'rm-unknown ask'],
    ['docker exec web rm -rf /', 'rm-outside ask'],
    ['ssh host rm -rf /srv/app/old', 'rm-outside ask'],
    ['TMPDIR=/etc rm -rf $TMPDIR/x', 'rm-unknown ask'],
    ['rm -rf .worktrees/batch', 'rm-worktree ask'],
    ['rm -rf .worktrees', 'rm-worktree ask'],
    ['rm -rf .worktrees/gone', 'rm-worktree ask'],
    ['rm -rf PROJECT-other', 'rm-worktree ask'],
    ['rm -rf PROJECT-other/src', 'rm-worktree ask'],
    ['rm -rf /var/tmp', 'rm-outside ask'],
    ['rm -rf /var/tmp/', 'rm-outside ask'],
    ['find /var/tmp -mindepth 1 -delete', 'rm-outside ask'],
    ['rm -rf $TMPDIR', 'rm-unknown ask'],
    ['rm -rf "$TMPDIR/../x"', 'rm-unknown ask'],
    ['rm -rf ~/projects/x', 'rm-outside ask'],
    ['rm -rf ~/.cache', 'rm-outside ask'],
    ['rm -rf ~/.n*', 'rm-outside ask'],
    ['rm -rf /usr/local/lib/node_modules/x', 'rm-outside ask'],
    ['rm -rf /data/x', 'rm-outside ask'],
    ['rm -rf /var/log/nginx', 'rm-outside ask'],
    ['rm -rf "C:\\\\"', 'rm-outside ask'],
    ['rm -rf "\\\\"', 'rm-outside ask'],
    ['find /home/dev/.cache/.bun -mindepth 1 -delete', 'rm-outside ask'],
    ['find ~ -name .DS_Store -delete', 'rm-outside ask'],
    ['find /var/log -name "*.gz" -delete', 'rm-outside ask'],
    ['rsync -a --delete dist/ /srv/app/', 'rm-outside ask'],
    ['rm -rf ~other/*', 'rm-unknown ask'],
    ['rm -rf "$X"', 'rm-unknown ask'],
    ['rm -rf $X', 'rm-unknown ask'],
    ['rm -rf "$X/build"', 'rm-unknown ask'],
    ['rm -rf "$HOME/$X"', 'rm-unknown ask'],
    ['rm -rf "/tmp/$X"', 'rm-unknown ask'],
    ['rm -rf "/$X"', 'rm-unknown ask'],
    ['rm -rf "$(cat list)"', 'rm-unknown ask'],
    ['cat list | xargs rm -rf', 'rm-unknown ask'],
    ['ls | xargs -n 1 rm -r', 'rm-unknown ask'],
    ['cd "$X" && rm -rf old', 'rm-unknown ask'],
    ['X=$(mktemp -d); rm -rf "$X" "$Y"', 'rm-unknown ask'],
    ['rm -rf "$(git rev-parse --show-toplevel)/../x"', 'rm-unknown ask'],
    ['fd . / -x rm -rf', 'rm-unknown ask'],
    [`node -e "fs.rmSync(os.homedir() + '/x', { recursive: true })"`, 'rm-outside ask'],
    ['X=$(mktemp -d); rm -rf "$X/../.."', 'rm-unknown ask'],
    ['X=$(mktemp -d); rm -rf "/$X"', 'rm-unknown ask'],
  ])('that a person may want is asked about: %s', async (command, expected) => {
    expect(await judged(command)).toEqual([expected]);
  });

  it.each([
    'rm -rf ./node_modules dist build coverage .next',
    'rm -rf PROJECT/dist',
    'rm -rf web/dist/',
    'rm -rf src',
    'rm -rf src/*',
    'rm -rf packages/*/dist',
    'rm -rf **/node_modules',
    'rm -rf *.log',
    'rm -f build/out.log',
    'rm -- -rf',
    'rm -rf -- -x',
    'rm src/a.ts',
    'rm -rf "src/my dir"',
    'rm -rf src/old-* src/{a,b}',
    'rm -f "$X"',
    'rm $FILES',
    'rm --help /',
    'cd web && rm -rf dist',
    'cd web && rm -rf ../src',
    'cd web/dist && rm -rf *',
    'cd "$X" && rm -rf node_modules',
    'rm -rf "dist/$X"',
    'rm -rf /tmp/x',
    'rm -rf /tmp/x/*',
    'rm -rf /var/tmp/*',
    'rm -rf $TMPDIR/build',
    'rm -rf "${TMPDIR:-/tmp}/x/y"',
    'rm -rf /tmp/test-*',
    'rm -rf "/tmp/test-$$"',
    'rm -rf /private/tmp/x',
    'rm -rf /var/tmp/x',
    'rm -rf /tmp/claude-501/app/s1/scratchpad',
    'rm -rf /tmp/claude-501/app/s1/scratchpad/*',
    'X=$(mktemp -d); cp a "$X"; rm -rf "$X"',
    `X=$(mktemp -d) && trap 'rm -rf "$X"' EXIT`,
    'X=$(mktemp -d) && trap "rm -rf $X" EXIT',
    '> build.log',
    `rm -rf './~'`,
    'rm -rf "~"',
    `node -e "fs.rmSync('~', { recursive: true })"`,
    'rm -rf "$(git rev-parse --show-toplevel)/web/dist"',
    'fd -e pyc -x rm',
    ': > "$LOG"',
    'cleanup() { rm -rf "$T"; }; T=$(mktemp -d); trap cleanup EXIT',
    'X=dist; rm -rf "$X"',
    'for d in dist build; do rm -rf "$d"; done',
    'rm -f .git/index.lock',
    'rm -f ~/.npm/x.log',
    'rmdir /',
    'unlink src/a.ts',
    'shred -u src/key.pem',
    'npx rimraf dist',
    'parallel rm -rf {} ::: build dist',
    'parallel rm -rf packages/{}/dist ::: a b',
    'find . -name "*.tmp" -delete',
    `find . -name '*.pyc' -o -name '*.pyo' -delete`,
    `find . \\( -name '*.pyc' -o -name '*.pyo' \\) -delete`,
    `find . -path ./node_modules -prune -o -name '*.orig' -delete`,
    'find . -empty -delete',
    `find . -name '*.tmp' -exec rm {} \\;`,
    'find . -type d -name __pycache__ -exec rm -rf {} +',
    `find . -name node_modules -type d -prune -exec rm -rf '{}' +`,
    'find . -name "*.orig" | xargs rm -f',
    `find . | grep -E "(__pycache__|\\.pyc$)" | xargs rm -rf`,
    'find dist -delete',
    'find /tmp/x -delete',
    'find / -name core',
    'find . -name "*.ts" -exec grep -l x {} +',
    'git ls-files -d | xargs git rm',
    'git ls-files -o | xargs rm -f',
    'mv src lib',
    'mv ~/Downloads/x.zip .',
    'mv /tmp/x .',
    'rsync -a dist/ /srv/app/',
    'rsync -a --delete src/ web/dist/',
    'rsync -an --delete empty/ /',
    'rsync -a --delete dist/ host:/srv/app/',
    'find-delete /',
    'charm -rf /',
    'echo rm -rf /',
    'grep -rn "rm -rf /" .',
    'git rm -rf src',
    'docker run --rm alpine rm -rf /tmp/x',
    'docker exec web rm -rf /app/dist /etc/nginx/conf.d/default.conf',
    'ssh host rm -rf /tmp/x',
    'ls packages | xargs -I{} rm -rf packages/{}/dist',
  ])('that loses nothing is let through: %s', async (command) => {
    expect(await judged(command)).toEqual([]);
  });

  it('follows links as the programs do', async () => {
    const s = project();
    symlinkSync('/', `${s.project}/to-root`);
    symlinkSync('/etc', `${s.project}/to-etc`);
    expect(await judged('rm -rf to-root', s)).toEqual([]);
    expect(await judged('rm -rf to-root/', s)).toEqual(['rm-root deny']);
    expect(await judged('rm -rf to-root/*', s)).toEqual(['rm-root deny']);
    expect(await judged('rm -rf to-etc/passwd', s)).toEqual(['rm-root deny']);
    expect(await judged('rm -rf to-etc/../home', s)).toEqual(['rm-root deny']);
    expect(await judged('find to-root/ -delete', s)).toEqual(['rm-root deny']);
    expect(await judged('cd to-etc && rm -rf passwd', s)).toEqual(['rm-root deny']);
  });

  it('in a linked worktree spares the main one', async () => {
    const s = project();
    const cwd = `${s.project}/.worktrees/batch`;
    expect(await judged('rm -rf src dist', s, { cwd })).toEqual([]);
    expect(await judged('rm -rf .', s, { cwd })).toEqual(['rm-project deny']);
    expect(await judged('rm -rf PROJECT', s, { cwd })).toEqual(['rm-project deny']);
    expect(await judged('rm -rf PROJECT/.git', s, { cwd })).toEqual(['rm-git deny']);
    expect(await judged('rm -rf PROJECT-other', s, { cwd })).toEqual(['rm-worktree ask']);
  });

  it('in a session of a linked worktree spares the main one', async () => {
    const s = project();
    const cwd = `${s.project}-other`;
    const env = { ...s.deps.env, CLAUDE_PROJECT_DIR: cwd };
    const { decision } = await s.when(requests('Bash', { command: `rm -rf ${s.project}` }, { cwd }), { env });
    expect(decision).toBe('deny');
  });

  it('is only logged by observe, and judged by standard as by strict', async () => {
    expect((await project({ preset: 'observe' }).when(requests('Bash', { command: 'rm -rf /' }))).answer).toBeNull();
    const standard = await project({ preset: 'standard' }).when(requests('Bash', { command: 'rm -rf /' }));
    expect(standard.decision).toBe('deny');
  });

  it.each<[string, string]>([
    ['rm -rf /', 'rm -r build'],
    ['rm -rf .', 'rm -r build'],
    ['rm -rf .git', 'git gc'],
    ['rm -rf .git/rebase-merge', 'git rebase --abort'],
    ['rm -rf *', 'rm -r build'],
    [`find . -name '*.tmp' -exec rm -rf {} +`, `find . -type f -name '*.tmp' -delete`],
    ['rm -rf ~/x', 'rm -rf /tmp/x'],
    ['rm -rf "$X"', 'rm -rf build/x'],
  ])('opens when its remedy is followed: %s, then %s', async (denied, remedy) => {
    const s = project();
    expect(await judged(denied, s)).toHaveLength(1);
    expect(await judged(remedy, s)).toEqual([]);
  });
});
