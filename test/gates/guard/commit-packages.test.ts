import { describe, expect, it } from 'vitest';
import { type EvidenceProject, evidenceProject } from '../../kit/evidence-project.ts';

const COMMIT = 'git add -A && git commit -m x';

/** A repository of packages, with a manifest at its top or without. */
const packages = (top: boolean): EvidenceProject => {
  const p = evidenceProject();
  for (const name of ['api', 'web']) {
    p.write(`app/packages/${name}/package.json`, '{}\n');
    p.write(`app/packages/${name}/src/a.ts`, 'export {};\n');
  }
  if (top) p.write('app/package.json', '{}\n');
  p.git('app', 'add', '.');
  p.git('app', 'commit', '--quiet', '-m', 'packages');
  return p;
};

const edit = (p: EvidenceProject, path: string): void => p.write(`app/${path}`, 'export const changed = 1;\n');

describe('a pass of one package', () => {
  it.each([true, false])('is none of another one (a manifest at the top: %s)', async (top) => {
    const p = packages(top);
    edit(p, 'packages/api/src/a.ts');
    edit(p, 'packages/web/src/a.ts');
    await p.tests('green', 'app/packages/api');
    expect(await p.says(COMMIT)).toMatchObject({
      statuses: ['unknown'],
      reason:
        'Not all of what `git commit -m x` would commit is tested: only the tests of packages/api ran, and packages/web changes too.',
      remedies: ['Run all the tests in a call of their own, from the top of the worktree, then commit.'],
    });
    await p.tests('green', 'app/packages/web');
    expect(await p.says(COMMIT)).toBeNull();
  });

  it('is enough where nothing else changes', async () => {
    const p = packages(true);
    edit(p, 'packages/api/src/a.ts');
    await p.tests('green', 'app/packages/web');
    expect(await p.says(COMMIT)).toMatchObject({ statuses: ['unknown'] });
    await p.tests('green', 'app/packages/api/src');
    expect(await p.says(COMMIT)).toBeNull();
    p.write('app/README.md', '# Other\n');
    p.write('app/.editorconfig', 'root = true\n');
    await p.tests('green', 'app/packages/api');
    expect(await p.says(COMMIT)).toBeNull();
  });

  it('is none of the source at the top, where that is a package', async () => {
    for (const top of [true, false]) {
      const p = packages(top);
      edit(p, 'src/a.ts');
      await p.tests('green', 'app/packages/api');
      const said = await p.says(COMMIT);
      if (top) expect(said?.reason).toContain('and the code at the top changes too');
      else expect(said).toBeNull();
      await p.tests('green');
      expect(await p.says(COMMIT)).toBeNull();
    }
  });

  it('is asked of what a merge brings in as well', async () => {
    const p = packages(false);
    p.git('app', 'switch', '--quiet', '-c', 'topic');
    edit(p, 'packages/web/src/a.ts');
    p.git('app', 'commit', '--quiet', '-am', 'web');
    await p.tests('green', 'app/packages/api');
    p.git('app', 'switch', '--quiet', 'feature/x');
    expect((await p.says('git merge topic'))?.reason).toContain('and packages/web changes too');
  });

  it('is covered by a run of all', async () => {
    const p = packages(true);
    for (const name of ['api', 'web']) edit(p, `packages/${name}/src/a.ts`);
    edit(p, 'src/a.ts');
    await p.tests('green');
    await p.tests('green', 'app/packages/api');
    expect(await p.says(COMMIT)).toBeNull();
  });
});
