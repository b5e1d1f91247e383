import type { OptionSpec } from './options.ts';
import type { RunHost } from './run.ts';

/** A program that runs the program, or the command line, named by its operands. */
export interface Wrapper extends OptionSpec {
  /** `NAME=value` words before the program's name. */
  readonly assignments?: boolean;
  /** Operands of its own before the program's name. */
  readonly own?: number;
  /** The word behind which the program's name stands; without it there is none. */
  readonly after?: string;
  /** Subcommands under which it runs a program; under others it is an ordinary program. */
  readonly under?: Readonly<Record<string, Wrapper>>;
  /** Options that name the folder the program runs in. */
  readonly directory?: readonly string[];
  /** Options under which it runs nothing. */
  readonly idle?: readonly string[];
  /** Options under which its operands are a module of python and its arguments. */
  readonly modules?: readonly string[];
  /** Options whose value is a command line. */
  readonly script?: readonly string[];
  /** Its operands, joined by blanks, are a command line; or only under these options. */
  readonly joins?: true | readonly string[];
  /** A single operand with blanks is a command line. */
  readonly takesLine?: true;
  /** It never waits for the program. */
  readonly detached?: boolean;
  /** Options under which it does not wait for the program. */
  readonly detaching?: readonly string[];
  /** What it reads becomes further arguments. */
  readonly extends?: boolean;
  /** Options that name the file it reads instead of its standard input. */
  readonly sources?: readonly string[];
  /** Options whose value stands for what it reads, and that value without one. */
  readonly replaces?: Readonly<Record<string, string | null>>;
  readonly host?: RunHost;
  /** Runs in the shell's own process. */
  readonly builtin?: boolean;
}

/** Programs that run another one, by name. */
export type Wrappers = Readonly<Record<string, Wrapper>>;

/** npx(1) and npm-exec(1). */
export const NPX: Wrapper = {
  valued: 'pcw',
  longValued: ['package', 'call', 'workspace'],
  script: ['-c', '--call'],
};

/** timeout(1) */
export const TIMEOUT: Wrapper = { valued: 'ks', longValued: ['kill-after', 'signal'], own: 1 };
