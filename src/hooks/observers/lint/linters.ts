import type { Read } from './read-findings.ts';
import { readBiome, readEslint, readLines, readStylelint, unformatted } from './read-findings.ts';
import { readRustfmt } from './read-rustfmt.ts';

/** Where a linter's program is looked for before the PATH, in the folders from the file's upward. */
export type ProgramPlace = 'node' | 'python' | 'php' | 'ruby' | 'path';

/** What a linter is started for. */
export interface LintTarget {
  /** The file, as links lead. */
  readonly file: string;
  /** Its text. */
  readonly text: string;
  /** The edition of Rust that the nearest manifest names. */
  readonly edition: () => string;
}

/** A linter: which files it reads, what in a project turns it on, and how it is told to check and to change nothing. */
export interface Linter {
  readonly name: string;
  /** Endings of the files it reads. */
  readonly files: string;
  /** Names of files that turn it on. */
  readonly configs?: string;
  /** Files that turn it on where they hold one of these texts. */
  readonly sections?: Readonly<Record<string, readonly string[]>>;
  /** Top-level keys of a `package.json` that turn it on. */
  readonly keys?: string;
  /** A program whose call among the scripts of a `package.json` turns it on, since it needs no configuration. */
  readonly script?: string;
  /** Where it works: in the nearest folder that turns it on, the farthest one, or that of the file. */
  readonly folder: 'nearest' | 'farthest' | 'file';
  readonly program: string;
  readonly place: ProgramPlace;
  readonly args: (target: LintTarget) => readonly string[];
  /** It reads the text from its input, so that nothing can make it write the file. */
  readonly takesInput?: true;
  readonly read: Read;
  /** It would write the file where its configuration says so, and no option forbids that: it is then not started. */
  readonly writesIf?: RegExp;
}

const SCRIPTS = 'js jsx mjs cjs ts tsx mts cts';
const COMPONENTS = 'vue svelte astro';
const STYLES = 'css scss less';

/**
 * The linters that are known, one a row. Of rows with one name the first that is turned on counts. Flags and exit codes
 * are those of each program's manual; docs/hooks.md has the table for readers.
 *
 * - The path is absolute, so that none begins with a dash; no shell reads it.
 * - What only warns counts where the program's own default is to warn (oxlint, clippy); elsewhere a warning is the project's
 *   word that it may stay.
 * - Not here: type checkers and `go vet`, which read whole programs; clippy only where a project configures it.
 */
