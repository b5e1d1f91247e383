import { describe, expect, it } from 'vitest';
import { actTrees } from '../../../kit/act-trees.ts';
import { type TreeProject, treeProject } from '../../../kit/tree-project.ts';

/** `topic` has two commits beyond `main`, which went on by one; `words` has a document more. `main` is checked out. */
const branchedProject = (): TreeProject => {
  const project = treeProject();
  project.git('switch', '-qc', 'topic');
  project.write('src/t.ts', 'one\n');
  project.commitAll('one');
  project.write('src/t2.ts', 'two\n');
  project.write('docs/t.md', 'two\n');
  project.commitAll('two');
  project.git('tag', 'v2');
  project.git('switch', '-q', 'main');
  project.git('switch', '-qc', 'words');
  project.write('docs/w.md', 'words\n');
  project.commitAll('words');
  project.git('switch', '-q', 'main');
  project.write('src/m.ts', 'main\n');
  project.commitAll('main');
  return project;
};

const contentOf = async (project: TreeProject, commit: string) => {
  project.git('worktree', 'add', '--quiet', '--detach', '--force', '../check', commit);
  const digests = await project.digests('../check');
  project.git('worktree', 'remove', '--force', '../check');
  return digests;
};

const TOPIC = { code: ['src/t.ts', 'src/t2.ts'], docs: ['docs/t.md'] };
const SECOND = { code: ['src/t2.ts'], docs: ['docs/t.md'] };

describe('what is brought in is the content of what is named', () => {
  it.each([
    ['git merge topic', 'topic', TOPIC],
    ['git merge --no-ff -m x topic', 'topic', TOPIC],
    ['git merge v2', 'topic', TOPIC],
    ['git merge topic topic', 'topic', TOPIC],
    ['git merge topic~1', 'topic~1', { code: ['src/t.ts'], docs: [] }],
    ['git merge refs/heads/topic', 'topic', TOPIC],
    ['git merge words', 'words', { code: [], docs: ['docs/w.md'] }],
    ['git merge -', 'words', { code: [], docs: ['docs/w.md'] }],
    ['git -C src merge topic', 'topic', TOPIC],
    ['git cherry-pick topic', 'topic', SECOND],
    ['git cherry-pick main..topic', 'topic', TOPIC],
    ['git cherry-pick ^main topic', 'topic', TOPIC],
    ['git cherry-pick topic~1 topic', 'topic', TOPIC],
    ['git revert --no-edit HEAD', 'main~1', { code: ['src/m.ts'], docs: [] }],
    ['git checkout words && git merge topic', 'topic', TOPIC],
    ['git switch words && git merge -', 'main', { code: ['src/m.ts'], docs: [] }],
    ['git switch topic && git merge words', 'words', { code: [], docs: ['docs/w.md'] }],
    ['git switch -c more && git merge topic', 'topic', TOPIC],
    ['gh pr merge topic --squash', 'topic', null],
  ])('%s: %s', async (command, commit, changed) => {
    const project = branchedProject();

    const [fact] = await actTrees(project.path, command, project.env);

    expect(fact?.problem).toBeNull();
    expect(fact?.tree).toEqual(await contentOf(project, commit));
    if (changed !== null) expect(fact?.changed).toEqual(changed);
  });

  it('is all of it where nobody knows what it goes to', async () => {
    const project = branchedProject();

    const [fact] = await actTrees(project.path, 'gh pr merge --squash', project.env);

    expect(fact?.tree).toEqual(await contentOf(project, 'main'));
    expect(fact?.counts).toEqual({ code: 2, docs: 1 });
  });

  it('is, of a pull request, what it has beyond the default branch of where it was cloned from', async () => {
    const project = branchedProject();
    project.git('update-ref', 'refs/remotes/origin/main', 'main');
    project.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    project.git('switch', '-q', 'topic');

    const [fact] = await actTrees(project.path, 'gh pr merge', project.env);

    expect(fact).toMatchObject({ changed: TOPIC, of: null, problem: null });
  });

  it('is for a merge without a name what the branch follows', async () => {
    const project = branchedProject();
    project.git('branch', '--quiet', '--set-upstream-to=topic');

    const [fact] = await actTrees(project.path, 'git merge', project.env);

    expect(fact?.tree).toEqual(await contentOf(project, 'topic'));
  });

  it('is, where a conflict was resolved, what is in the worktree', async () => {
    const project = branchedProject();
    project.write('src/a.ts', 'resolved\n');

    const [fact] = await actTrees(project.path, 'git rebase --continue', project.env);

    expect(fact).toMatchObject({ about: 'act 1', tree: await project.digests(), changed: { code: ['src/a.ts'] } });
  });
});

describe('nobody knows what is brought in by', () => {
  it.each([
    ['git merge topic words', 'what several branches are together shows only once they are merged'],
    ['git merge nowhere', 'nowhere names no commit here'],
    ['git merge "$BRANCH"', '"$BRANCH" names no commit here'],
    ['git merge -- --output=src/a.ts', '--output=src/a.ts names no commit here'],
    ['git merge HEAD:src', 'HEAD:src names no commit here'],
    ['git cherry-pick topic...nowhere', 'nowhere names no commit here'],
    ['git revert HEAD~1', 'what a revert leaves shows only once it is done'],
    ['git revert HEAD HEAD~1', 'what a revert leaves shows only once it is done'],
    ['git switch topic && git merge HEAD~1', 'which commit is checked out by then only shows at run time'],
    ['gh pr merge 12', 'which commits a pull request holds only its server says'],
    ['gh pr merge https://github.com/a/b/pull/12', 'which commits a pull request holds only its server says'],
    ['gh pr merge nowhere', 'nowhere names no branch here'],
    ['cd "$DIR" && git merge topic', 'where it works only shows at run time'],
  ])('%s', async (command, problem) => {
    const project = branchedProject();

    const [fact] = await actTrees(project.path, command, project.env);

    expect(fact).toMatchObject({ problem, tree: { code: null, docs: null } });
    expect(project.git('status', '--porcelain')).toBe('');
  });
});

describe('which worktree is asked', () => {
  it('is the one in which the act works', async () => {
    const project = branchedProject();
    project.git('worktree', 'add', '--quiet', '../other', 'topic');
    project.write('../other/src/o.ts', 'other\n');

    const [fact] = await actTrees(project.path, 'cd ../other && git add -A && git commit -m x', project.env);

    expect(fact?.tree).toEqual(await project.digests('../other'));
    expect(fact?.worktree).toBe(`${project.path.slice(0, -'app'.length)}other`);
  });

  it('is none of another repository, or on another machine', async () => {
    const project = branchedProject();
    project.git('init', '--quiet', '../elsewhere');

    expect(await actTrees(project.path, 'git -C ../elsewhere commit -m x', project.env)).toEqual([]);
    expect(await actTrees(project.path, "ssh build 'cd app && git commit -m x'", project.env)).toEqual([]);
    expect(await actTrees(project.path, 'git status; git push', project.env)).toEqual([]);
  });

  it('is asked for a few acts of one command', async () => {
    const project = branchedProject();
    const command = Array.from({ length: 40 }, () => 'git commit -m x').join('; ');

    const facts = await actTrees(project.path, command, project.env);

    expect(facts.filter(({ problem }) => problem === null)).toHaveLength(4);
    expect(facts.length).toBeLessThanOrEqual(16);
    expect(facts.at(-1)?.problem).toBe('the command commits too often to look at all of it');
  });
});
