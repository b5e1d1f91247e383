import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { actTrees } from '../../../kit/act-trees.ts';
import { type TreeProject, treeProject } from '../../../kit/tree-project.ts';

/** Something of everything: staged, not staged, both, deleted, new, ignored, a document. */
const busyProject = (): TreeProject => {
  const project = treeProject();
  for (const name of ['b', 'c', 'd', 'gone', 'deep/x', 'deep/y'])
    project.write(`src/${name}.ts`, `export const it = '${name}';\n`);
  project.write('.gitignore', 'dist/\n*.local.ts\n');
  project.commitAll();
  project.write('src/b.ts', 'staged\n');
  project.git('add', 'src/b.ts');
  project.write('src/c.ts', 'staged\n');
  project.git('add', 'src/c.ts');
  project.write('src/c.ts', 'and edited since\n');
  project.write('src/d.ts', 'edited\n');
  project.write('src/deep/x.ts', 'edited\n');
  project.remove('src/gone.ts');
  project.write('src/new.ts', 'new\n');
  project.write('docs/new.md', 'new\n');
  project.write('src/mine.local.ts', 'ignored\n');
  return project;
};

/** What the newest commit holds, seen in a worktree of its own. */
const committed = async (project: TreeProject) => {
  project.git('worktree', 'add', '--quiet', '--detach', '../check', 'HEAD');
  const digests = await project.digests('../check');
  project.git('worktree', 'remove', '--force', '../check');
  return digests;
};

const run = (project: TreeProject, command: string, cwd = project.path): void => {
  execFileSync('bash', ['-c', command], { cwd, env: project.env, stdio: 'ignore' });
};

describe('what a commit records is known before it runs', () => {
  it.each([
    'git commit -m x',
    'git commit -am x',
    'git commit -m x -a',
    'git commit --all --amend --no-edit',
    'git commit --amend --no-edit',
    'git commit -m x src/d.ts',
    'git commit -m x -- src/deep',
    'git commit -m x "src/*.ts"',
    'git commit -m x src/gone.ts src/c.ts',
    'git commit -m x -i src/d.ts',
    'git commit -m x --only src/c.ts',
    'git commit -m x .',
    'git add -A && git commit -m x',
    'git add . && git commit -m x',
    'git add --all && git commit -qm x',
    'git add -A src && git commit -m x',
    'git add src/new.ts src/d.ts && git commit -m x',
    'git add src/gone.ts && git commit -m x',
    'git add "src/*.ts" && git commit -m x',
    'git add -u && git commit -m x',
    'git add -u docs && git commit -m x',
    'git add ":(exclude)src/deep" && git commit -m x',
    'git add ":!docs" . ; git commit -m x',
    'git stage src/new.ts; git commit -m x',
    'git add -N src/new.ts && git commit -m x',
    'git add src/new.ts && git commit -m x -a',
    'git rm -q src/deep/x.ts -f && git commit -m x',
    'git rm -rq --cached src/deep && git commit -m x',
    'git rm -rq --cached src/deep && git add src/deep && git commit -m x',
    'git reset -q && git commit -m x --allow-empty',
    'git reset -q HEAD -- src/b.ts && git commit -m x',
    'git reset -q -- src/b.ts; git add src/d.ts; git commit -m x',
    'git restore --staged src/b.ts && git commit -m x',
    'git mv src/a.ts src/z.ts && git commit -m x',
    'git mv src/a.ts src/b.ts src/deep && git commit -m x',
    'git mv src/deep lib && git commit -am x',
    'cd src && git mv deep/x.ts ../x.ts && git add -A && git commit -m x',
    'git reset -q -- . && git mv docs/a.md src/c.ts -f; git commit -m x',
    'git add src/new.ts && git commit -qm x && git add src/d.ts && git commit -m y',
    'git commit -qm x src/d.ts && git commit -qam y',
    'git switch -qc topic && git add -A && git commit -m x',
    'git add -A && git commit -m "$(cat <<EOF\nmessage\nEOF\n)"',
    'cd src && git add . && git commit -m x',
    'cd src/deep && git add -A && git commit -m x',
    'git -C src add deep && git -C docs commit -m x',
    'cd src && git commit -m x d.ts ../src/deep/x.ts',
  ])('%s', async (command) => {
    const project = busyProject();

    const facts = await actTrees(project.path, command, project.env);
    run(project, command);

    const last = facts.at(-1);
    expect(last?.problem).toBeNull();
    expect(last?.tree).toEqual(await committed(project));
  });
});

describe('of a commit is said', () => {
  it('by which files it differs from the one before, and which code of the worktree it leaves out', async () => {
    const project = busyProject();

    const [fact] = await actTrees(project.path, 'git commit -m x', project.env);

    expect(fact).toMatchObject({
      about: 'act 1',
      worktree: project.path,
      head: project.git('rev-parse', 'HEAD').trim(),
      changed: { code: ['src/b.ts', 'src/c.ts'], docs: [] },
      counts: { code: 2, docs: 0 },
      leftOut: ['src/c.ts', 'src/d.ts', 'src/deep/x.ts', 'src/gone.ts', 'src/new.ts'],
    });
  });

  it('that it changes no code', async () => {
    const project = busyProject();

    const [fact] = await actTrees(project.path, 'git commit -m x docs/a.md', project.env);

    expect(fact?.counts).toEqual({ code: 0, docs: 0 });
  });

  it.each([
    ['git commit -pm x', 'the parts that are committed are chosen while it runs'],
    ['git add -p && git commit -m x', 'what is staged before only shows at run time'],
    ['git add "$FILES" && git commit -m x', 'which files it is about only shows at run time'],
    ['git commit -m x "$FILES"', 'which files it is about only shows at run time'],
    ['git reset -q HEAD~1 && git commit -m x', 'what is staged before only shows at run time'],
    ['git mv "$FROM" src/z.ts && git commit -m x', 'which files it is about only shows at run time'],
    ['git update-index --add src/new.ts && git commit -m x', 'what is staged before only shows at run time'],
    ['git stash pop && git commit -m x', 'git stash pop changes files before'],
    ['git checkout -- src && git commit -am x', 'git checkout -- src changes files before'],
    ['git checkout other && git commit -am x', 'git checkout other checks out other files before'],
  ])('why nobody can know what %s records', async (command, problem) => {
    const project = busyProject();
    project.git('branch', 'other');

    const facts = await actTrees(project.path, command, project.env);

    expect(facts.at(-1)).toMatchObject({ problem, tree: { code: null, docs: null } });
  });
});
