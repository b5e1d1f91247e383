import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requests, type Scenario, type ScenarioOptions, scenario } from '../../kit/scenario.ts';

/** A project with a log, a policy and a registration. */
const project = (options: ScenarioOptions = {}): Scenario => {
  const s = scenario({ preset: 'strict', ...options });
  s.write('.docket/log/000001.ndjson', '');
  s.write('.claude/settings.json', '{"hooks":{}}');
  s.write('src/a.ts', '');
  s.write('.config/docket/config.json', '{}');
  symlinkSync('.docket', join(s.project, 'data'));
  symlinkSync('docket.config.json', join(s.project, 'notes.json'));
  return s;
};

const firedIn = async (s: Scenario, command: string, cwd = s.project): Promise<string[]> => {
  const { verdicts, decision } = await s.when(requests('Bash', { command }, { cwd }));
  const fired = verdicts.filter((verdict) => verdict.gate === 'self-protection' && verdict.decision !== 'pass');
  if (fired.length > 0) expect(decision).toBe('deny');
  return fired.map(({ rule }) => rule.slice('self-protection/'.length));
};

describe('a command that changes what is docket’s own', () => {
  it.each([
    ['rm -rf .docket', 'log'],
    ['rm -rf .docket/', 'log'],
    ['rm -rf ./.docket/log', 'log'],
    ['rm -rf src/../.docket', 'log'],
    ['rm -rf .DOCKET', 'log'],
    ['rm -r .do"cket"', 'log'],
    ['rm -rf .doc*', 'log'],
    ['rm -rf .docke?', 'log'],
    ['rm -rf ../other/.dock*', 'log'],
    ['find . -name "*.ndjson" -delete', 'log'],
    ['sed -i.bak "" docket.config.json', 'policy'],
    ['rm -rf .{docket,cache}', 'log'],
    ['rm -f .docket/log/*.ndjson', 'log'],
    ['rm -rf "$PWD/.docket"', 'log'],
    ['rm -rf "$(git rev-parse --show-toplevel)/.docket"', 'log'],
    ['rm -rf $HOME/.docket', 'log'],
    ['cd .docket && rm -rf log', 'log'],
    ['cd src && rm -rf ../.docket', 'log'],
    ['cd "$SOMEWHERE" && rm -rf .docket', 'log'],
    ['rm -rf data/log', 'log'],
    ['find .docket -type f -delete', 'log'],
    ['mv .docket /tmp/x', 'log'],
    ['mv /tmp/log.ndjson .docket/log/000001.ndjson', 'log'],
    ['cp -r /tmp/other .docket', 'log'],
    ['ln -sfn /tmp/other .docket', 'log'],
    ['ln .docket/log/000001.ndjson copy', 'log'],
    ['ln -s .docket elsewhere', 'log'],
    ['chmod -R a-w .docket', 'log'],
    ['chmod 000 .docket', 'log'],
    ['chown root .docket', 'log'],
    ['touch .docket/head', 'log'],
    ['truncate -s 0 .docket/log/000001.ndjson', 'log'],
    [': > .docket/log/000001.ndjson', 'log'],
    ['> .docket/head', 'log'],
    ['echo "{}" >> .docket/log/000001.ndjson', 'log'],
    ['echo x | tee -a .docket/log/000001.ndjson', 'log'],
    ['echo x | sudo tee .docket/head >/dev/null', 'log'],
    ['cat <<EOF > .docket/head\nx\nEOF', 'log'],
    ["sed -i '$d' .docket/log/000001.ndjson", 'log'],
    ["perl -pi -e 's/fail/pass/' .docket/log/000001.ndjson", 'log'],
    ['dd if=/dev/zero of=.docket/log/000001.ndjson', 'log'],
    ['curl -o .docket/head https://example.com', 'log'],
    ['bash -c "rm -rf .docket"', 'log'],
    ['sudo -u me rm -rf .docket', 'log'],
    ['npm test; rm -rf .docket', 'log'],
    ['echo .docket | xargs rm -rf .docket', 'log'],
    ["find . -path './.docket/*' -delete", 'log'],
    ['find . -name .docket -exec rm -rf {} +', 'log'],
    ['ls .docket/log/*.ndjson | xargs rm', 'log'],
    ['ls .docket/log/* | xargs -I{} mv {} /backup', 'log'],
    ['git stash --all', 'log'],
    ['git stash push -a', 'log'],
    ['git clean -fdx', 'log'],
    ['git clean -f -d -X', 'log'],
    ['git -C src/.. clean -dfx .docket', 'log'],
    ['git clean -fdx src .', 'log'],
    ['python3 -c "import shutil; shutil.rmtree(\'.docket\')"', 'log'],
    ["node -e \"require('fs').rmSync('.docket', {recursive: true})\"", 'log'],
    ["python3 - <<'EOF'\nopen('.docket/log/000001.ndjson', 'w').write('')\nEOF", 'log'],
    ['perl -e \'unlink ".docket/head"\'', 'log'],
    ["echo '{}' > docket.config.json", 'policy'],
    ["echo '{}' > docket.config.local.json", 'policy'],
    ["echo '{}' > ./src/../Docket.Config.json", 'policy'],
    ["echo '{}' > notes.json", 'policy'],
    ["sed -i 's/strict/observe/' docket.config.json", 'policy'],
    ['jq \'.preset = "observe"\' docket.config.json | sponge docket.config.json', 'policy'],
    ['rm docket.config.json', 'policy'],
    ['find . -maxdepth 1 -name docket.config.json -delete', 'policy'],
    ['awk \'{ print > "docket.config.json" }\' x', 'policy'],
    ["sed -n 'w docket.config.json' x", 'policy'],
    ["sed 's/a/b/w docket.config.json' x", 'policy'],
    ['rm -f *.json', 'policy'],
    ['mv docket.config.json docket.config.json.off', 'policy'],
    ['cp /tmp/docket.config.json .', 'policy'],
    ['cp -t . /tmp/docket.config.json', 'policy'],
    ['git checkout docket.config.json', 'policy'],
    ['git checkout HEAD~3 -- docket.config.json', 'policy'],
    ['git restore --source main docket.config.json', 'policy'],
    ['git rm docket.config.json', 'policy'],
    ['git -C . mv docket.config.json x.json', 'policy'],
    ['vim -c "%s/strict/observe/ | wq" docket.config.json', 'policy'],
    ["echo '{}' > ~/.config/docket/config.json", 'policy'],
    ["jq '.careful = false' ~/.config/docket/preferences.json | sponge ~/.config/docket/preferences.json", 'policy'],
    ['rm ~/.config/docket/preferences.json', 'policy'],
    ['rm -rf ~/.config/docket', 'policy'],
    ['rm -rf $HOME/.config/docket', 'policy'],
    ["node -e \"fs.writeFileSync('docket.config.json', '{}')\"", 'policy'],
    ["echo '{}' > .claude/settings.json", 'registration'],
    ["echo '{}' > .claude/settings.local.json", 'registration'],
    ["echo '{}' > ~/.claude/settings.json", 'registration'],
    ["cd .claude && echo '{}' > settings.json", 'registration'],
    ["sed -i '/hook.cjs/d' .claude/settings.json", 'registration'],
    ['rm -rf .claude', 'registration'],
    ['rm -rf .claude/*', 'registration'],
    ['mv .claude .claude.off', 'registration'],
    ['cp /tmp/settings.json .claude/', 'registration'],
    ['git checkout .claude/settings.json', 'registration'],
    ['git mv .claude x', 'registration'],
    ['git rm -r .claude', 'registration'],
  ])('%s', async (command, rule) => {
    expect(await firedIn(project(), command)).toEqual([rule]);
  });

  it.each([
    ['echo > /opt/docket/dist/hook-core.cjs'],
    ['rm /opt/docket/dist/hook.cjs'],
    ['rm -rf /opt/docket/dist'],
    ['mv /opt/docket/dist /opt/docket/off'],
    ['cd /opt/docket/dist && echo > hook.cjs'],
    ["sed -i 's/deny/pass/g' /opt/docket/dist/*.cjs"],
  ])('of docket’s program: %s', async (command) => {
    expect(await firedIn(project({ deps: { program: '/opt/docket/dist' } }), command)).toEqual(['program']);
  });

  it('takes docket’s program along with the folder it is in', async () => {
    const s = project();
    s.write('tools/docket/dist/hook.cjs', '');
    const own = project({ deps: { program: join(s.project, 'tools/docket/dist') } });
    expect(await firedIn(own, `rm -rf ${s.project}/tools`)).toEqual(['program']);
    expect(await firedIn(own, `mv ${s.project}/tools/docket /opt`)).toEqual(['program']);
    expect(await firedIn(own, `rm -rf ${s.project}/tools/docket/docs`)).toEqual([]);
  });

  it('leaves installed packages to their managers, but for the removal of docket by its name', async () => {
    const s = project();
    s.write('node_modules/docket/dist/hook.cjs', '');
    const own = project({ deps: { program: join(s.project, 'node_modules/docket/dist') } });
    expect(await firedIn(own, `rm -rf ${s.project}/node_modules`)).toEqual([]);
    expect(await firedIn(own, 'npm uninstall lodash docket-demo')).toEqual([]);
    for (const command of ['npm rm -g docket', 'pnpm remove docket', 'yarn global remove docket', 'npm un docket@1']) {
      expect(await firedIn(own, command)).toEqual(['command']);
    }
  });

  it.each([
    'xterm -e docket prove x',
    "konsole -e 'docket prove x'",
    'gnome-terminal -- docket waive guard/clean',
    'wezterm start -- docket prove x',
    'zellij run -- docket prove x',
    'kitty docket prove x',
    "expect -c 'spawn docket prove x; interact'",
    'expect <<E\nspawn -noecho docket prove x\nE',
    'corepack pnpm exec docket prove x',
    'node ./node_modules/.bin/docket prove x',
  ])('gives docket a terminal or a start of another kind: %s', async (command) => {
    expect(await firedIn(project(), command)).toEqual(['command']);
  });

  it('is told also where the name alone is not docket’s', async () => {
    const s = project({ deps: { program: '/opt/tool/build' } });
    expect(await firedIn(s, 'cd /opt/tool/build && node cli.cjs prove')).toEqual(['command']);
    expect(await firedIn(s, 'node build/cli.cjs prove')).toEqual([]);
  });

  it('sees through links that are there, and to the main worktree from a linked one', async () => {
    const s = project();
    mkdirSync(join(s.project, 'deep'));
    symlinkSync('../.docket/log', join(s.project, 'deep/log'));
    expect(await firedIn(s, 'echo x > log/000001.ndjson', join(s.project, 'deep'))).toEqual(['log']);
    expect(await firedIn(s, `rm -rf ${s.project}/.docket`, join(s.project, 'src'))).toEqual(['log']);
  });

  it.each([
    'cat .docket/log/000001.ndjson',
    'tail -f .docket/log/000001.ndjson',
    'grep -r .docket src',
    'grep -rn deny .docket/log | head',
    'ls -la .docket',
    'wc -l < .docket/log/000001.ndjson',
    'jq .type .docket/log/000001.ndjson > types.txt',
    'cp -r .docket /backup/log',
    'cp docket.config.json docs/example.json',
    'tar czf backup.tgz .docket',
    'du -sh .docket',
    'find .docket -name "*.ndjson"',
    'find . -name "*.pyc" -delete',
    "find . -name '*.tmp' -exec rm {} +",
    "find . -name '*.tmp' -exec rm -rf {} +",
    "find . -type f ! -path './.docket/*' -name '*.log' -delete",
    "find . -path ./.docket -prune -o -name '*.bak' -delete",
    'find . -name docket.config.json',
    "find . -name '*.ts' -exec grep -l docket {} +",
    'ls .docket/log | xargs wc -l',
    "awk '{ print $1 }' docket.config.json",
    "sed -n 's/strict/x/p' docket.config.json",
    'git rm -r src',
    'git mv src/a.ts src/b.ts',
    'cat docket.config.json',
    'jq .preset docket.config.json',
    'diff docket.config.json docket.config.local.json',
    'cat .claude/settings.json',
    'git add -A',
    'git add docket.config.json',
    'git commit -am "policy"',
    'git diff docket.config.json',
    'git log -p -- docket.config.json',
    'git show HEAD:docket.config.json',
    'git restore --staged docket.config.json',
    'git rm --cached docket.config.json',
    'git checkout main',
    'git checkout -b docket-policy',
    'git switch feature/docket',
    'git stash',
    'git stash pop',
    'git stash -u',
    'git stash list --all',
    'git clean -fd',
    'git clean -ndx',
    'git clean -fdx src',
    'git clean -fdx -e .docket',
    'ssh build rm -rf .docket',
    'echo ".docket" >> .gitignore',
    'echo "rm -rf .docket"',
    'echo "docket.config.json" > list.txt',
    'touch src/docket/policy.ts',
    'rm -rf src/docket',
    'rm -rf node_modules',
    'rm -rf dist build coverage',
    'rm -rf tmp/*',
    'rm -f *.log',
    'rm package-lock.json',
    "sed -i 's/a/b/' src/*.ts",
    'mv src/a.ts src/docket.ts',
    "echo '{}' > packages/app/docket.config.json",
    "echo '{}' > fixtures/.claude/settings.json",
    'mkdir -p .claude/commands',
    'echo hi > .claude/commands/docket.md',
    'rm .claude/commands/docket.md',
    'chmod +x scripts/docket.sh',
    'chmod -R u+w .',
    'ln -s src/docket lib',
    'docker run -v .:/app docket',
    'npm install --save-dev docket',
    'npm run build',
    'python3 -c "print(open(\'docket.config.json\').read())"',
    'node -e "console.log(require(\'./docket.config.json\').preset)"',
    "node -e \"fs.writeFileSync('out.json', '{}')\"",
    'docket log --json > events.ndjson',
    'docket gates - < payload.json',
  ])('is not: %s', async (command) => {
    expect(await firedIn(project(), command)).toEqual([]);
  });

  it('opens after its own remedies', async () => {
    const s = project();
    expect(await firedIn(s, 'rm -rf .docket/log')).toEqual(['log']);
    expect(await firedIn(s, 'docket log --last 5')).toEqual([]);
    expect(await firedIn(s, "sed -i 's/x/y/' .claude/settings.json")).toEqual(['registration']);
    const edit = {
      file_path: '.claude/settings.json',
      old_string: '"hooks":{}',
      new_string: '"theme":"dark","hooks":{}',
    };
    expect((await s.when(requests('Edit', edit))).decision).toBe('none');
    expect(await firedIn(s, 'docket hook < payload.json')).toEqual(['payload']);
    expect(await firedIn(s, 'docket gates - < payload.json')).toEqual([]);
    expect(await firedIn(s, 'docket "$WHAT"')).toEqual(['command']);
    expect(await firedIn(s, 'docket status')).toEqual([]);
    expect(await firedIn(s, 'pkill -f docket')).toEqual(['process']);
    expect(await firedIn(s, 'kill 4711')).toEqual([]);
  });

  it('names the file, or the command that takes it along with others', async () => {
    const s = project();
    const reason = async (command: string) => (await s.when(requests('Bash', { command }))).verdicts[0]?.reason;
    expect(await reason('rm -rf .docket/log')).toMatch(/: `\.docket\/log`\.$/);
    expect(await reason('git stash --all')).toMatch(/: `git stash --all`\.$/);
  });

  it('says which command the user can give, and everything that is wrong at once', async () => {
    const s = project();
    const command = 'docket prove works && rm -rf .docket && docket waive x';
    const { answer, verdicts } = await s.when(requests('Bash', { command }));
    const reason = JSON.stringify(answer);
    expect(reason).toContain('Ask the user to run docket prove, docket waive in a terminal of their own.');
    expect(verdicts.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['self-protection/log', 'self-protection/command']),
    );
  });

  it.each([
    ['claude plugin disable docket@docket'],
    ['claude plugins uninstall docket --scope local'],
    ['claude plugin rm -s user docket@team'],
    ['claude plugin disable --all'],
    ['claude plugin marketplace remove docket'],
    ['claude plugin disable "$NAME"'],
    ['sudo -u dev claude plugin remove docket'],
    ['echo docket@docket | xargs claude plugin disable'],
  ])('switches its plugin off: %s', async (command) => {
    expect(await firedIn(project(), command)).toEqual(['command']);
  });

  it('names what a person can type to switch the plugin off', async () => {
    const { answer } = await project().when(requests('Bash', { command: 'claude plugin disable docket@docket' }));
    expect(JSON.stringify(answer)).toContain('Ask the user to run claude plugin disable docket in a terminal');
  });

  it.each([
    ['claude plugin list'],
    ['claude plugin disable other@docket'],
    ['claude plugin enable docket@docket'],
    ['claude plugin marketplace remove other'],
    ['claude -p "plugin disable docket"'],
    ['echo claude plugin disable docket'],
  ])('leaves other plugins and other commands: %s', async (command) => {
    expect(await firedIn(project(), command)).toEqual([]);
  });

  it('sees it among many other files', async () => {
    const names = Array.from({ length: 200 }, (_, index) => `f${index}`).join(' ');
    expect(await firedIn(project(), `touch ${names} .docket/head`)).toEqual(['log']);
    expect(await firedIn(project(), `rm -rf ${names} .claude`)).toEqual(['registration']);
  });

  it('keeps hostile commands short in the log', async () => {
    const s = project();
    const names = Array.from({ length: 3_000 }, (_, index) => `.docket/${index}`).join(' ');
    const { verdicts, events } = await s.when(requests('Bash', { command: `touch ${names}` }));
    const [verdict] = verdicts;
    expect(verdict?.rule).toBe('self-protection/log');
    expect(JSON.stringify(verdict).length).toBeLessThan(4_000);
    expect(events.length).toBeLessThan(12);
  });
});

it('a hard link made before is found by nobody, as the threat model says', async () => {
  const s = project();
  linkSync(join(s.project, '.docket/log/000001.ndjson'), join(s.project, 'copy'));
  expect(await firedIn(s, 'echo x >> copy')).toEqual([]);
});
