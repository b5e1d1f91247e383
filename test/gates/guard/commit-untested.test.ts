import { describe, expect, it } from 'vitest';
import { evidenceProject } from '../../kit/evidence-project.ts';
import { eventsOf, explanationOf } from '../../replay/read-log.ts';

const EDIT = 'export const a = 2;\n';

describe('a commit', () => {
  it('needs a pass of the tests on exactly its content', async () => {
    const p = evidenceProject();
    await p.edits('app/src/a.ts', EDIT);
    expect(await p.says('git commit -am x')).toMatchObject({
      decision: 'deny',
      statuses: ['missing'],
      basis: ['tree'],
      reason: 'No test run is known of what `git commit -am x` would commit.',
      remedies: ['Run the tests in a call of their own, then commit.'],
    });
    await p.tests('red');
    expect((await p.says('git commit -am x'))?.reason).toMatch(
      /^The tests failed less than a minute ago \(2 failures, npm test\), and none since says that what `git commit -am x` would commit passes\.$/,
    );
    await p.edits('app/src/a.ts', 'export const a = 3;\n');
    expect(await p.says('git commit -am x')).toMatchObject({ statuses: ['fail'] });
    await p.tests('green');
    expect(await p.says('git commit -am x')).toBeNull();
    await p.edits('app/src/a.ts', 'export const a = 4;\n');
    expect(await p.says('git commit -am x')).toMatchObject({
      statuses: ['stale'],
      reason: expect.stringMatching(
        /^The tests passed at 2026-01-01 12:\d\d:\d\d UTC \(npm test\), before the code became what `git commit -am x` would commit\.$/,
      ),
    });
    p.write('app/src/a.ts', 'export const a = 3;\n');
    expect(await p.says('git commit -am x')).toBeNull();
  });

  it('is told of an older failure without its count', async () => {
    let now = Date.UTC(2026, 0, 1, 12);
    const p = evidenceProject('commit-untested', 'strict', { deps: { now: () => now++ } });
    await p.edits('app/src/a.ts', EDIT);
    await p.tests('red');
    now += 9 * 60_000;
    expect((await p.says('git commit -am x'))?.reason).toContain('failed 9 minutes ago (2 failures');
    now += 60_000;
    const older = (await p.says('git commit -am x'))?.reason;
    expect(older).toMatch(/^The last test run did not pass \(npm test, at 2026-01-01 12:00:00 UTC\)/);
    expect(older).not.toContain('2 failures');
  });

  it('is told why a run says nothing', async () => {
    const p = evidenceProject();
    await p.edits('app/src/a.ts', EDIT);
    await p.tests('piped');
    expect(await p.says('git commit -am x')).toMatchObject({
      statuses: ['unknown'],
      reason: expect.stringMatching(/^The last test run says nothing about what `git commit -am x` would commit: \S/),
      remedies: [expect.stringContaining('nothing behind them that hides their exit code')],
    });
  });

  it('goes by its content whichever way it came to be', async () => {
    const p = evidenceProject();
    p.write('app/src/a.ts', EDIT);
    p.write('app/src/new.ts', 'export const n = 1;\n');
    await p.tests('green');
    for (const command of [
      'git add -A && git commit -m x',
      'git add src && git commit -m x',
      'git add src/a.ts src/new.ts && git commit -m x',
      'git -C . add -A; git commit -qm x',
      'cd src && git add -A .. && git commit -m x',
      'sh -c "git add -A && git commit -m x"',
    ]) {
      expect(await p.says(command), command).toBeNull();
    }
    // Of what was tested something stays out.
    for (const command of ['git commit -am x', 'git add src/new.ts && git commit -m x', 'git commit -m x src/a.ts']) {
      expect(await p.says(command), command).toMatchObject({
        statuses: ['stale'],
        reason: expect.stringMatching(/It is not what is in the worktree: `src\/\w+\.ts` would stay out of it\./),
        remedies: [expect.stringContaining('git stash push --keep-index --include-untracked')],
      });
    }
    p.git('app', 'add', '-A');
    expect(await p.says('git commit -m x')).toBeNull();
    p.git('app', 'commit', '--quiet', '-m', 'x');
    expect(await p.says('git commit --amend -m "a better message"')).toBeNull();
    p.git('app', 'stash', '--quiet', '--include-untracked', '--all');
    p.write('app/src/a.ts', 'export const a = 9;\n');
    expect(await p.says('git commit --amend -a --no-edit')).toMatchObject({ statuses: ['stale'] });
  });

  it('follows its own remedy for a partial index', async () => {
    const p = evidenceProject();
    p.write('app/src/a.ts', EDIT);
    p.write('app/src/b.ts', 'export const b = 2;\n');
    p.write('app/src/new.ts', 'export const n = 1;\n');
    p.git('app', 'add', 'src/a.ts');
    await p.tests('green');
    expect(await p.says('git commit -m x')).toMatchObject({
      reason: expect.stringContaining('`src/b.ts`, `src/new.ts` would stay out of it'),
    });
    p.git('app', 'stash', 'push', '--quiet', '--keep-index', '--include-untracked');
    await p.tests('green');
    expect(await p.says('git commit -m x')).toBeNull();
    p.git('app', 'stash', 'pop', '--quiet');
    expect(await p.says('git commit -m x')).toBeNull();
  });

  it('is not opened by a stash, a switch, or what is edited outside', async () => {
    const p = evidenceProject();
    await p.edits('app/src/a.ts', EDIT);
    await p.tests('green');
    p.git('app', 'stash', '--quiet');
    p.write('app/src/b.ts', 'export const b = 5;\n');
    expect(await p.says('git commit -am x')).toMatchObject({ statuses: ['stale'] });
    p.git('app', 'checkout', '--quiet', 'src/b.ts');
    p.git('app', 'stash', 'pop', '--quiet');
    expect(await p.says('git commit -am x')).toBeNull();
    p.git('app', 'switch', '--quiet', '-c', 'other');
    expect(await p.says('git commit -am x')).toBeNull();
  });

  it('is free where it changes no code', async () => {
    const p = evidenceProject();
    p.write('app/README.md', '# More\n');
    p.write('app/MASTER_PLAN.md', '# Plan\n\nMore.\n');
    expect(await p.says('git commit -am docs')).toBeNull();
    expect(await p.says('git add README.md && git commit -m docs')).toBeNull();
    expect(await p.says('git commit --allow-empty -m x')).toBeNull();
    p.write('app/src/a.ts', EDIT);
    expect(await p.says('git commit -m plan MASTER_PLAN.md')).toBeNull();
    expect(await p.says('git commit -am all')).not.toBeNull();
  });

  it('is asked about under standard too, and only told of under observe', async () => {
    const p = evidenceProject('commit-untested', 'standard');
    p.write('app/src/a.ts', EDIT);
    p.write('app/test/a.test.ts', EDIT);
    expect((await p.runs('git commit -am x')).decision).toBe('deny');
  });
});

