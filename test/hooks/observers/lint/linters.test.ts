import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LINTERS } from '../../../../src/hooks/observers/lint/linters.ts';
import { fakeProgram, lintedIn, type Said, startedWith, written } from '../../../kit/linters.ts';
import { scenario } from '../../../kit/scenario.ts';

interface Known {
  readonly name: string;
  /** What turns it on. */
  readonly config: Readonly<Record<string, string>>;
  readonly file: string;
  readonly program: string;
  /** What it is told, after its own name. `FILE` stands for the project's folder. */
  readonly args: readonly string[];
  /** The text is on its input. */
  readonly input?: true;
  /** Outputs as the programs print them, and what docket makes of them. */
  readonly finds: readonly (readonly [Said, ...string[]])[];
  readonly clean: readonly Said[];
  readonly broken: readonly Said[];
}

const BIN = 'node_modules/.bin';
const ON_PATH = 'on-path';

const eslintSays = (...messages: readonly unknown[]): string =>
  JSON.stringify([{ filePath: 'FILEsrc/a.ts', messages }]);
const IGNORED = {
  ruleId: null,
  fatal: false,
  severity: 1,
  message: 'File ignored because of a matching ignore pattern.',
};

const KNOWN: readonly Known[] = [
  {
    name: 'eslint',
    config: { 'eslint.config.mjs': 'export default [];' },
    file: 'src/a.ts',
    program: `${BIN}/eslint`,
    args: ['--format', 'json', 'FILEsrc/a.ts'],
    finds: [
      [
        {
          code: 1,
          stdout: eslintSays(
            { ruleId: 'eqeqeq', severity: 2, message: "Expected '==='.", line: 3, column: 7 },
            { ruleId: 'no-var', severity: 1, message: 'Unexpected var.', line: 1, column: 1 },
          ),
        },
        "src/a.ts:3:7 Expected '==='. (eqeqeq)",
      ],
      [
        {
          code: 1,
          stdout: eslintSays({
            ruleId: null,
            fatal: true,
            severity: 2,
            message: 'Parsing error: x',
            line: 1,
            column: 5,
          }),
        },
        'src/a.ts:1:5 Parsing error: x',
      ],
    ],
    clean: [{ stdout: '[]' }, { stdout: eslintSays(IGNORED) }],
    broken: [{ code: 2, stderr: '\nOops! Something went wrong! :(\n' }, { code: 1, stdout: 'Oops' }, { code: 0 }],
  },
  {
    name: 'prettier',
    config: { '.prettierrc': '{}' },
    file: 'src/a.ts',
    program: `${BIN}/prettier`,
    args: ['--list-different', '--ignore-unknown', 'FILEsrc/a.ts'],
    finds: [
      [{ code: 1, stdout: 'src/a.ts\n' }, 'src/a.ts is not formatted (prettier --write does it)'],
      [
        { code: 2, stderr: '[error] src/a.ts: SyntaxError: Unexpected token (1:7)\n' },
        'src/a.ts:1:7 SyntaxError: Unexpected token',
      ],
    ],
    clean: [{}],
    broken: [{ code: 2, stderr: '[error] Invalid configuration for file "FILEsrc/a.ts":\n[error] YAML Error\n' }],
  },
  {
    name: 'biome',
    config: { 'biome.jsonc': '{}' },
    file: 'src/a.ts',
    program: `${BIN}/biome`,
    args: ['check', '--reporter=github', '--colors=off', '--no-errors-on-unmatched', 'FILEsrc/a.ts'],
    finds: [
      [
        {
          code: 1,
          stdout:
            '::error title=lint/suspicious/noDebugger,file=src/a.ts,line=2,endLine=2,col=1,endColumn=9::This is: bad.\n' +
            '::warning title=lint/style/useConst,file=src/a.ts,line=2,endLine=2,col=1,endColumn=9::A word.\n' +
            '::error title=format,file=FILEsrc/a.ts,line=1,endLine=1,col=2,endColumn=2::Formatter would have printed:\n',
        },
        'src/a.ts:2:1 This is: bad. (lint/suspicious/noDebugger)',
        'src/a.ts is not formatted (biome check --write does it) (format)',
      ],
    ],
    clean: [{}, { stderr: 'Checked 0 files' }],
    broken: [{ code: 1, stderr: 'configuration ━━━\n' }],
  },
  {
    name: 'oxlint',
    config: { '.oxlintrc.json': '{}' },
    file: 'src/a.ts',
    program: `${BIN}/oxlint`,
    args: ['--format=unix', '--no-error-on-unmatched-pattern', 'FILEsrc/a.ts'],
    finds: [
      [
        {
          code: 0,
          stdout: 'src/a.ts:2:1: `debugger` statement is not allowed [Warning/eslint(no-debugger)]\n\n1 problem\n',
        },
        'src/a.ts:2:1 `debugger` statement is not allowed (eslint(no-debugger))',
      ],
      [{ code: 1, stdout: 'src/a.ts:1:7: Unexpected token [Error]\n' }, 'src/a.ts:1:7 Unexpected token'],
    ],
    clean: [{}],
    broken: [{ code: 1, stdout: 'Failed to parse oxlint configuration file.\n' }],
  },
  {
    name: 'stylelint',
    config: { '.stylelintrc.json': '{"fix":true}' },
    file: 'src/a.css',
    program: `${BIN}/stylelint`,
    args: ['--stdin', '--stdin-filename', 'FILEsrc/a.css', '--formatter', 'json'],
    input: true,
    finds: [
      [
        {
          code: 2,
          stderr: JSON.stringify([
            {
              source: 'FILEsrc/a.css',
              warnings: [
                {
                  line: 2,
                  column: 12,
                  rule: 'color-no-invalid-hex',
                  severity: 'error',
                  text: 'Bad "#zz" (color-no-invalid-hex)',
                },
                { line: 3, column: 1, rule: 'x', severity: 'warning', text: 'may stay' },
              ],
            },
          ]),
        },
        'src/a.css:2:12 Bad "#zz" (color-no-invalid-hex)',
      ],
    ],
    clean: [{ stdout: '[]' }, { stderr: '[]', stdout: 'a {}' }],
    broken: [{ code: 78, stderr: 'JSONError: no' }, { code: 1 }],
  },
  {
    name: 'markdownlint',
    config: { '.markdownlint.yaml': 'default: true' },
    file: 'docs/a.md',
    program: `${BIN}/markdownlint-cli2`,
    args: ['--no-globs', ':FILEdocs/a.md'],
    finds: [
      [
        {
          code: 1,
          stderr:
            'docs/a.md:5:4 error MD009/no-trailing-spaces Trailing spaces [Expected: 0]\ndocs/a.md:3 MD012/no-multiple-blanks Blank\n',
        },
        'docs/a.md:5:4 Trailing spaces [Expected: 0] (MD009/no-trailing-spaces)',
        'docs/a.md:3 Blank (MD012/no-multiple-blanks)',
      ],
    ],
    clean: [{ stdout: 'Summary: 0 error(s)' }],
    broken: [{ code: 2, stderr: 'Error: Unable to parse' }],
  },
  {
    name: 'ruff',
    config: { 'pyproject.toml': '[tool.ruff]\nfix = true\n' },
    file: 'app/a.py',
    program: '.venv/bin/ruff',
    args: [
      ...['check', '--no-fix', '--no-fix-only', '--no-unsafe-fixes', '--no-cache', '--force-exclude'],
      ...['--output-format=concise', 'FILEapp/a.py'],
    ],
    finds: [
      [
        {
          code: 1,
          stdout:
            'FILEapp/a.py:1:8: F401 [*] `os` imported but unused\nFound 1 error.\n[*] 1 fixable with the `--fix` option.\n',
        },
        'app/a.py:1:8 `os` imported but unused (F401)',
      ],
      [
        { code: 1, stdout: 'app/a.py:1:5: invalid-syntax: Expected a name\n' },
        'app/a.py:1:5 Expected a name (invalid-syntax)',
      ],
    ],
    clean: [{ stdout: 'All checks passed!\n' }],
    broken: [{ code: 2, stderr: 'ruff failed\n  Cause: Failed to parse pyproject.toml\n' }],
  },
  {
    name: 'ruff format',
    config: { 'ruff.toml': '[format]\n' },
    file: 'app/a.py',
    program: '.venv/bin/ruff',
    args: ['format', '--check', '--no-cache', '--force-exclude', 'FILEapp/a.py'],
    finds: [[{ code: 1, stdout: 'Would reformat: app/a.py\n' }, 'app/a.py is not formatted (ruff format does it)']],
    clean: [{ stdout: '1 file already formatted\n' }],
    broken: [{ code: 2, stderr: 'error: Failed to parse\n' }],
  },
  {
    name: 'black',
    config: { 'pyproject.toml': '[tool.black]\nline-length = 100\n' },
    file: 'app/a.py',
    program: 'venv/bin/black',
    args: ['--check', 'FILEapp/a.py'],
    finds: [
      [{ code: 1, stderr: 'would reformat FILEapp/a.py\n' }, 'app/a.py is not formatted (black does it)'],
      [
        {
          code: 123,
          stderr: 'error: cannot format FILEapp/a.py: Cannot parse for target version Python 3.13: 1:4: let = = 3\n',
        },
        'app/a.py:1:4 Cannot parse for target version Python 3.13',
      ],
    ],
    clean: [{ stderr: 'All done!' }],
    broken: [
      { code: 123, stderr: 'error: INTERNAL' },
      { code: 2, stderr: 'Usage: black' },
    ],
  },
  {
    name: 'flake8',
    config: { 'setup.cfg': '[metadata]\n[flake8]\n' },
    file: 'app/a.py',
    program: '.venv/bin/flake8',
    args: ['--format=default', 'FILEapp/a.py'],
    finds: [
      [
        { code: 1, stdout: "FILEapp/a.py:1:1: F401 'os' imported but unused\n" },
        "app/a.py:1:1 'os' imported but unused (F401)",
      ],
    ],
    clean: [{}],
    broken: [{ code: 1, stderr: 'There was a critical error during execution of Flake8:\nplugin code' }],
  },
  {
    name: 'isort',
    config: { '.isort.cfg': '[settings]' },
    file: 'app/a.py',
    program: '.venv/bin/isort',
    args: ['--check-only', '--filter-files', 'FILEapp/a.py'],
    finds: [
      [
        { code: 1, stderr: 'ERROR: FILEapp/a.py Imports are incorrectly sorted.\n' },
        'app/a.py is not formatted (isort does it)',
      ],
    ],
    clean: [{}],
    broken: [{ code: 2, stderr: 'usage: isort' }],
  },
  {
    name: 'pylint',
    config: { '.pylintrc': '[MAIN]' },
    file: 'app/a.py',
    program: '.venv/bin/pylint',
    args: [
      ...['--output-format=text', '--score=n', '--reports=n'],
      ...['--msg-template={path}:{line}:{column}: {msg} ({symbol})', 'FILEapp/a.py'],
    ],
    finds: [
      [
        { code: 4, stdout: '************* Module a\napp/a.py:1:0: Unused import os (unused-import)\n' },
        'app/a.py:1:0 Unused import os (unused-import)',
      ],
    ],
    clean: [{}],
    broken: [{ code: 32, stderr: 'usage: pylint' }],
  },
  {
    name: 'rustfmt',
    config: { 'Cargo.toml': '[package]\nname = "a"\nedition = "2021"\n' },
    file: 'src/a.rs',
    program: `${ON_PATH}/rustfmt`,
    args: ['--check', '--edition', '2021'],
    input: true,
    finds: [
      [
        { code: 0, stdout: 'Diff in <stdin>:3:\n-fn  a() {}\n+fn a() {}\n' },
        'src/a.rs:3 is not formatted (rustfmt does it)',
      ],
      [{ code: 1, stdout: 'Diff in <stdin> at line 3:\n-fn\n' }, 'src/a.rs:3 is not formatted (rustfmt does it)'],
      [
        { code: 1, stderr: 'error: this file contains an unclosed delimiter\n --> <stdin>:1:14\n  |\n' },
        'src/a.rs:1:14 this file contains an unclosed delimiter',
      ],
    ],
    clean: [{}],
    broken: [{ code: 1, stderr: 'error: toolchain is not installed\n' }],
  },
  {
    name: 'clippy',
    config: { 'Cargo.toml': '[package]\nedition = "2021"\n[lints.clippy]\nall = "warn"\n' },
    file: 'src/a.rs',
    program: `${ON_PATH}/cargo`,
    args: ['clippy', '--frozen', '--quiet', '--message-format=short'],
    finds: [
      [
        {
          code: 101,
          stderr:
            'src/a.rs:2:5: warning: unneeded `return` statement\nsrc/a.rs:9:1: error[E0425]: cannot find value `x`\n' +
            'src/other.rs:1:1: warning: of another file\nwarning: `a` (bin "a") generated 1 warning\n',
        },
        'src/a.rs:2:5 unneeded `return` statement',
        'src/a.rs:9:1 cannot find value `x`',
      ],
    ],
    clean: [{}, { stderr: 'src/other.rs:1:1: warning: of another file\n' }],
    broken: [{ code: 101, stderr: 'error: the lock file needs to be updated but --frozen was passed\n' }],
  },
  {
    name: 'gofmt',
    config: { 'go.mod': 'module a\n' },
    file: 'cmd/a.go',
    program: `${ON_PATH}/gofmt`,
    args: ['-l', 'FILEcmd/a.go'],
    finds: [
      [{ stdout: 'FILEcmd/a.go\n' }, 'cmd/a.go is not formatted (gofmt -w does it)'],
      [
        { code: 2, stderr: "FILEcmd/a.go:3:1: expected declaration, found 'IDENT' x\n" },
        "cmd/a.go:3:1 expected declaration, found 'IDENT' x",
      ],
    ],
    clean: [{}],
    broken: [{ code: 2, stderr: 'flag provided but not defined: -l\n' }],
  },
  {
    name: 'golangci-lint',
    config: { '.golangci.yml': 'issues:\n  fix: true\n' },
    file: 'cmd/a.go',
    program: `${ON_PATH}/golangci-lint`,
    args: ['run', '--fix=false', '--allow-parallel-runners', '.'],
    finds: [
      [
        {
          code: 1,
          stdout: 'cmd/a.go:10:2: Error return value is not checked (errcheck)\n\tf()\n\t^\ncmd/b.go:1:1: other (x)\n',
        },
        'cmd/a.go:10:2 Error return value is not checked (errcheck)',
      ],
    ],
    clean: [{}, { stdout: '0 issues.\n' }],
    broken: [
      { code: 3, stderr: "Error: can't load config" },
      { code: 7, stderr: 'level=error msg="Running error"' },
    ],
  },
  {
    name: 'shellcheck',
    config: { '.shellcheckrc': 'shell=bash' },
    file: 'bin/a.sh',
    program: `${ON_PATH}/shellcheck`,
    args: ['--format=gcc', '--color=never', 'FILEbin/a.sh'],
    finds: [
      [
        { code: 1, stdout: 'FILEbin/a.sh:3:6: note: Double quote to prevent globbing. [SC2086]\n' },
        'bin/a.sh:3:6 Double quote to prevent globbing. (SC2086)',
      ],
    ],
    clean: [{}],
    broken: [{ code: 3, stderr: 'unrecognized option' }],
  },
  {
    name: 'rubocop',
    config: { '.rubocop.yml': 'AllCops: {}', '.rubocop': '--autocorrect' },
    file: 'lib/a.rb',
    program: `${ON_PATH}/rubocop`,
    args: ['--format', 'emacs', '--force-exclusion', '--cache', 'false', '--stdin', 'FILElib/a.rb'],
    input: true,
    finds: [
      [
        { code: 1, stdout: 'FILElib/a.rb:1:1: C: [Correctable] Style/FrozenStringLiteralComment: Missing comment.\n' },
        'lib/a.rb:1:1 Missing comment. (Style/FrozenStringLiteralComment)',
      ],
    ],
    clean: [{}],
    broken: [{ code: 2, stderr: 'Error: unrecognized cop' }],
  },
  {
    name: 'php-cs-fixer',
    config: { '.php-cs-fixer.dist.php': '<?php' },
    file: 'src/a.php',
    program: 'vendor/bin/php-cs-fixer',
    args: ['fix', '--dry-run', '--using-cache=no', '--path-mode=intersection', '--', 'FILEsrc/a.php'],
    finds: [[{ code: 8, stdout: '   1) src/a.php\n' }, 'src/a.php is not formatted (php-cs-fixer fix does it)']],
    clean: [{}],
    broken: [{ code: 16, stderr: 'In ConfigurationResolver.php' }],
  },
  {
    name: 'phpcs',
    config: { 'phpcs.xml.dist': '<ruleset/>' },
    file: 'src/a.php',
    program: 'vendor/bin/phpcs',
    args: ['-q', '-s', '--no-colors', '--report=emacs', 'FILEsrc/a.php'],
    finds: [
      [
        { code: 1, stdout: 'FILEsrc/a.php:2:1: error - Missing doc comment (PEAR.Commenting.FileComment.Missing)\n' },
        'src/a.php:2:1 Missing doc comment (PEAR.Commenting.FileComment.Missing)',
      ],
    ],
    clean: [{}],
    broken: [{ code: 3, stdout: 'ERROR: the "x" coding standard is not installed.' }],
  },
  {
    name: 'clang-format',
    config: { '.clang-format': 'BasedOnStyle: LLVM' },
    file: 'src/a.cpp',
    program: `${ON_PATH}/clang-format`,
    args: ['--dry-run', '-Werror', '--style=file', 'FILEsrc/a.cpp'],
    finds: [
      [
        {
          code: 1,
          stderr:
            'FILEsrc/a.cpp:1:5: error: code should be clang-formatted [-Wclang-format-violations]\nint  a;\n    ^\n',
        },
        'src/a.cpp:1:5 code should be clang-formatted (-Wclang-format-violations)',
      ],
    ],
    clean: [{}],
    broken: [{ code: 1, stderr: 'YAML:1:1: error: unknown key' }],
  },
  {
    name: 'ktlint',
    config: { '.editorconfig': '[*.kt]\nktlint_code_style = official\n' },
    file: 'src/a.kt',
    program: `${ON_PATH}/ktlint`,
    args: ['--log-level=error', 'FILEsrc/a.kt'],
    finds: [
      [
        { code: 1, stdout: 'FILEsrc/a.kt:1:1: Unused import (standard:no-unused-imports)\n' },
        'src/a.kt:1:1 Unused import (standard:no-unused-imports)',
      ],
    ],
    clean: [{}],
    broken: [{ code: 1, stderr: 'Exception in thread "main"' }],
  },
  {
    name: 'swiftlint',
    config: { '.swiftlint.yml': '' },
    file: 'Sources/a.swift',
    program: `${ON_PATH}/swiftlint`,
    args: ['lint', '--quiet', '--no-cache', '--force-exclude', 'FILESources/a.swift'],
    finds: [
      [
        { code: 2, stdout: 'FILESources/a.swift:1:1: error: Line Length Violation: 200 characters (line_length)\n' },
        'Sources/a.swift:1:1 Line Length Violation: 200 characters (line_length)',
      ],
    ],
    clean: [{}],
    broken: [{ code: 1, stderr: 'Could not read configuration' }],
  },
];

