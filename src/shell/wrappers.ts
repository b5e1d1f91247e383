import type { DirectoryWord } from './directory.ts';
import { type Mount, mountsIn } from './mounts.ts';
import { type ReadOption, readOptions } from './options.ts';
import type { RunHost } from './run.ts';
import { type ShellAssignment, type ShellWord, UNKNOWN_VALUE } from './simple-command.ts';
import type { Wrapper, Wrappers } from './wrapper.ts';

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
  /** Where it runs, when a wrapper runs it elsewhere than it runs itself. */
  readonly host: RunHost | null;
  /** Words that the program joins into a command line and runs; null when it runs none. */
  readonly script: readonly ShellWord[] | null;
  /** The file that the wrappers read instead of their standard input. */
  readonly source: ShellWord | null;
  /** What a container that they start can write to. */
  readonly mounts: readonly Mount[];
}

/** Programs in front of one another; behind more of them `names` is longer than this and nothing is known. */
export const MOST_WRAPPERS = 16;

/** Sees through those of `wrappers`, such as `env`, `sudo`, `timeout 5` or `npx`. `words` must not be empty. */
export const unwrap = (words: readonly ShellWord[], wrappers: Wrappers): Invocation => {
  const names: (string | null)[] = [];
  const variables: ShellAssignment[] = [];
  const directories: DirectoryWord[] = [];
  let detached = false;
  let extended = false;
  let inShell = true;
  let host: RunHost | null = null;
  let source: ShellWord | null = null;
  let mounts: readonly Mount[] = [];
  let rest = words;
  const seen = (program: string | null, args: readonly ShellWord[]): Omit<Invocation, 'script'> => ({
    names,
    program,
    args,
    variables,
    directories,
    detached,
    extended,
    inShell,
    host,
    source,
    mounts,
  });
  for (;;) {
    const [head, ...args] = rest;
    const program = names.length >= MOST_WRAPPERS ? null : programName(head);
    names.push(program);
    const wrapper = program !== null && Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
    const step = wrapper === undefined ? undefined : seeThrough(wrapper, args);
    if (step === undefined) {
      return { ...seen(program, args), script: null };
    }
    variables.push(...step.variables);
    directories.push(...step.directories);
    detached ||= step.detached;
    extended ||= wrapper?.extends === true;
    inShell &&= wrapper?.builtin === true;
    host = step.host ?? host;
    source = step.source ?? source;
    mounts = [...mounts, ...step.mounts];
    if (step.isScript) {
      return { ...seen(program, args), script: step.words };
    }
    rest = step.words;
  }
};

/** `/usr/bin/git` and `C:\…\git.exe` are `git`, `grm` is `rm`. */
export const programName = (word: ShellWord | undefined): string | null => {
  const value = word?.value;
  if (value === null && OWN_SHELL.test(word?.text ?? '')) return 'sh';
  if (value === undefined || value === null || value === '') return null;
  const spelled = value.slice(Math.max(value.lastIndexOf('/'), value.lastIndexOf('\\')) + 1);
  const name = isShouted(spelled) ? spelled.toLowerCase() : GNU_NAMES.has(spelled) ? spelled.slice(1) : spelled;
  // Most names have no dot, and a pattern is compiled at its first use in every process.
  return name.includes('.') ? name.replace(/\.(?:exe|cmd|bat)$/i, '') : name;
};

/** macOS finds `RM` as well; `GET` is a program of that name. */
const isShouted = (name: string): boolean =>
  name.length > 1 && name !== 'GET' && name !== name.toLowerCase() && name === name.toUpperCase();

/** What GNU's programs are called where the system has its own (macOS, the BSDs). */
const GNU_NAMES = new Set(
  (
    'gcat gchgrp gchmod gchown gcp gdd gecho genv gfind ghead ginstall gkill gln gmkdir gmktemp gmv gnice gnohup ' +
    'gprintf grm grmdir gsed gshred gsort gsplit gstdbuf gtail gtar gtee gtimeout gtouch gtr gtruncate gunlink gxargs'
  ).split(' '),
);

/** The variables that say which shell runs. */
const OWN_SHELL = /^"?\$(?:SHELL|BASH|\{(?:SHELL|BASH)(?::?-[^}]*)?\})"?$/;

interface Step {
  readonly words: readonly ShellWord[];
  /** The words are joined into a command line. */
  readonly isScript: boolean;
  readonly variables: readonly ShellAssignment[];
  readonly directories: readonly DirectoryWord[];
  readonly detached: boolean;
  readonly host: RunHost | undefined;
  readonly source: ShellWord | undefined;
  readonly mounts: readonly Mount[];
}