describe('where the project has no tests', () => {
  const without = (preset: 'strict' | 'standard' = 'standard') => {
    const p = evidenceProject('commit-untested', preset);
    p.write('app/src/a.ts', EDIT);
    return p;
  };

  it.each([
    'git commit -am x',
    'git add -A && git commit -m x',
    'sed -i s/1/2/ src/a.ts && git commit -am x',
    'git commit --patch -m x',
    'git merge topic',
  ])('standard lets %s be, and says that there are none', async (command) => {
    const p = without();
    p.git('app', 'branch', 'topic');
    const { decision, verdicts } = await p.runs(command);
    expect(decision).toBe('none');
    const { limits = [] } = verdicts.find(({ rule }) => rule === 'guard/commit-untested') ?? {};
    if (command !== 'git merge topic') expect(limits).toMatchObject([{ name: 'there-are-tests', holds: false }]);
  });

  it('strict asks for them all the same', async () => {
    expect(await without('strict').says('git commit -am x')).not.toBeNull();
  });

  it.each([
    ['a test file', 'app/src/b.spec.ts', 'x'],
    ['a folder of tests', 'app/tests/run.sh', 'x'],
    ['a script that runs them', 'app/package.json', '{ "scripts": { "test": "node --test" } }'],
    ['a manifest of a language with tests of its own', 'app/Cargo.toml', '[package]'],
    ['configuration of a framework', 'app/pytest.ini', '[pytest]'],
  ])('it has some where there is %s', async (_what, path, text) => {
    const p = without();
    p.write(path, text);
    expect((await p.runs('git add -A && git commit -m x')).decision).toBe('deny');
  });

  it('the script that npm puts there is none', async () => {
    const p = without();
    p.write('app/package.json', '{ "scripts": { "test": "echo \\"Error: no test specified\\" && exit 1" } }');
    expect((await p.runs('git add -A && git commit -m x')).decision).toBe('none');
  });

  it('it has some once a run of them is known', async () => {
    const p = without();
    await p.tests('green');
    expect((await p.runs('git commit -am x')).decision).toBe('none');
    p.write('app/src/a.ts', 'export const a = 3;\n');
    expect((await p.runs('git commit -am y')).decision).toBe('deny');
  });

  it('nobody is told so where git cannot say what there is', async () => {
    const p = without();
    expect((await p.runs('cd "$WHERE" && git commit -am x')).decision).toBe('deny');
  });
});

