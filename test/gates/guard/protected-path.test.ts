// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requests, type Scenario, scenario } from '../../kit/scenario.ts';

/** A project whose policy guards a folder, a file, a folder of the user's and one elsewhere. */
const project = (paths: readonly string[] = ['data/prod', 'secrets.env', '~/notes', '/srv/app/']): Scenario => {
  const policy = { preset: 'strict', gates: { guard: { paths, rules: { 'tmp-write': 'off' } } } };
  const s = scenario({ policy, env: { HOME: '/home/me' } });
  for (const name of ['data/prod/app.db', 'data/prod/users.csv', 'data/other.csv', 'secrets.env', 'src/a.ts'])
    s.write(name, 'x');
  symlinkSync(join(s.project, 'data/prod'), join(s.project, 'link'));
  return s;
};

const verdictOn = async (command: string, s: Scenario) => {
  const { verdicts } = await s.when(requests('Bash', { command: command.replaceAll('PROJECT', s.project) }));
  return verdicts.find(({ rule, decision }) => rule === 'guard/protected-path' && decision !== 'pass');
};

describe('what lies at protected paths', () => {
  it.each([
    'rm data/prod/app.db',
    'rm -rf data/prod',
    'rm -rf data',
    'rm -rf ./src/../data/',
    'rm -rf PROJECT/data/prod/',
    'rm -rf d*',
    'rm data/prod/*.csv',
    'rm -rf data/prod/*',
    'rm s*.env',
    'rm *',
    'cd data && rm -rf prod',
    'rm link/app.db',
    'find data/prod -name "*.csv" -delete',
    'find data -type f -delete',
    'rm -rf *',
    'rm -rf -- ./*',
    'rm -rf */prod',
    'rsync -a --delete src/ data/prod/',
    'mv data/prod /var/tmp/x',
    'mv data old',
    'mv src/a.ts secrets.env',
    'cp src/a.ts data/prod/app.db',
    'cp -f src/a.ts link/app.db',
    'git rm -f secrets.env',
    'echo x > secrets.env',
    'cat src/a.ts >| "data/prod/app.db"',
    'echo x | tee secrets.env',
    'echo x | sudo tee data/prod/app.db >/dev/null',
    'truncate -s 0 data/prod/app.db',
    ': > data/prod/app.db',
    'dd if=/dev/zero of=data/prod/app.db bs=1 count=1',
    'shred -u secrets.env',
    'curl -sfo secrets.env https://example.org/x',
    'tar -cf data/prod/app.db src',
    'ln -sf src/a.ts secrets.env',
    'bash -c "rm -rf data/prod"',
  ])('is kept from %s', async (command) => {
    expect(await verdictOn(command, project())).toMatchObject({ decision: 'deny', mode: 'enforce' });
  });

  it.each(['rm -rf ~/notes/2025', 'rm -rf "$HOME/notes"', 'mv ~/notes /var/tmp/n', 'rm -rf /srv'])(
    'outside the project is kept from %s',
    async (command) => {
      const outside = join(project().project, 'elsewhere');
      mkdirSync(join(outside, 'notes/2025'), { recursive: true });
      const s = project([join(outside, 'notes')]);
      const there = command.replace(/~|\$HOME/, outside).replace('/srv', outside);
      expect(await verdictOn(there, s)).toMatchObject({ decision: 'deny' });
    },
  );

  it('is found in the home folder', async () => {
    const s = project(['~/kept']);
    const policy = { preset: 'strict', gates: { guard: { paths: ['~/kept'] } } };
    const atHome = scenario({ policy });
    atHome.write('kept/a', 'x');
    expect(await verdictOn('rm ~/kept/a', atHome)).toMatchObject({ decision: 'deny' });
    expect(await verdictOn('rm ~/kept/a', s), 'where there is nothing').toBeUndefined();
  });

  it.each([
    'cat data/prod/app.db',
    'cp data/prod/app.db /var/tmp/app.db',
    'grep -r "rm -rf data/prod" src',
    'echo "rm -rf data/prod"',
    'git commit -m "rm data/prod/app.db"',
    'rm data/other.csv',
    'rm -rf data/production',
    'rm -rf data-prod secrets.env.bak',
    'rm -f data/prod/gone.db',
    'rm *.log',
    'rm -f .*',
    'find . -name "*.tmp" -delete',
    'touch data/prod/app.db',
    'mkdir -p data/prod',
    'cp src/a.ts data/prod/',
    'echo x > data/prod/new.csv',
    'echo x >> secrets.env',
    'echo x | tee -a secrets.env',
    'sed -i s/x/y/ secrets.env',
    'sqlite3 data/prod/app.db "select 1"',
    'chmod 600 secrets.env',
    'ssh host rm -rf PROJECT/data/prod',
    'find . -name "*.tmp" -exec rm -rf {} +',
    'docker run --rm alpine rm -rf data/prod',
    'rm src/a.ts',
  ])('is not touched by %s', async (command) => {
    expect(await verdictOn(command, project())).toBeUndefined();
  });

  it('is a link, and what it leads to', async () => {
    const s = project(['link']);
    expect(await verdictOn('rm link', s)).toMatchObject({ decision: 'deny' });
    expect(await verdictOn('rm data/prod/app.db', s)).toMatchObject({ decision: 'deny' });
    expect(await verdictOn('rm data/other.csv', s)).toBeUndefined();
  });

  it('is kept in each worktree of the project, and not in another repository', async () => {
    const s = project();
    const other = `${s.project}-other`;
    const foreign = `${s.project}-foreign`;
    for (const folder of [other, foreign]) {
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      mkdirSync(`${folder}/data/prod`, { recursive: true });
      writeFileSync(`${folder}/data/prod/app.db`, 'x');
    }
    writeFileSync(`${other}/.git`, `gitdir: ${s.project}/.git/worktrees/other\n`);
    s.write('.git/worktrees/other/commondir', '../..\n');
    s.write('.git/worktrees/other/HEAD', 'ref: refs/heads/x\n');
    mkdirSync(`${foreign}/.git`);
    writeFileSync(`${foreign}/.git/HEAD`, 'ref: refs/heads/x\n');
    expect(await verdictOn(`rm -rf ${other}/data/prod`, s)).toMatchObject({ decision: 'deny' });
    expect(await verdictOn(`cd ${other} && rm -rf data/prod`, s)).toMatchObject({ decision: 'deny' });
    expect(await verdictOn(`rm -rf ${foreign}/data/prod`, s)).toBeUndefined();
  });

  it('says which path it is and what to do instead', async () => {
    const verdict = await verdictOn('rm -rf data', project());
    expect(verdict?.reason).toBe(
      'The command would delete, move or overwrite what the policy protects (data/prod): `rm -rf data`.',
    );
    expect(verdict?.conditions[0]).toMatchObject({
      name: 'what-lies-at-protected-paths-stays',
      actual: ['rm -rf data'],
    });
  });

  it('is nothing where the policy names no paths', async () => {
    const s = scenario({ preset: 'strict' });
    s.write('secrets.env', 'x');
    const { events, verdicts } = await s.when(requests('Bash', { command: 'rm secrets.env' }));
    expect(verdicts.map(({ rule }) => rule)).not.toContain('guard/protected-path');
    const paths = events.find(({ type }) => type === 'PathsObserved')?.data['paths'];
    expect(JSON.stringify(paths)).not.toContain('guarded');
  });
});
