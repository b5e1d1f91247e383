import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fakeProgram, lintedIn, script, written } from '../../../kit/linters.ts';
import { type Scenario, scenario } from '../../../kit/scenario.ts';

const BIN = 'node_modules/.bin';

/** A project with files; every linter that is turned on is missing, and says so. */
const turnedOn = async (files: Readonly<Record<string, string>>, path = 'src/a.ts'): Promise<string[]> => {
  const s = scenario({ preset: 'strict', env: { PATH: '/nowhere' } });
  for (const [name, text] of Object.entries({ [path]: '', ...files })) s.write(name, text);
  return lintedIn(await s.when(written(path))).map(({ linter }) => linter);
};

describe('what turns linters on', () => {
  it.each<[string, Readonly<Record<string, string>>, string, readonly string[]]>([
    ['no configuration', {}, 'src/a.ts', []],
    ['a flat configuration in TypeScript', { 'eslint.config.ts': '' }, 'src/a.ts', ['eslint']],
    ['an older one', { '.eslintrc.yml': '' }, 'src/a.vue', ['eslint']],
    [
      'a key of the manifest',
      { 'package.json': '{"eslintConfig":{},"prettier":"@x/y"}' },
      'src/a.ts',
      ['eslint', 'prettier'],
    ],
    ['both kinds at once: one linter', { 'eslint.config.js': '', '.eslintrc.json': '{}' }, 'src/a.ts', ['eslint']],
    [
      'a script that calls it',
      { 'package.json': '{"scripts":{"lint":"tsc && npx oxlint --deny-warnings src"}}' },
      'src/a.ts',
      ['oxlint'],
    ],
    [
      'a script behind a variable',
      { 'package.json': '{"scripts":{"f":"NODE_ENV=x prettier --check ."}}' },
      'src/a.ts',
      ['prettier'],
    ],
    ['a script that only names it', { 'package.json': '{"scripts":{"x":"echo prettier oxlint"}}' }, 'src/a.ts', []],
    ['being installed alone', { 'package.json': '{"devDependencies":{"prettier":"3","eslint":"9"}}' }, 'src/a.ts', []],
    ['a damaged manifest', { 'package.json': '{"eslintConfig":' }, 'src/a.ts', []],
    ['one that is no object', { 'package.json': '["eslintConfig"]' }, 'src/a.ts', []],
    [
      'several of one file',
      { 'biome.json': '{}', '.oxlintrc.json': '{}', '.prettierrc': '' },
      'a.tsx',
      ['prettier', 'biome', 'oxlint'],
    ],
    ['other files than it reads', { 'eslint.config.js': '', 'ruff.toml': '' }, 'src/a.go', []],
    [
      'sections for Python',
      { 'pyproject.toml': '[tool.ruff]\n[tool.black]\n[tool.isort]' },
      'a.py',
      ['ruff', 'black', 'isort'],
    ],
    ['a section of ruff below', { 'pyproject.toml': '[tool.ruff.lint]\nselect = ["E"]\n' }, 'a.py', ['ruff']],
    ['a section for its formatter', { 'pyproject.toml': '[tool.ruff.format]\n' }, 'a.py', ['ruff format']],
    ['a pyproject without a linter', { 'pyproject.toml': '[tool.poetry]\n' }, 'a.py', []],
    ['tox.ini', { 'tox.ini': '[flake8]\n' }, 'a.py', ['flake8']],
    ['a manifest of Rust', { 'Cargo.toml': '[package]\n' }, 'src/a.rs', ['rustfmt']],
    ['lints of clippy', { 'Cargo.toml': '[workspace.lints.clippy]\n' }, 'src/a.rs', ['rustfmt', 'clippy']],
    ['pre-commit', { '.pre-commit-config.yaml': '  - id: shellcheck\n' }, 'a.sh', ['shellcheck']],
    ['any EditorConfig', { '.editorconfig': '[*]\nindent_style = space\n' }, 'a.kt', []],
    [
      'prettier for documents',
      { '.prettierrc': '', '.markdownlint.json': '{}' },
      'README.md',
      ['prettier', 'markdownlint'],
    ],
    ['a test', { 'eslint.config.js': '' }, 'test/a.test.ts', ['eslint']],
    ['the configuration of a tool', { 'eslint.config.js': '' }, 'eslint.config.js', ['eslint']],
  ])('%s', async (_name, files, path, expected) => {
    expect(await turnedOn(files, path)).toEqual(expected);
  });

  it('is the configuration of the folders from the file’s up to the top of the worktree, and of no other', async () => {
    expect(await turnedOn({ 'packages/a/.prettierrc': '' }, 'packages/a/src/x.ts')).toEqual(['prettier']);
    expect(await turnedOn({ 'packages/b/.prettierrc': '' }, 'packages/a/src/x.ts')).toEqual([]);
    const s = scenario({ preset: 'strict', env: { PATH: '/nowhere' } });
    s.write('.prettierrc', '');
    s.write('inner/.git', `gitdir: ${s.project}/.git/worktrees/inner`);
    s.write('.git/worktrees/inner/HEAD', 'ref: refs/heads/inner\n');
    s.write('.git/worktrees/inner/commondir', '../..\n');
    s.write('inner/src/a.ts', '');
    expect(lintedIn(await s.when(written('inner/src/a.ts')))).toEqual([]);
  });

  it('starts none whose configuration has it write, where no option forbids that', async () => {
    expect(await turnedOn({ '.markdownlint-cli2.jsonc': '{ "fix": true }' }, 'a.md')).toEqual([]);
    expect(await turnedOn({ '.markdownlint-cli2.yaml': 'fix: true' }, 'a.md')).toEqual([]);
    expect(await turnedOn({ '.markdownlint-cli2.yaml': 'fix: false' }, 'a.md')).toEqual(['markdownlint']);
  });
});