describe('why a commit is denied', () => {
  it('names the pass and what undid it, and what would open it', async () => {
    const p = evidenceProject();
    await p.edits('app/src/a.ts', EDIT);
    await p.tests('green');
    await p.edits('app/src/a.ts', 'export const a = 3;\n');
    const [pass, edit] = [eventsOf(p.scenario, 'TestRunFinished').at(-1), eventsOf(p.scenario, 'ToolCompleted').at(-1)];
    await p.runs('git commit -am x');
    const { undone, opens, conditions } = explanationOf(p.scenario, 'guard/commit-untested');
    expect(undone).toEqual([
      { condition: 'tests-pass-on-what-is-committed', was: 'pass', since: pass?.id, by: edit?.id },
    ]);
    expect(opens).toEqual([{ todo: ['run the tests, and they pass'], decision: 'pass' }]);
    expect(conditions[0]?.because).toEqual(expect.arrayContaining([pass?.id, edit?.id]));
  });

  it('names what was observed where no hook saw the change', async () => {
    const p = evidenceProject();
    p.write('app/src/a.ts', EDIT);
    await p.tests('green');
    p.write('app/src/a.ts', 'export const a = 3;\n');
    await p.runs('git commit -am x');
    const { undone } = explanationOf(p.scenario, 'guard/commit-untested');
    expect(undone[0]?.by).toBe(eventsOf(p.scenario, 'TreeObserved').at(-1)?.id);
  });

  it('names two things to do where both are missing', async () => {
    const p = evidenceProject();
    p.write('app/src/a.ts', EDIT);
    await p.runs('sed -i s/2/3/ src/a.ts && git commit -am x');
    expect(explanationOf(p.scenario, 'guard/commit-untested').opens).toEqual([
      { todo: ['make the change in a call of its own', 'run the tests, and they pass'], decision: 'pass' },
    ]);
  });
});

describe('what would open a commit', () => {
  const opens = (p: ReturnType<typeof evidenceProject>) =>
    explanationOf(p.scenario, 'guard/commit-untested').opens.map(({ todo }) => todo);

  it('is more than a run where something of what is tested stays out', async () => {
    const p = evidenceProject();
    p.write('app/src/a.ts', EDIT);
    p.write('app/src/b.ts', 'export const b = 2;\n');
    await p.tests('green');
    await p.runs('git commit -m x src/a.ts');
    expect(opens(p)).toEqual([['commit all of it or put the rest aside, run the tests, and they pass']]);
  });

  it('is a run of the content that is brought in', async () => {
    const p = evidenceProject();
    p.git('app', 'branch', 'topic');
    p.git('app', 'switch', '--quiet', 'topic');
    p.write('app/src/a.ts', EDIT);
    p.git('app', 'commit', '--quiet', '-am', 'topic');
    p.git('app', 'switch', '--quiet', 'feature/x');
    await p.runs('git merge topic');
    expect(opens(p)).toEqual([['run the tests where what is brought in is checked out, and they pass']]);
  });

  it('is a run of all tests after one of some', async () => {
    const p = evidenceProject();
    await p.tests('green');
    p.write('app/src/a.ts', EDIT);
    await p.tests('some');
    expect(await p.says('git commit -am x')).toMatchObject({
      statuses: ['unknown'],
      reason: 'Not all of what `git commit -am x` would commit is tested: only some of the tests ran.',
      remedies: ['Run all the tests in a call of their own, from the top of the worktree, then commit.'],
    });
    expect(opens(p)).toEqual([['run all the tests, and they pass']]);
    await p.tests('green');
    expect(await p.says('git commit -am x')).toBeNull();
  });
});

