import { describe, expect, it } from 'vitest';
import { understand } from '../../../src/shell/understand.ts';
import { understandPlain } from '../../../src/shell/understand-plain.ts';
import { understandTests } from '../../../src/shell/understand-tests.ts';

/** The files that a command changes or writes, `?` for those it does not name; none where it changes none. */
const changed = (command: string): string[] =>
  understand(command).acts.flatMap(({ kind, paths }) =>
    kind === 'change' || kind === 'write' ? paths.map(({ written }) => written ?? '?') : [],
  );

describe('a formatter or fixer changes', () => {
  it.each<[string, string[]]>([
    ['npx prettier --write src/a.ts', ['src/a.ts']],
    ['prettier -w .', ['.']],
    ['pnpm exec eslint --fix src', ['src']],
    ['npx eslint src --fix', ['src']],
    ['eslint --fix', ['?']],
    ['npx biome check --write .', ['.']],
    ['biome format --write src/a.ts', ['src/a.ts']],
    ['oxlint --fix src', ['src']],
    ['stylelint --fix a.css', ['a.css']],
    ['ruff format', ['?']],
    ['ruff check --fix src', ['src']],
    ['uvx ruff format src/a.py', ['src/a.py']],
    ['black src', ['src']],
    ['python -m black src', ['src']],
    ['isort .', ['.']],
    ['gofmt -w a.go', ['a.go']],
    ['go fmt ./...', ['./...']],
    ['go mod tidy', ['?']],
    ['2to3 -w a.py', ['a.py']],
    ['npx jscodeshift -t transform.js src', ['?']],
    ['ast-grep run -p a -r b -U', ['?']],
    ["comby -i 'a' 'b' .py", ['?']],
    ['goimports -w a.go', ['a.go']],
    ['cargo fmt', ['?']],
    ['cargo fix --allow-dirty', ['?']],
    ['cargo clippy --fix --allow-dirty', ['?']],
    ['rustfmt src/main.rs', ['src/main.rs']],
    ['clang-format -i a.c', ['a.c']],
    ['rubocop -A', ['?']],
    ['mix format', ['?']],
    ['terraform fmt', ['?']],
    ['shfmt -w a.sh', ['a.sh']],
    ['pre-commit run --all-files', ['?']],
    ['npm run format', ['?']],
    ['npm run lint:fix', ['?']],
    ['npm run lint -- --fix', ['?']],
    ['pnpm format:write', ['?']],
    ['yarn prettier --write src/a.ts', ['?']],
    ['npm install left-pad', ['?']],
    ['npm audit fix', ['?']],
    ['yarn add left-pad', ['?']],
    ['sed -i s/a/b/ src/a.ts', ['src/a.ts']],
    ["sed -i '' s/a/b/ src/a.ts", ['src/a.ts']],
    ["perl -pi -e 's/a/b/' src/a.ts", ['src/a.ts']],
  ])('%s', (command, files) => {
    expect([...new Set(changed(command))].sort()).toEqual([...files].sort());
    expect(understandPlain(command)).toBeNull();
    expect(understandTests(command)).toBeNull();
  });

  it.each([
    'prettier --check .',
    'eslint src',
    'eslint --fix-dry-run src',
    'biome check .',
    'oxlint src',
    'ruff check src',
    'ruff format --check',
    'black --check src',
    'cargo fmt --check',
    'cargo fmt -- --check',
    'cargo clippy',
    'gofmt -l .',
    'go vet ./...',
    'go mod download',
    '2to3 a.py',
    'npx jscodeshift --dry -t transform.js src',
    'ast-grep run -p a -r b',
    "comby 'a' 'b' .py",
    'mix format --check-formatted',
    'terraform fmt -check',
    'npm run format:check',
    'npm run lint',
    'npm run build',
    'npm test',
    'npm ci',
    'npm install',
    'npm audit',
    'yarn',
  ])('nothing: %s', (command) => expect(changed(command)).toEqual([]));
});

describe('git changes files', () => {
  it.each([
    'git checkout main',
    'git checkout -',
    'git checkout -- src/a.ts',
    'git checkout src/a.ts',
    'git checkout -b x origin/main',
    'git switch main',
    'git switch -c x main',
    'git stash',
    'git stash -u',
    'git stash push -m x',
    'git stash pop',
    'git stash apply',
    'git merge topic',
    'git merge --abort',
    'git pull',
    'git pull --rebase',
    'git rebase main',
    'git rebase --continue',
    'git cherry-pick abc',
    'git revert HEAD',
    'git am x.patch',
    'git apply x.patch',
    'git reset --hard',
    'git reset --keep HEAD~1',
    'git restore src/a.ts',
    'git clean -fd',
    'git mv a.ts b.ts',
    'git rm a.ts',
    'git submodule update --init',
    'git -C ../other stash pop',
    'git bisect start',
  ])('%s', (command) => expect(changed(command).length).toBeGreaterThan(0));

  it.each([
    'git status',
    'git diff',
    'git log',
    'git add -A',
    'git commit -m x',
    'git checkout -b x',
    'git switch -c x',
    'git stash list',
    'git stash show',
    'git stash drop',
    'git reset',
    'git reset --soft HEAD~1',
    'git clean -n',
    'git clean -fdn',
    'git restore --staged src/a.ts',
    'git rm --cached a.ts',
    'git apply --check x.patch',
    'git apply --cached x.patch',
    'git merge --help',
    'git bisect log',
    'git fetch',
    'git branch x',
    'ssh host git pull',
  ])('not: %s', (command) => expect(changed(command)).toEqual([]));

  it('and no text that nobody can read is asked about for what only formats', () => {
    expect(understand('if true; then npx eslint --fix').mentions).toEqual([]);
  });
});
