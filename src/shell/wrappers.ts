import type { DirectoryWord } from './directory.ts';
import { type OptionSpec, readOptions } from './options.ts';
import type { ShellAssignment, ShellWord } from './simple-command.ts';

/** A program that runs the program named by its operands. */
interface Wrapper extends OptionSpec {
  /** `NAME=value` words before the program's name. */
  readonly assignments?: boolean;
  /** Operands of its own before the program's name. */
  readonly own?: number;
  /** Subcommands under which it runs a program; without one it is an ordinary program. */
  readonly subcommands?: readonly string[];
  /** Options of the subcommand. */
  readonly inner?: OptionSpec;
  /** Options that name the folder the program runs in. */
  readonly directory?: readonly string[];
  /** Options under which it runs nothing. */
  readonly idle?: readonly string[];
  /** Options whose value is a command line of its own. */
  readonly opaque?: readonly string[];
  /** Options under which it does not wait for the program. */
  readonly detaching?: readonly string[];
  /** What it reads becomes further arguments. */
  readonly extends?: boolean;
  /** Runs in the shell's own process. */
  readonly builtin?: boolean;
}

/** What runs in the end, behind all wrappers. */
export interface Invocation {
  /** Every program on the way, innermost last; null for one that only shows at run time. */
  readonly names: readonly (string | null)[];
  /** The innermost: the last of `names`. */
  readonly program: string | null;
  readonly args: readonly ShellWord[];
  /** Variables set for it by wrappers. */
  readonly variables: readonly ShellAssignment[];
  /** Folders that wrappers change to, in order. */
  readonly directories: readonly DirectoryWord[];
  /** A wrapper returns before the program ends. */
  readonly detached: boolean;
  /** A wrapper adds arguments that the text does not show. */
  readonly extended: boolean;
  /** Only builtins were between the shell and it, so a `cd` counts. */
  readonly inShell: boolean;
}

const MOST_WRAPPERS = 16;

/** Sees through wrappers such as `env`, `sudo`, `timeout 5` or `npx`. `words` must not be empty. */
export const unwrap = (words: readonly ShellWord[]): Invocation => {
  const names: (string | null)[] = [];
  const variables: ShellAssignment[] = [];
  const directories: DirectoryWord[] = [];
  let detached = false;
  let extended = false;
  let inShell = true;
  let rest = words;
  for (;;) {
    const [head, ...args] = rest;
    const program = names.length >= MOST_WRAPPERS ? null : programName(head);
    names.push(program);
    const wrapper = program !== null && Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
    const step = wrapper === undefined ? undefined : seeThrough(wrapper, args);
    if (wrapper === undefined || step === undefined) {
      return { names, program, args, variables, directories, detached, extended, inShell };
    }
    variables.push(...step.variables);
    directories.push(...step.directories);
    detached ||= step.detached;
    extended ||= wrapper.extends === true;
    inShell &&= wrapper.builtin === true;
    rest = step.words;
  }
};

/** `/usr/bin/git` and `git.exe` are `git`. */
export const programName = (word: ShellWord | undefined): string | null => {
  const value = word?.value;
  if (value === undefined || value === null || value === '') return null;
  const name = value.slice(value.lastIndexOf('/') + 1);
  // Most names have no dot, and a pattern is compiled at its first use in every process.
  return name.includes('.') ? name.replace(/\.(?:exe|cmd|bat)$/i, '') : name;
};