describe('where a commit happens', () => {
  it('is the first commit of a repository', async () => {
    const p = evidenceProject();
    p.git('app', 'checkout', '--quiet', '--orphan', 'fresh');
    expect(await p.says('git commit -m first')).toMatchObject({ statuses: ['missing'], basis: ['tree'] });
    await p.tests('green');
    expect(await p.says('git commit -m first')).toBeNull();
  });

  it('is a detached HEAD', async () => {
    const p = evidenceProject();
    p.git('app', 'checkout', '--quiet', '--detach');
    p.write('app/src/a.ts', EDIT);
    expect(await p.says('git commit -am x')).not.toBeNull();
    await p.tests('green');
    expect(await p.says('git commit -am x')).toBeNull();
  });

  it('is another worktree, with its own content', async () => {
    const p = evidenceProject();
    p.git('app', 'worktree', 'add', '--quiet', '-b', 'feature/y', '../wt');
    p.write('wt/src/a.ts', EDIT);
    await p.tests('green');
    for (const command of [
      'git -C ../wt commit -am x',
      'cd ../wt && git commit -am x',
      'cd ../wt; git commit -a -m x',
    ]) {
      expect(await p.says(command), command).not.toBeNull();
    }
    expect(await p.says('git commit -am x', 'wt')).not.toBeNull();
    await p.tests('green', 'wt');
    for (const command of ['git -C ../wt commit -am x', 'cd ../wt && git commit -am x']) {
      expect(await p.says(command), command).toBeNull();
    }
    // The same content here is the same content.
    p.write('app/src/a.ts', EDIT);
    expect(await p.says('git commit -am x')).toBeNull();
  });

  it('is a submodule, which is a repository of its own and code of the one around it', async () => {
    const p = evidenceProject();
    p.write('lib/index.ts', 'export {};\n');
    p.git('lib', 'init', '--quiet');
    p.git('lib', 'add', '.');
    p.git('lib', 'commit', '--quiet', '-m', 'lib');
    p.git('app', '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../lib', 'lib');
    expect(await p.says('git commit -m x')).not.toBeNull();
    await p.tests('green');
    expect(await p.says('git commit -m x')).toBeNull();
    p.write('app/lib/index.ts', EDIT);
    expect(await p.says('git -C lib commit -am x')).toBeNull();
  });

  it('is no other repository, and none on another machine', async () => {
    const p = evidenceProject();
    p.write('other/f.ts', 'x');
    p.git('other', 'init', '--quiet');
    p.write('app/src/a.ts', EDIT);
    for (const command of [
      'git -C ../other add -A && git -C ../other commit -m x',
      'cd ../other && git commit -am x',
      'ssh build git commit -am x',
      'docker exec app git commit -am x',
      'mkdir -p out/lib && git init out/lib && git -C out/lib commit -m x',
      'cd "$(mktemp -d)" && git init && git commit --allow-empty -m x',
    ]) {
      expect(await p.says(command), command).toBeNull();
    }
  });

  it('is the project where that only shows at run time', async () => {
    const p = evidenceProject();
    p.write('app/src/a.ts', EDIT);
    const said = await p.says('cd "$(git rev-parse --show-toplevel)" && git commit -am x');
    expect(said).toMatchObject({ basis: ['order'], remedies: [expect.stringContaining('Name the folder in words')] });
    await p.tests('green');
    expect(await p.says('cd "$(git rev-parse --show-toplevel)" && git commit -am x')).toBeNull();
  });
});
