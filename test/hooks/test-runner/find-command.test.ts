import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTestCommands, shownCommands } from '../../../src/hooks/test-runner/find-command.ts';
import { tempProject } from '../../kit/temp-project.ts';

const script = (test: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ scripts: { test }, ...more });

/** What would run for written files in a project with some files: where, and how. */
const found = (
  files: Readonly<Record<string, string>>,
  written: string | readonly string[],
  command: string | readonly string[] | null = null,
): string => {
  const { path, write } = tempProject();
  for (const [name, text] of Object.entries(files)) write(name, text);
  const paths = [written].flat().map((name) => join(path, name));
  const commands = findTestCommands({ worktree: path, paths, command });
  for (const { words } of commands) expect(words.length).toBeGreaterThan(0);
  return shownCommands(commands, path);
};

describe('the command that runs the tests', () => {
  it.each([
    ['npm test', {}],
    ['npm test', { 'package-lock.json': '{}' }],
    ['pnpm test', { 'pnpm-lock.yaml': '' }],
    ['yarn test', { 'yarn.lock': '' }],
    ['bun run test', { 'bun.lock': '' }],
    ['bun run test', { 'bun.lockb': '' }],
  ])('is the declared script, by the package manager of the lock file: %s', (shown, files) => {
    expect(found({ 'package.json': script('node --test'), ...files }, 'src/a.js')).toBe(shown);
  });

  it('goes by packageManager before lock files, also that of the whole project', () => {
    const files = { 'package.json': script('x', { packageManager: 'pnpm@9.1.0+sha512.aa' }), 'yarn.lock': '' };
    expect(found(files, 'src/a.js')).toBe('pnpm test');
    expect(found({ ...files, 'packages/a/package.json': script('x') }, 'packages/a/a.js')).toBe(
      'pnpm test (in packages/a)',
    );
  });

  it.each([
    'echo "Error: no test specified" && exit 1',
    '',
    '  ',
    'vitest --watch',
    'vitest watch',
    'jest --watchAll',
    'jest --watchAll=true',
    'nodemon -x "node --test"',
    'vitest --ui',
  ])('is no script that tests nothing or never ends: %s', (test) => {
    expect(found({ 'package.json': script(test) }, 'a.js')).toBe('');
  });

  it.each(['vitest', 'vitest run --watch=false', 'jest --watchAll=false', 'react-scripts test', 'node watch.js'])(
    'is a script that ends: %s',
    (test) => {
      expect(found({ 'package.json': script(test) }, 'a.js')).toBe('npm test');
    },
  );

  it.each([
    ['vitest run', { 'vitest.config.ts': '', 'node_modules/.bin/vitest': '' }],
    ['vitest run', { 'package.json': '{"devDependencies":{"vitest":"4"}}', 'node_modules/.bin/vitest': '' }],
    ['vitest run', { 'package.json': script('vitest watch'), 'vitest.config.mts': '', 'node_modules/.bin/vitest': '' }],
    ['vitest run', { 'vitest.config.ts': '', '.pnp.cjs': '' }],
    ['jest', { 'jest.config.js': '', 'node_modules/.bin/jest': '' }],
    ['jest', { 'package.json': '{"jest":{}}', 'node_modules/.bin/jest': '' }],
    ['', { 'vitest.config.ts': '' }],
    ['pytest', { 'pytest.ini': '' }],
    ['pytest', { 'conftest.py': '' }],
    ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]\n' }],
    ['pytest', { 'setup.cfg': '[metadata]\n[tool:pytest]\n' }],
    ['pytest', { 'tox.ini': '[pytest]\n' }],
    ['pytest', { 'requirements-dev.txt': 'black\npytest>=8\n' }],
    ['', { 'pyproject.toml': '[project]\nname = "x"\n' }],
    ['', { 'tox.ini': '[tox]\n' }],
    ['cargo test', { 'Cargo.toml': '' }],
    ['go test ./...', { 'go.mod': '' }],
    ['', {}],
  ])('is told from files alone: %s %j', (shown, files) => {
    expect(found(files, 'src/a.txt')).toBe(shown);
  });

  it.each([
    ['.venv/bin/python', { '.venv/bin/python': '' }],
    ['uv run', { 'uv.lock': '' }],
    ['poetry run', { 'poetry.lock': '' }],
    ['pipenv run', { Pipfile: '' }],
  ])("runs pytest in the project's own environment: %s", (how, files) => {
    const { path, write } = tempProject();
    for (const [name, text] of Object.entries({ 'pytest.ini': '', ...files })) write(name, text);
    const [command] = findTestCommands({ worktree: path, paths: [join(path, 'a.py')], command: null });
    expect(command?.words.join(' ')).toContain(how);
    expect(command?.words.join(' ')).toMatch(/pytest$/);
  });

  it('is for the language of the file where a folder has several', () => {
    const files = { 'go.mod': '', 'Cargo.toml': '', 'pytest.ini': '' };
    expect(found(files, 'a.go')).toBe('go test ./...');
    expect(found(files, 'a.rs')).toBe('cargo test');
    expect(found(files, 'a.py')).toBe('pytest');
  });

  it('is that of the nearest package with a script of its own, else of the root', () => {
    const files = {
      'package.json': script('run all'),
      'packages/a/package.json': script('node --test'),
      'packages/b/package.json': '{}',
      'services/go/go.mod': '',
      'tests/conftest.py': '',
    };
    expect(found(files, 'packages/a/src/deep/a.js')).toBe('npm test (in packages/a)');
    expect(found(files, 'packages/b/b.js')).toBe('npm test');
    expect(found(files, 'services/go/main.go')).toBe('go test ./... (in services/go)');
    expect(found(files, 'tests/test_a.py')).toBe('npm test');
    expect(found(files, 'gone/with/its/folder.js')).toBe('npm test');
    expect(found(files, [])).toBe('npm test');
  });

  it('of several packages is the script of the root; where it has none, each one', () => {
    const packages = {
      'packages/a/package.json': script('x'),
      'packages/b/package.json': script('x'),
      'rust/Cargo.toml': '',
    };
    const written = ['packages/a/a.js', 'packages/b/b.js', 'rust/src/lib.rs', 'packages/a/c.js'];
    expect(found({ ...packages, 'package.json': script('all') }, written)).toBe('npm test, cargo test (in rust)');
    expect(found(packages, written)).toBe('npm test (in packages/a), npm test (in packages/b), cargo test (in rust)');
  });

  it('is that of the policy, whatever the files say: a command line, or words', () => {
    const files = { 'package.json': script('node --test') };
    expect(found(files, 'src/a.js', 'make test | cat')).toBe('make test | cat');
    expect(found(files, 'src/a.js', ['make', 'test'])).toBe('make test');
  });

  it.each(['{', '[]', '{"scripts":[]}', '{"scripts":{"test":7}}', 'null', '"x"'])(
    'does not stumble over a package.json that says %s',
    (text) => {
      expect(found({ 'package.json': text, 'go.mod': '' }, 'a.go')).toBe('go test ./...');
    },
  );
});