/** Programs that run another one, and how to find its name behind their options (their manual pages). */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  command: { idle: ['-v', '-V'], builtin: true },
  builtin: { builtin: true },
  exec: { valued: 'a' },
  env: {
    valued: 'uCS',
    longValued: ['unset', 'chdir', 'split-string'],
    assignments: true,
    directory: ['-C', '--chdir'],
    opaque: ['-S', '--split-string'],
  },
  sudo: {
    valued: 'CDRTUghprtu',
    longValued: ['chdir', 'chroot', 'close-from', 'command-timeout', 'group', 'host', 'other-user', 'prompt', 'user'],
    assignments: true,
    directory: ['-D', '--chdir'],
    idle: ['-K', '-V', '-e', '-l', '-v', '--edit', '--help', '--list', '--validate', '--version'],
    detaching: ['-b', '--background'],
  },
  doas: { valued: 'Cu' },
  nice: { valued: 'n', longValued: ['adjustment'] },
  ionice: { valued: 'cn', longValued: ['class', 'classdata'] },
  nohup: {},
  setsid: { detaching: ['-f', '--fork'] },
  stdbuf: { valued: 'eio', longValued: ['error', 'input', 'output'] },
  time: { valued: 'fo', longValued: ['format', 'output'] },
  timeout: { valued: 'ks', longValued: ['kill-after', 'signal'], own: 1 },
  gtimeout: { valued: 'ks', longValued: ['kill-after', 'signal'], own: 1 },
  // `-e`, `-i` and `-l` only take an attached value.
  xargs: {
    valued: 'adEILnPRSsJ',
    longValued: ['arg-file', 'delimiter', 'max-args', 'max-chars', 'max-procs', 'process-slot-var'],
    extends: true,
  },
  'xvfb-run': { valued: 'efnpsw', longValued: ['server-args', 'server-num', 'error-file', 'auth-file'] },
  'cross-env': { assignments: true },
  nyc: { longValued: ['reporter', 'include', 'exclude'], valued: 'rnx' },
  c8: { longValued: ['reporter', 'include', 'exclude'], valued: 'rnx' },
  npx: { valued: 'pcw', longValued: ['package', 'call', 'workspace'], opaque: ['-c', '--call'] },
  pnpx: { valued: 'p', longValued: ['package'] },
  bunx: { valued: 'p', longValued: ['package'] },
  npm: {
    valued: 'wC',
    longValued: ['workspace', 'prefix', 'loglevel'],
    subcommands: ['exec', 'x'],
    inner: { valued: 'pcw', longValued: ['package', 'call', 'workspace'] },
    directory: ['--prefix', '-C'],
    opaque: ['-c', '--call'],
  },
  pnpm: {
    valued: 'CF',
    longValued: ['dir', 'filter', 'filter-prod', 'loglevel', 'reporter'],
    subcommands: ['exec', 'dlx'],
    inner: { longValued: ['package'] },
    directory: ['-C', '--dir'],
    opaque: ['-c', '--shell-mode'],
  },
  yarn: { longValued: ['cwd'], subcommands: ['exec', 'dlx'], inner: { valued: 'p' }, directory: ['--cwd'] },
  bun: { longValued: ['cwd'], subcommands: ['x'], directory: ['--cwd'] },
  uv: {
    longValued: ['directory', 'project'],
    subcommands: ['run'],
    inner: {
      valued: 'p',
      longValued: ['with', 'extra', 'group', 'python', 'package', 'env-file', 'directory', 'project'],
    },
    directory: ['--directory'],
    opaque: ['-m', '--module'],
  },
  poetry: {
    valued: 'CP',
    longValued: ['directory', 'project'],
    subcommands: ['run'],
    directory: ['-C', '--directory'],
  },
  pipenv: { subcommands: ['run'] },
  pdm: { subcommands: ['run'] },
  hatch: { subcommands: ['run'] },
  bundle: { subcommands: ['exec'] },
};

interface Step {
  readonly words: readonly ShellWord[];
  readonly variables: readonly ShellAssignment[];
  readonly directories: readonly DirectoryWord[];
  readonly detached: boolean;
}

/** What a wrapper runs; undefined when it runs nothing but itself. */
const seeThrough = (wrapper: Wrapper, args: readonly ShellWord[]): Step | undefined => {
  const outer = readOptions(args, wrapper);
  const subcommand = wrapper.subcommands === undefined ? undefined : outer.operands[0]?.value;
  if (wrapper.subcommands !== undefined && !wrapper.subcommands.includes(subcommand ?? '')) return undefined;
  const inner = subcommand === undefined ? outer : readOptions(outer.operands.slice(1), wrapper.inner ?? {});
  const options = inner === outer ? outer.options : [...outer.options, ...inner.options];
  if (options.some(({ name }) => wrapper.idle?.includes(name))) return undefined;
  if (options.some(({ name }) => wrapper.opaque?.includes(name))) return { ...NOTHING, words: [RUN_TIME_WORD] };
  const { variables, rest } = readAssignments(wrapper, inner.operands);
  const words = rest.slice(wrapper.own ?? 0);
  if (words.length === 0) return undefined;
  return {
    words,
    variables,
    directories: options.flatMap(({ name, value }) => (wrapper.directory?.includes(name) && value ? [value] : [])),
    detached: options.some(({ name }) => wrapper.detaching?.includes(name)),
  };
};

const RUN_TIME_WORD: ShellWord = { value: null, text: '', tilde: false, start: 0, end: 0 };

const NOTHING = { variables: [], directories: [], detached: false };

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*(?==)/;

const readAssignments = (
  { assignments }: Wrapper,
  words: readonly ShellWord[],
): { variables: ShellAssignment[]; rest: readonly ShellWord[] } => {
  const variables: ShellAssignment[] = [];
  if (assignments !== true) return { variables, rest: words };
  for (const [index, { value, text }] of words.entries()) {
    const name = ASSIGNMENT.exec(value ?? text)?.[0];
    // `env - A=b program`: a lone dash is an old spelling of `-i`.
    if (name === undefined && value !== '-') return { variables, rest: words.slice(index) };
    if (name !== undefined) variables.push({ name, value: value?.slice(name.length + 1) ?? null });
  }
  return { variables, rest: [] };
};