export const LINTERS: readonly Linter[] = [
  {
    name: 'eslint',
    files: `${SCRIPTS} ${COMPONENTS}`,
    configs:
      'eslint.config.js eslint.config.mjs eslint.config.cjs eslint.config.ts eslint.config.mts eslint.config.cts',
    // ESLint 9 looks for it from where it works.
    folder: 'nearest',
    program: 'eslint',
    place: 'node',
    args: ({ file }) => ['--format', 'json', file],
    read: readEslint,
  },
  {
    name: 'eslint',
    files: `${SCRIPTS} ${COMPONENTS}`,
    configs: '.eslintrc .eslintrc.js .eslintrc.cjs .eslintrc.json .eslintrc.yaml .eslintrc.yml',
    keys: 'eslintConfig',
    // `.eslintignore` is read where it works.
    folder: 'farthest',
    program: 'eslint',
    place: 'node',
    args: ({ file }) => ['--format', 'json', file],
    read: readEslint,
  },
  {
    name: 'prettier',
    files: `${SCRIPTS} ${COMPONENTS} ${STYLES} json jsonc json5 html md mdx yaml yml graphql`,
    configs:
      '.prettierrc .prettierrc.json .prettierrc.json5 .prettierrc.yaml .prettierrc.yml .prettierrc.toml .prettierrc.js ' +
      '.prettierrc.cjs .prettierrc.mjs .prettierrc.ts prettier.config.js prettier.config.cjs prettier.config.mjs ' +
      'prettier.config.ts .prettierignore',
    keys: 'prettier',
    script: 'prettier',
    folder: 'farthest',
    program: 'prettier',
    place: 'node',
    args: ({ file }) => ['--list-different', '--ignore-unknown', file],
    read: unformatted('prettier --write', 1, /^\[error\] .*?: (SyntaxError: .*?) \((\d+):(\d+)\)/m),
  },
  {
    name: 'biome',
    files: `${SCRIPTS} ${COMPONENTS} css json jsonc graphql`,
    configs: 'biome.json biome.jsonc .biome.json .biome.jsonc',
    folder: 'nearest',
    program: 'biome',
    place: 'node',
    args: ({ file }) => ['check', '--reporter=github', '--colors=off', '--no-errors-on-unmatched', file],
    read: readBiome,
  },
  {
    name: 'oxlint',
    files: `${SCRIPTS} ${COMPONENTS}`,
    configs: '.oxlintrc.json .oxlintrc.jsonc oxlint.config.ts',
    script: 'oxlint',
    folder: 'farthest',
    program: 'oxlint',
    place: 'node',
    args: ({ file }) => ['--format=unix', '--no-error-on-unmatched-pattern', file],
    read: readLines(),
  },
  {
    name: 'stylelint',
    files: `${STYLES} ${COMPONENTS}`,
    configs:
      '.stylelintrc .stylelintrc.json .stylelintrc.yaml .stylelintrc.yml .stylelintrc.js .stylelintrc.cjs .stylelintrc.mjs ' +
      'stylelint.config.js stylelint.config.cjs stylelint.config.mjs stylelint.config.ts',
    keys: 'stylelint',
    // `.stylelintignore` is read where it works.
    folder: 'farthest',
    program: 'stylelint',
    place: 'node',
    // `fix` in its configuration changes what it prints, not the file.
    args: ({ file }) => ['--stdin', '--stdin-filename', file, '--formatter', 'json'],
    takesInput: true,
    read: readStylelint,
  },
  {
    name: 'markdownlint',
    files: 'md markdown',
    configs:
      '.markdownlint-cli2.jsonc .markdownlint-cli2.yaml .markdownlint-cli2.cjs .markdownlint-cli2.mjs .markdownlint.jsonc ' +
      '.markdownlint.json .markdownlint.yaml .markdownlint.yml .markdownlint.cjs .markdownlint.mjs',
    folder: 'farthest',
    program: 'markdownlint-cli2',
    place: 'node',
    args: ({ file }) => ['--no-globs', `:${file}`],
    read: readLines(),
    writesIf: /\bfix["']?\s*:\s*true/,
  },
  {
    name: 'ruff',
    files: 'py pyi ipynb',
    configs: 'ruff.toml .ruff.toml',
    sections: { 'pyproject.toml': ['[tool.ruff]', '[tool.ruff.lint'] },
    folder: 'nearest',
    program: 'ruff',
    place: 'python',
    args: ({ file }) => [
      ...['check', '--no-fix', '--no-fix-only', '--no-unsafe-fixes', '--no-cache', '--force-exclude'],
      ...['--output-format=concise', file],
    ],
    read: readLines(),
  },
  {
    name: 'ruff format',
    files: 'py pyi ipynb',
    sections: { 'pyproject.toml': ['[tool.ruff.format]'], 'ruff.toml': ['[format]'], '.ruff.toml': ['[format]'] },
    folder: 'nearest',
    program: 'ruff',
    place: 'python',
    args: ({ file }) => ['format', '--check', '--no-cache', '--force-exclude', file],
    read: unformatted('ruff format', 1),
  },
  {
    name: 'black',
    files: 'py pyi',
    sections: { 'pyproject.toml': ['[tool.black]'] },
    folder: 'nearest',
    program: 'black',
    place: 'python',
    args: ({ file }) => ['--check', file],
    read: unformatted('black', 1, /cannot format .*?: (Cannot parse.*?): (\d+):(\d+)/),
  },
  {
    name: 'flake8',
    files: 'py pyi',
    configs: '.flake8',
    sections: { 'setup.cfg': ['[flake8]'], 'tox.ini': ['[flake8]'] },
    folder: 'nearest',
    program: 'flake8',
    place: 'python',
    args: ({ file }) => ['--format=default', file],
    read: readLines(),
  },
  {
    name: 'isort',
    files: 'py pyi',
    configs: '.isort.cfg',
    sections: { 'pyproject.toml': ['[tool.isort]'], 'setup.cfg': ['[isort]'], 'tox.ini': ['[isort]'] },
    folder: 'nearest',
    program: 'isort',
    place: 'python',
    args: ({ file }) => ['--check-only', '--filter-files', file],
    read: unformatted('isort', 1),
  },
  {
    name: 'pylint',
    files: 'py',
    configs: '.pylintrc pylintrc .pylintrc.toml pylintrc.toml',
    sections: { 'pyproject.toml': ['[tool.pylint'], 'setup.cfg': ['[pylint'] },
    folder: 'nearest',
    program: 'pylint',
    place: 'python',
    args: ({ file }) => [
      ...['--output-format=text', '--score=n', '--reports=n'],
      ...['--msg-template={path}:{line}:{column}: {msg} ({symbol})', file],
    ],
    read: readLines(),
  },
  {
    name: 'rustfmt',
    files: 'rs',
    configs: 'rustfmt.toml .rustfmt.toml Cargo.toml',
    // Its configuration is looked for from where it works.
    folder: 'file',
    program: 'rustfmt',
    place: 'path',
    // Given a file it would follow that file's modules.
    args: ({ edition }) => ['--check', '--edition', edition()],
    takesInput: true,
    read: readRustfmt,
  },
  {
    name: 'clippy',
    files: 'rs',
    configs: 'clippy.toml .clippy.toml',
    sections: { 'Cargo.toml': ['[lints.clippy', '[workspace.lints.clippy'] },
    folder: 'file',
    program: 'cargo',
    place: 'path',
    args: () => ['clippy', '--frozen', '--quiet', '--message-format=short'],
    read: readLines(),
  },
  {
    name: 'gofmt',
    files: 'go',
    configs: 'go.mod',
    folder: 'file',
    program: 'gofmt',
    place: 'path',
    args: ({ file }) => ['-l', file],
    read: (run, file) => readLines('gofmt -w')(run, file),
  },
  {
    name: 'golangci-lint',
    files: 'go',
    configs: '.golangci.yml .golangci.yaml .golangci.toml .golangci.json',
    folder: 'file',
    program: 'golangci-lint',
    place: 'path',
    args: () => ['run', '--fix=false', '--allow-parallel-runners', '.'],
    read: readLines(),
  },
  {
    name: 'shellcheck',
    files: 'sh bash',
    configs: '.shellcheckrc shellcheckrc',
    script: 'shellcheck',
    sections: { '.pre-commit-config.yaml': ['id: shellcheck'] },
    folder: 'nearest',
    program: 'shellcheck',
    place: 'node',
    args: ({ file }) => ['--format=gcc', '--color=never', file],
    read: readLines(),
  },
  {
    name: 'rubocop',
    files: 'rb rake gemspec',
    configs: '.rubocop.yml',
    // `.rubocop` is read where it works; on standard input its `--autocorrect` changes no file.
    folder: 'farthest',
    program: 'rubocop',
    place: 'ruby',
    args: ({ file }) => ['--format', 'emacs', '--force-exclusion', '--cache', 'false', '--stdin', file],
    takesInput: true,
    read: readLines(),
  },
  {
    name: 'php-cs-fixer',
    files: 'php',
    configs: '.php-cs-fixer.php .php-cs-fixer.dist.php',
    folder: 'nearest',
    program: 'php-cs-fixer',
    place: 'php',
    args: ({ file }) => ['fix', '--dry-run', '--using-cache=no', '--path-mode=intersection', '--', file],
    read: unformatted('php-cs-fixer fix', 8),
  },
  {
    name: 'phpcs',
    files: 'php',
    configs: 'phpcs.xml phpcs.xml.dist .phpcs.xml .phpcs.xml.dist',
    folder: 'nearest',
    program: 'phpcs',
    place: 'php',
    args: ({ file }) => ['-q', '-s', '--no-colors', '--report=emacs', file],
    read: readLines(),
  },
  {
    name: 'clang-format',
    files: 'c cc cpp cxx h hh hpp m mm',
    configs: '.clang-format _clang-format',
    folder: 'nearest',
    program: 'clang-format',
    place: 'path',
    args: ({ file }) => ['--dry-run', '-Werror', '--style=file', file],
    read: readLines(),
  },
  {
    name: 'ktlint',
    files: 'kt kts',
    sections: { '.editorconfig': ['ktlint_'] },
    folder: 'nearest',
    program: 'ktlint',
    place: 'path',
    args: ({ file }) => ['--log-level=error', file],
    read: readLines(),
  },
  {
    name: 'swiftlint',
    files: 'swift',
    configs: '.swiftlint.yml',
    folder: 'nearest',
    program: 'swiftlint',
    place: 'path',
    args: ({ file }) => ['lint', '--quiet', '--no-cache', '--force-exclude', file],
    read: readLines(),
  },
];
