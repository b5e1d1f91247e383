import { eachScript, foundCalls, remoteCalls, spawnedCalls } from './few-calls.ts';
import { findCalls } from './find-calls.ts';
import { gitCalls } from './git-calls.ts';
import { interpreterCalls } from './interpreter-calls.ts';
import { parallelCalls } from './parallel-calls.ts';
import { type Run, writesToSubstitution } from './run.ts';
import { isShell, shellCalls } from './shell-calls.ts';
import type { ShellState } from './shell-state.ts';
import type { ShellWord } from './simple-command.ts';

/** Something that a program runs in turn. */
export type Call =
  | {
      readonly kind: 'script';
      /** A command line; null when it only shows at run time. */
      readonly text: string | null;
      /** Where `text` stands in the parsed source; null when it is not there character for character. */
      readonly offset: number | null;
      /**
       * `eval` runs in the shell itself, `trap` in what that has become at its end; for a shell of its own, the options and
       * arguments that it starts with.
       */
      readonly shell: 'same' | 'ending' | Partial<Pick<ShellState, 'pipefail' | 'errexit' | 'positional'>>;
      /** It runs in other folders than its program. */
      readonly elsewhere?: boolean;
    }
  | {
      readonly kind: 'words';
      readonly words: readonly ShellWord[];
      /** As in `Run`. */
      readonly extended: boolean;
      readonly elsewhere?: boolean;
    }
  /** Something in a language that nobody here reads. */
  | { readonly kind: 'beyond'; readonly problem: string };

/** What a run runs in turn, wrappers apart. `source` is the text in which its words stand; empty when they do not. */
export const callsOf = (run: Run, source: string): readonly Call[] => [...ownCalls(run, source), ...handedCalls(run)];

/** What a run's output is handed to in `>(…)`, where that reads a program. */
const handedCalls = (run: Run): readonly Call[] => {
  if (!writesToSubstitution(run)) return [];
  const printing = { ...run, redirects: [] };
  const input: Run['input'] = { kind: 'pipe', from: [printing], direct: [printing] };
  return run.substitutions.flatMap((inner) => (reads(inner) ? ownCalls({ ...inner, input }, '') : []));
};

/** It has no input but what is handed to it. */
const reads = ({ input, program }: Run): boolean => input.kind === 'inherited' && program !== null;

const ownCalls = (run: Run, source: string): readonly Call[] => {
  const { program } = run;
  if (program === null) return [];
  if (isShell(program)) return shellCalls(run, source);
  switch (program) {
    case 'find':
      return findCalls(run);
    case 'git':
      return gitCalls(run);
    case 'parallel':
      return parallelCalls(run, source);
    case 'concurrently':
    case 'hyperfine':
      return eachScript(run, source);
    case 'fd':
    case 'fdfind':
      return foundCalls(run);
    case 'expect':
    case 'tclsh':
      return spawnedCalls(run);
    case 'ssh':
      return remoteCalls(run);
    case 'pwsh':
    case 'powershell':
      return run.args.length === 0 ? [] : [{ kind: 'beyond', problem: 'PowerShell is not understood' }];
    case 'cmd':
      return run.args.length === 0 ? [] : [{ kind: 'beyond', problem: 'cmd.exe is not understood' }];
    default:
      return interpreterCalls(run);
  }
};