const cwdOf = (s: Scenario): string => readFileSync(`${s.project}/said/cwd`, 'utf8').trim().slice(s.project.length);

describe('where a linter works', () => {
  it.each([
    [
      'eslint: at the nearest flat configuration',
      ['eslint.config.js', 'packages/a/eslint.config.js'],
      'eslint',
      '/packages/a',
    ],
    ['eslint: at the top of older ones', ['.eslintrc.json', 'packages/a/.eslintrc.json'], 'eslint', ''],
    ['prettier: where its ignore file is', ['.prettierignore', 'packages/a/.prettierrc'], 'prettier', ''],
    ['biome: at the nearest', ['biome.json', 'packages/a/biome.json'], 'biome', '/packages/a'],
  ])('%s', async (_name, configs, program, expected) => {
    const s = scenario({ preset: 'strict' });
    for (const config of configs) s.write(config, '');
    s.write('packages/a/src/x.ts', '');
    fakeProgram(s, `${BIN}/${program}`, {});
    await s.when(written('packages/a/src/x.ts'));
    expect(cwdOf(s)).toBe(expected);
  });
});

describe('which program is started', () => {
  const saying = (s: Scenario, path: string, name: string): void => {
    script(s, path, `echo "src/a.ts:1:1: ${name} [x]"`);
  };
  const oxlint = (more: Readonly<Record<string, string>> = {}) => {
    const s = scenario({ preset: 'strict', env: { PATH: '/nowhere', ...more } });
    s.write('.oxlintrc.json', '{}');
    s.write('packages/a/src/a.ts', '');
    const lint = async (path = '/nowhere'): Promise<string | undefined> => {
      const outcome = await s.when(written('packages/a/src/a.ts'), { env: { ...s.deps.env, PATH: path } });
      return lintedIn(outcome)[0]?.problems[0];
    };
    return { s, lint };
  };

  it('is the nearest one of the project, then the first on the PATH', async () => {
    const { s, lint } = oxlint();
    saying(s, 'global/oxlint', 'global');
    expect(await lint(`${s.project}/none:${s.project}/said:${s.project}/global`)).toContain('global');
    saying(s, `${BIN}/oxlint`, 'top');
    expect(await lint(`${s.project}/global`)).toContain('top');
    saying(s, `packages/a/${BIN}/oxlint`, 'near');
    expect(await lint(`${s.project}/global`)).toContain('near');
  });

  it('is never one of a relative PATH entry, a folder, or a file that is no program', async () => {
    const { s } = oxlint();
    saying(s, 'oxlint', 'wherever it works');
    s.write(`${BIN}/oxlint/x`, '');
    s.write('plain/oxlint', '#!/bin/sh\n');
    const PATH = `node_modules/.bin:.::${s.project}/plain:${s.project}/plain/oxlint`;
    const outcome = await s.when(written('packages/a/src/a.ts'), { env: { ...s.deps.env, PATH } });
    expect(lintedIn(outcome)).toMatchObject([{ status: 'broken', missing: true }]);
  });

  it('is the main worktree’s where a linked one has none of its own', async () => {
    const { s } = oxlint();
    saying(s, `${BIN}/oxlint`, 'main');
    s.write('trees/x/.git', `gitdir: ${s.project}/.git/worktrees/x`);
    s.write('.git/worktrees/x/HEAD', 'ref: refs/heads/x\n');
    s.write('.git/worktrees/x/commondir', '../..\n');
    s.write('trees/x/.oxlintrc.json', '{}');
    s.write('trees/x/src/a.ts', '');
    expect(lintedIn(await s.when(written('trees/x/src/a.ts')))).toMatchObject([
      { path: 'trees/x/src/a.ts', status: 'problems' },
    ]);
  });

  it('is said to be missing once a session, to nobody but the log, and is started when it is there', async () => {
    const { s } = oxlint();
    const lint = () => s.when(written('packages/a/src/a.ts'));
    const first = await lint();
    expect(first.answer).toBeNull();
    expect(lintedIn(first)).toMatchObject([
      { linter: 'oxlint', status: 'broken', missing: true, reason: 'oxlint is configured and not installed' },
    ]);
    expect(lintedIn(await lint())).toEqual([]);
    saying(s, `${BIN}/oxlint`, 'there');
    expect(lintedIn(await lint())).toMatchObject([{ status: 'problems' }]);
    rmSync(join(s.project, BIN, 'oxlint'));
    expect(lintedIn(await lint())).toMatchObject([{ missing: true }]);
  });
});
