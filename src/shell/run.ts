import type { Directory } from './directory.ts';
import type { Mount } from './mounts.ts';
import type { ShellAssignment, ShellRedirect, ShellWord } from './simple-command.ts';

/** Where a program runs: in the shell's own machine, on another one (`ssh`), or in a container (`docker exec`). */
export type RunHost = 'here' | 'remote' | 'container';

/** What a program reads as its standard input, as far as the text shows it. */
export type RunInput =
  | { readonly kind: 'inherited' }
  /** A here-document or here-string; null when parts of it only show at run time, with an outline as for words. */
  | { readonly kind: 'text'; readonly text: string | null; readonly outline?: string }
  | { readonly kind: 'file'; readonly path: ShellWord }
  /**
   * The runs before it in its pipeline, nearest last: those whose output it can be, not those whose output went
   * elsewhere. What they read in turn stands in their own input. `direct`: those of the member just before it.
   */
  | { readonly kind: 'pipe'; readonly from: readonly Run[]; readonly direct: readonly Run[] };

/**
 * One program that a command line would run, behind all wrappers: what recognizers of acts judge. The redirects of a
 * compound command, and those without any command, are a run of the program `''`, whose arguments are empty.
 */
export interface Run {
  /** Its name without folders: `rm` for `/bin/rm`; null when it only shows at run time. */
  readonly program: string | null;
  /** Its name as the text gives it; null when it only shows at run time. */
  readonly spelled: string | null;
  /** That name as a word; missing where there is none. */
  readonly word?: ShellWord;
  readonly args: readonly ShellWord[];
  /** Where it runs, relative to where the whole text runs. */
  readonly directory: Directory;
  /** Variables set for it, by assignments before it and by wrappers such as `env`. */
  readonly variables: readonly ShellAssignment[];
  readonly redirects: readonly ShellRedirect[];
  /** The programs that run it with words of their own, outermost first: `sudo`, `env`, `xargs`, `find`. */
  readonly wrappers: readonly (string | null)[];
  readonly input: RunInput;
  /** The runs whose output becomes part of its words, assignments or redirects: `$(…)`, `<(…)`, the last of a pipeline. */
  readonly substitutions: readonly Run[];
  /** Something adds arguments that the text does not show: `xargs`, `find -exec … {}`. */
  readonly extended: boolean;
  readonly host: RunHost;
  /** What the container that it runs in can write to. */
  readonly mounts?: readonly Mount[];
  /** Names of the functions that were called to get there, outermost first. */
  readonly functions: readonly string[];
  /** Its output goes to another program, or it runs in the background. */
  readonly isPiped: boolean;
  readonly isBackground: boolean;
  /** Position of the command it stands in, and what to add to positions of its words; null when not in the text. */
  readonly offset: number | null;
  readonly start: number;
  readonly end: number;
}

/** Whether a run's output is handed to commands in its own words or redirects: `> >(sh)`, `tee >(sh)`. */
export const writesToSubstitution = ({ args, redirects, substitutions }: Run): boolean =>
  substitutions.length > 0 &&
  (args.some(isWritten) || redirects.some(({ target }) => target !== null && isWritten(target)));

const isWritten = ({ text }: ShellWord): boolean => text.startsWith('>(');
