/** When a program changes files that are there. Names of options are with their dashes. */
export interface Fixer {
  /** What its first operands must be. */
  readonly command?: string;
  /** More operands must follow. */
  readonly more?: true;
  /** It changes files only with one of these options. */
  readonly only?: readonly string[];
  /** With one of these it changes none. */
  readonly unless?: readonly string[];
  /** Its operands are files and folders; otherwise it finds them itself. */
  readonly paths?: true;
}

const FIX: Fixer = { only: ['--fix'], paths: true };
const IN_PLACE: Fixer = { only: ['-i', '--in-place'], paths: true };
const WRITING: Fixer = { only: ['-w', '--write'], paths: true };
const checked = (command: string, ...unless: readonly string[]): Fixer => ({ command, unless, paths: true });
const manifest = (...commands: readonly string[]): readonly Fixer[] => commands.map((command) => ({ command }));

const BIOME = ['--write', '--apply', '--apply-unsafe', '--fix', '--unsafe'];
const RUBY: Fixer = {
  only: ['-a', '-A', '--autocorrect', '--autocorrect-all', '--auto-correct', '--auto-correct-all', '--fix'],
  paths: true,
};
/** Without a name `install` puts there what is noted already. */
const INSTALL: readonly Fixer[] = [
  { command: 'install', more: true },
  { command: 'i', more: true },
];
const PACKAGES: readonly Fixer[] = [
  ...INSTALL,
  ...manifest('add', 'remove', 'uninstall', 'rm', 'un', 'update', 'upgrade', 'up', 'dedupe', 'version'),
];

/**
 * Formatters, linters that mend what they find, and what notes dependencies, by their own help texts. Others whose
 * operands are what they write stand among the programs that write.
 */
export const FIXERS: Readonly<Record<string, readonly Fixer[]>> = {
  // JavaScript and the web
  eslint: [FIX],
  xo: [FIX],
  standard: [FIX],
  tslint: [FIX],
  stylelint: [FIX],
  textlint: [FIX],
  oxlint: [{ only: ['--fix', '--fix-suggestions', '--fix-dangerously'], paths: true }],
  oxfmt: [{ unless: ['--check'], paths: true }],
  biome: [
    { command: 'check', only: BIOME, paths: true },
    { command: 'format', only: BIOME, paths: true },
    { command: 'lint', only: BIOME, paths: true },
  ],
  'markdownlint-cli2': [FIX],
  markdownlint: [{ only: ['-f', '--fix'], paths: true }],
  dprint: [checked('fmt')],
  deno: [checked('fmt', '--check')],
  'lint-staged': [{}],
  npm: [...PACKAGES, ...manifest('audit fix', 'init', 'pkg set', 'pkg delete')],
  ncu: [{ only: ['-u', '--upgrade'] }],
  'npm-check-updates': [{ only: ['-u', '--upgrade'] }],
  'sort-package-json': [{ unless: ['--check', '-c'] }],
  knip: [FIX],
  jscodeshift: [{ unless: ['-d', '--dry'] }],
  'ast-grep': [{ only: ['-U', '--update-all', '-i', '--interactive'] }],
  sg: [{ only: ['-U', '--update-all'] }],
  comby: [{ only: ['-i', '-in-place', '--in-place'] }],
  prisma: manifest('format'),
  changeset: manifest('version'),
  doctoc: [{ unless: ['--dryrun', '-d', '--stdout', '-s'], paths: true }],
  pnpm: PACKAGES,
  yarn: PACKAGES,
  bun: PACKAGES,
  // Python
  ruff: [checked('format', '--check', '--diff'), { command: 'check', only: ['--fix', '--fix-only'], paths: true }],
  black: [{ unless: ['--check', '--diff', '-'], paths: true }],
  isort: [{ unless: ['--check', '--check-only', '-c', '--diff', '-'], paths: true }],
  autopep8: [IN_PLACE],
  yapf: [IN_PLACE],
  autoflake: [IN_PLACE],
  docformatter: [IN_PLACE],
  '2to3': [WRITING],
  pyupgrade: [{ paths: true }],
  djlint: [{ only: ['--reformat'], paths: true }],
  poetry: manifest('add', 'remove', 'update', 'lock'),
  uv: manifest('add', 'remove', 'lock', 'sync', 'init'),
  sqlfluff: [checked('fix'), checked('format')],
  'pre-commit': [{ command: 'run' }],
  // Go, Rust, C
  go: [checked('fmt'), checked('fix'), ...manifest('generate', 'get', 'mod tidy', 'mod init', 'mod edit', 'work sync')],
  goimports: [WRITING],
  gofumpt: [WRITING],
  golines: [WRITING],
  'golangci-lint': [{ command: 'run', only: ['--fix'], paths: true }, checked('fmt', '--diff')],
  cargo: [
    { command: 'fmt', unless: ['--check'] },
    { command: 'fix', unless: ['--dry-run'] },
    { command: 'clippy', only: ['--fix'] },
    ...manifest('add', 'remove', 'update', 'upgrade', 'init', 'new'),
  ],
  'clang-tidy': [{ only: ['--fix', '-fix', '--fix-errors'], paths: true }],
  zig: [checked('fmt', '--check')],
  // Others
  gh: manifest('pr checkout', 'co'),
  rails: manifest('generate', 'g', 'destroy', 'd'),
  alembic: manifest('revision'),
  rubocop: [RUBY],
  standardrb: [RUBY],
  bundle: manifest('update', 'add', 'remove', 'lock'),
  'php-cs-fixer': [checked('fix', '--dry-run')],
  phpcbf: [{ paths: true }],
  pint: [{ unless: ['--test'], paths: true }],
  composer: manifest('require', 'remove', 'update'),
  dotnet: [{ command: 'format', unless: ['--verify-no-changes'] }],
  mix: [checked('format', '--check-formatted', '--dry-run')],
  dart: [
    { command: 'format', unless: ['-o', '--output'], paths: true },
    { command: 'fix', only: ['--apply'] },
  ],
  ktlint: [{ only: ['-F', '--format'], paths: true }],
  swiftformat: [{ unless: ['--lint', '--dryrun'], paths: true }],
  swiftlint: [{ only: ['--fix', '--autocorrect'] }],
  scalafmt: [{ unless: ['--check', '--test', '--list'], paths: true }],
  'google-java-format': [{ only: ['-i', '-r', '--replace'], paths: true }],
  gradle: manifest('spotlessApply', 'ktlintFormat'),
  gradlew: manifest('spotlessApply', 'ktlintFormat'),
  mvn: manifest('spotless:apply'),
  terraform: [{ command: 'fmt', unless: ['-check', '-c'], paths: true }],
  tofu: [{ command: 'fmt', unless: ['-check', '-c'], paths: true }],
  taplo: [checked('fmt', '--check'), checked('format', '--check')],
  shfmt: [WRITING],
  buf: [{ command: 'format', only: ['-w', '--write'], paths: true }],
  nixfmt: [{ unless: ['-c', '--check'], paths: true }],
  alejandra: [{ unless: ['-c', '--check'], paths: true }],
};
