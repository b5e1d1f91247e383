import { changeDirectories } from '../directory.ts';
import { readGitCall } from '../git-arguments.ts';
import { isAsked, readGitOptions } from '../git-options.ts';
import { readOptions } from '../options.ts';
import { scriptOf } from '../package-scripts.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { FIXERS, type Fixer } from './fixers.ts';

/**
 * Acts of the kind `change`: files of the worktree may be others afterwards, and no rule is about that. Formatters and
 * fixers, what package managers note of dependencies, and what git takes from elsewhere: branches, stashes, patches. The
 * paths are those that the command names; a null is files that it does not name.
 */
export const changes: Recognizer = {
  // Not by name: a text that nobody can read is not asked about for these.
  programs: ['*'],
  recognize: (run) => {
    const { host } = run;
    if (host !== 'here' || run.program === null) return [];
    if (run.program === 'git') return changedByGit(run);
    const { program, args } = launched(run);
    const fixers = Object.hasOwn(FIXERS, program) ? (FIXERS[program] as readonly Fixer[]) : [];
    return [...fixers.flatMap((fixer) => fixed(fixer, args, run.extended)), ...changedByScript(program, args)];
  },
};

/** `python -m black`, `uvx ruff`: the program that another one is told to run. */
const launched = ({ program, args }: Run): { program: string; args: readonly ShellWord[] } => {
  const [first, second] = args;
  const isModule = first?.value === '-m' && /^python[\d.]*$/.test(program ?? '');
  const rest = isModule ? args.slice(1) : program === 'uvx' || program === 'pipx' ? args : [];
  const own = rest[0]?.value === 'run' ? second : rest[0];
  return own === undefined
    ? { program: program ?? '', args }
    : { program: own.value ?? '', args: args.slice(args.indexOf(own) + 1) };
};

const fixed = (
  { command, more, only, unless = [], paths }: Fixer,
  args: readonly ShellWord[],
  extended: boolean,
): FoundAct[] => {
  const { options, operands } = readOptions(args, { mixed: true });
  const has = (names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  const words = command?.split(' ') ?? [];
  const files = operands.slice(words.length);
  const isCalled = words.every((word, at) => operands[at]?.value === word) && (more !== true || files.length > 0);
  // Also behind `--`, where cargo gives on what is for another program.
  const isIdle = args.some(({ value }) => value !== null && (IDLE.includes(value) || unless.includes(value)));
  if (!isCalled || isIdle || (only !== undefined && !has(only))) return [];
  const named = paths === true ? files : [];
  return [{ kind: 'change', paths: named.length === 0 || extended ? [...named, null] : named }];
};

const IDLE = ['--help', '--version'];

/** Scripts are called for what they do: `format`, `lint:fix`; those that only check are called so as well. */
const changedByScript = (program: string, args: readonly ShellWord[]): FoundAct[] => {
  if (TARGETS.has(program)) {
    const targets = readOptions(args, { valued: 'Cfj', mixed: true }).operands.map(({ value }) => value ?? '');
    const isDry = args.some(({ value }) => /^(?:-n|--dry-run|--just-print|--list|-l)$/.test(value ?? ''));
    return !isDry && targets.some((name) => FIXING.test(name) && !CHECKING.test(name)) ? [SOMETHING] : [];
  }
  const script = scriptOf(program, args);
  if (script === null) return [];
  const isFixing = FIXING.test(script) || args.some(({ value }) => value === '--fix' || value === '--write');
  return isFixing && !CHECKING.test(script) ? [SOMETHING] : [];
};

const SOMETHING: FoundAct = { kind: 'change', paths: [null] };

/** Runners whose operands are targets. */
const TARGETS = new Set(['make', 'gmake', 'just', 'task', 'rake', 'mise', 'nox', 'invoke', 'poe']);

const FIXING = /(?:^|[:_-])(?:format|fmt|fix|write|codegen|generate|prettier|prettify)(?:$|[:_-])/;
const CHECKING = /(?:^|[:_-])(?:check|ci|verify|test|diff|dry)(?:$|[:_-])/;

const changedByGit = (run: Run): FoundAct[] => {
  const { subcommand, args, directories } = readGitCall(run.args, run.variables);
  const reader = subcommand !== null && Object.hasOwn(GIT, subcommand) ? GIT[subcommand] : undefined;
  const paths = reader?.(args, run) ?? null;
  if (paths === null) return [];
  return [{ kind: 'change', paths, directory: changeDirectories(run.directory, directories) }];
};

/** The files that a git command changes, a null for those it does not name; null when it changes none. */
type GitChange = (args: readonly ShellWord[], run: Run) => readonly (ShellWord | null)[] | null;

const SOME: readonly null[] = [null];

const unless =
  (...idle: readonly string[]): GitChange =>
  (args) => {
    const { has, onlyPrints } = readGitOptions(args, { names: OPTIONS, valued: 'msXbBcC' });
    return onlyPrints || has(...idle) ? null : SOME;
  };

const only =
  (...needed: readonly string[]): GitChange =>
  (args) => {
    const { has, onlyPrints } = readGitOptions(args, { names: OPTIONS, valued: 'e' });
    return !onlyPrints && has(...needed) && !has('-n', '--dry-run') ? SOME : null;
  };

/** A new branch begins where one is, unless it is told to begin elsewhere. */
const branches: GitChange = (args, run) => {
  const given = readGitOptions(args, { names: OPTIONS, valued: 'bBcC' });
  const { has, operands, onlyPrints, separated } = given;
  if (onlyPrints || isAsked(given, run) || operands.length === 0) return null;
  if (has('-b', '-B', '-c', '-C', '--create', '--force-create')) return SOME;
  return separated === null ? SOME : operands.slice(separated);
};

const stashes: GitChange = ([action, ...rest]) => {
  const name = action?.value ?? 'push';
  if (name.startsWith('-')) return SOME;
  return ['push', 'save', 'pop', 'apply', 'branch'].includes(name) && !isHelp(rest) ? SOME : null;
};

const isHelp = (words: readonly ShellWord[]): boolean =>
  words.some(({ value }) => value === '-h' || value === '--help');

/** git-checkout(1) to git-sparse-checkout(1); `restore`, `mv` and `rm` name what they write. */
const GIT: Readonly<Record<string, GitChange>> = {
  checkout: branches,
  switch: branches,
  stash: stashes,
  merge: unless(),
  pull: unless('--dry-run'),
  rebase: unless('--show-current-patch', '--edit-todo'),
  'cherry-pick': unless('--quit'),
  revert: unless('--quit'),
  am: unless('--show-current-patch', '--quit'),
  apply: unless('--check', '--stat', '--numstat', '--summary', '--cached'),
  reset: only('--hard', '--merge', '--keep'),
  clean: only('-f', '--force'),
  'read-tree': only('-u'),
  'checkout-index': only('-f', '-a', '--force', '--all'),
  submodule: ([action]) => (['update', 'add', 'deinit'].includes(action?.value ?? '') ? SOME : null),
  bisect: ([action]) => (['log', 'view', 'visualize', 'terms', 'help'].includes(action?.value ?? 'log') ? null : SOME),
  'sparse-checkout': ([action]) => (action?.value === 'list' ? null : SOME),
};

const OPTIONS =
  'abort all cached check continue create= detach dry-run edit-todo force force-create= hard keep merge message= numstat ' +
  'orphan= quit show-current-patch skip stat strategy= strategy-option= summary track';
