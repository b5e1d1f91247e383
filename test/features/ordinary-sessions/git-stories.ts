import { fails, outside, prints, runs, type Story, says, stops, writes } from './story.ts';

const GREEN = 'ok 1 - total\n# tests 1\n# pass 1\n# fail 0\n';

const LIBRARY = {
  'package.json': '{ "name": "lib", "scripts": { "test": "node --test" } }\n',
  'lib/total.js': 'export const total = 1;\n',
  'test/total.test.js': "import '../lib/total.js';\n",
};

/** Both sides changed the same line. */
const conflict: Story = {
  title: 'a merge with a conflict',
  has: LIBRARY,
  branch: 'feature/rounding',
  steps: [
    outside(
      'git switch -q main && echo "export const total = 2;" > lib/total.js && git commit -q -am "Two" && git push -q && git switch -q feature/rounding',
    ),
    says('Round the total, then bring the branch up to date with main'),
    writes('lib/total.js', 'export const total = Math.round(1);\n'),
    prints('npm test', GREEN),
    runs('git commit -q -am "Round the total"'),
    runs('git fetch -q origin && git log --oneline HEAD..origin/main'),
    runs('git merge origin/main'),
    runs('git diff --name-only --diff-filter=U && cat lib/total.js'),
    writes('lib/total.js', 'export const total = Math.round(2);\n'),
    runs('git add lib/total.js'),
    prints('npm test', GREEN),
    runs('git -c core.editor=true merge --continue'),
    runs('git push -q -u origin HEAD'),
    stops('Merged; the tests pass.'),
  ],
  standard: [],
};

/** One's own branch is put on top of main and pushed again. */
const rebase: Story = {
  title: "a branch of one's own is rebased and pushed again",
  has: LIBRARY,
  branch: 'feature/rebase',
  steps: [
    says('Finish the branch'),
    writes('lib/more.js', 'export const more = 2;\n'),
    prints('npm test', GREEN),
    runs('git add -A && git commit -q -m "wip"'),
    runs('git push -q -u origin feature/rebase'),
    says('Rebase on main, squash, and push'),
    outside(
      'git switch -q main && echo x > note.txt && git add . && git commit -q -m note && git push -q && git switch -q feature/rebase',
    ),
    runs('git fetch -q && git rebase -q origin/main'),
    runs('git reset --soft origin/main'),
    prints('npm test', GREEN),
    runs('git commit -q -m "More"'),
    runs('git push --force'),
    runs('git commit --amend -q -m "More of it"'),
    runs('git push --force-with-lease origin feature/rebase'),
    stops('Pushed.'),
  ],
  standard: [
    {
      step: 'git push --force',
      says: 'rewrite guard/force-push-lease',
      agreed: 'the push happens, with a lease: it would not overwrite what somebody else pushed meanwhile',
    },
  ],
};

/** Nothing is there yet, not even a repository. */
const firstCommit: Story = {
  title: 'a new project up to its first commits',
  has: {},
  branch: null,
  steps: [
    says('Start a small command line tool in Python here'),
    runs('git init -q -b main'),
    writes('pyproject.toml', '[project]\nname = "greet"\nversion = "0.1.0"\n'),
    writes('greet/__init__.py', 'def greet(name):\n    return f"Hello {name}"\n'),
    writes('README.md', '# greet\n'),
    runs('python3 -c \'from greet import greet; print(greet("a"))\''),
    runs('git add . && git commit -q -m "Initial commit"'),
    writes('greet/__main__.py', 'from greet import greet\n\nprint(greet("you"))\n'),
    runs('python3 -m greet'),
    runs('git add -A && git commit -q -m "Run it as a module"'),
    stops('It runs.'),
    says('Add a test'),
    writes(
      'tests/test_greet.py',
      'from greet import greet\n\n\ndef test_greet():\n    assert greet("a") == "Hello a"\n',
    ),
    prints('python3 -m pytest -q', '.                       [100%]\n1 passed in 0.01s\n'),
    runs('git add -A && git commit -q -m "Test it"'),
    stops('Tested.'),
  ],
  standard: [],
};

/** Something is tried, and thrown away again. */
const experiment: Story = {
  title: 'an experiment that is thrown away',
  has: LIBRARY,
  branch: 'main',
  steps: [
    says('Try whether a cache helps, on a branch'),
    runs('git switch -q -c spike/cache'),
    writes('lib/cache.js', 'export const cache = new Map();\n'),
    writes('lib/total.js', "import './cache.js';\nexport const total = 1;\n"),
    fails('npm test', 'not ok 1 - total\n# tests 1\n# pass 0\n# fail 1'),
    says('No use. Go back to where we were, and delete the branch.'),
    runs('git stash -q -u'),
    runs('git switch -q main'),
    runs('git branch -d spike/cache'),
    runs('git stash drop -q'),
    runs('git pull -q --ff-only'),
    stops('Back on main.'),
  ],
  standard: [
    {
      step: 'git stash drop -q',
      says: 'ask guard/drop-stash',
      agreed: 'the stash is the only copy of the experiment; one word, and it is gone',
    },
  ],
};

export const GIT_STORIES: readonly Story[] = [conflict, rebase, firstCommit, experiment];