/** What a wrapper runs; undefined when it runs nothing but itself. */
const seeThrough = (wrapper: Wrapper, args: readonly ShellWord[]): Step | undefined => {
  const { options, operands } = readOptions(args, wrapper);
  const has = (names: readonly string[] = []): boolean => options.some(({ name }) => names.includes(name));
  if (has(wrapper.idle)) return undefined;
  const directories = options.flatMap(({ name, value }) => (wrapper.directory?.includes(name) && value ? [value] : []));
  if (wrapper.under !== undefined) {
    const [subcommand, ...rest] = operands;
    const name = subcommand?.value ?? '';
    const inner = Object.hasOwn(wrapper.under, name) ? wrapper.under[name] : undefined;
    const step = inner === undefined ? undefined : seeThrough(inner, rest);
    return step === undefined ? undefined : { ...step, directories: [...directories, ...step.directories] };
  }
  const detached = wrapper.detached === true || has(wrapper.detaching);
  const source = options.findLast(({ name }) => wrapper.sources?.includes(name))?.value ?? undefined;
  const mounts = wrapper.host === 'container' ? mountsIn(options) : [];
  const step = { directories, detached, host: wrapper.host, source, mounts };
  if (has(wrapper.modules) && operands.length > 0) {
    return { ...step, words: [...PYTHON_MODULE, ...operands], isScript: false, variables: [] };
  }
  const { variables, rest } = readAssignments(wrapper, behind(wrapper, args, operands));
  const script = options.find(({ name }) => wrapper.script?.includes(name));
  if (script !== undefined) {
    // What env splits goes on with its operands; others give theirs to the script.
    const more = script.name === '-S' || script.name === '--split-string' ? rest : [];
    return { ...step, words: [optionWord(script), ...more], isScript: true, variables };
  }
  const own = wrapper.own ?? 0;
  const words = rest.slice(own > 0 && rest[own]?.value === '--' ? own + 1 : own);
  if (words.length === 0) return undefined;
  const isLine = wrapper.takesLine === true && words.length === 1 && /\s/.test(words[0]?.value ?? '');
  if (wrapper.joins === true || isLine) return { ...step, words, isScript: true, variables };
  const flagged = wrapper.joins?.some((flag) => has([flag]) || words[0]?.value === flag) === true;
  if (flagged) return { ...step, words: has(wrapper.joins) ? words : words.slice(1), isScript: true, variables };
  return { ...step, words: withoutReplaced(wrapper, options, words), isScript: false, variables };
};

const behind = ({ after }: Wrapper, args: readonly ShellWord[], operands: readonly ShellWord[]) => {
  if (after === undefined) return operands;
  const mark = args.findIndex(({ value }) => value === after);
  return mark < 0 ? [] : args.slice(mark + 1);
};

const optionWord = ({ value }: ReadOption): ShellWord => ({ ...(value ?? RUN_TIME_WORD), expanded: true });

const RUN_TIME_WORD: ShellWord = { value: null, text: '', tilde: false, start: 0, end: 0 };
const PYTHON_MODULE: readonly ShellWord[] = ['python', '-m'].map((value) => ({ ...RUN_TIME_WORD, value }));

/** `xargs -I{}` puts what it reads in the place of `{}`. */
const withoutReplaced = (
  { replaces }: Wrapper,
  options: readonly ReadOption[],
  words: readonly ShellWord[],
): readonly ShellWord[] => {
  const option = options.findLast(({ name }) => replaces !== undefined && Object.hasOwn(replaces, name));
  const mark = option?.value?.value ?? replaces?.[option?.name ?? ''] ?? '';
  return mark === '' ? words : words.map((word) => replacedWord(word, mark));
};

/** A word in which a program puts something else in the place of `mark`. */
export const replacedWord = (word: ShellWord, mark: string): ShellWord => {
  const { value, text, start, end } = word;
  const at = value?.indexOf(mark) ?? -1;
  if (value === null || at < 0) return word;
  const prefix = value.slice(0, at);
  return {
    value: null,
    text,
    tilde: word.tilde && at > 0,
    start,
    end,
    outline: value.replaceAll(mark, UNKNOWN_VALUE),
    fed: true,
    ...(prefix === '' ? {} : { prefix }),
  };
};

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