const TEXT = 'some text, whatever it is\n';

const project = (known: Known) => {
  const s = scenario({ preset: 'strict', env: { PATH: '/nowhere' } });
  for (const [name, text] of Object.entries(known.config)) s.write(name, text);
  s.write(known.file, TEXT);
  const lint = async (said: Said) => {
    fakeProgram(s, known.program, said);
    const env = { ...s.deps.env, PATH: `relative:${s.project}/${ON_PATH}` };
    const outcome = await s.when(written(known.file), { env });
    return lintedIn(outcome).find(({ linter }) => linter === known.name);
  };
  return { s, lint };
};

describe('the linters', () => {
  it('are each tried below', () => {
    expect([...new Set(LINTERS.map(({ name }) => name))]).toEqual(KNOWN.map(({ name }) => name));
  });
});

describe.each(KNOWN)('$name', (known) => {
  it('is started to check the written file alone, and leaves its bytes', async () => {
    const { s, lint } = project(known);
    await lint({});
    expect(startedWith(s)).toEqual(known.args.map((word) => word.replace('FILE', `${s.project}/`)));
    expect(readFileSync(`${s.project}/said/stdin`, 'utf8')).toBe(known.input === true ? TEXT : '');
    expect(readFileSync(join(s.project, known.file), 'utf8')).toBe(TEXT);
  });

  const finds = known.finds.map(([said, ...problems]) => ({ said, problems }));

  it.each(finds)('finds problems: $said', async ({ said, problems }) => {
    const result = await project(known).lint(said);
    expect(result).toMatchObject({ path: known.file, status: 'problems', count: problems.length, problems });
  });

  it.each(known.clean)('finds nothing: %o', async (said) => {
    expect(await project(known).lint(said)).toMatchObject({ status: 'clean', problems: [], count: 0, digest: null });
  });

  it.each(known.broken)('cannot work: %o', async (said) => {
    expect(await project(known).lint(said)).toMatchObject({ status: 'broken', problems: [], count: null });
  });
});
