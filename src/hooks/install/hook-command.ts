import { quotedWord } from '../quoted-word.ts';

export const SCOPES = ['project', 'local', 'user', 'managed'] as const;

/**
 * Which of the host's settings files holds the registration: committed, personal to a project, for all projects of a
 * user, or an administrator's for everybody on the machine.
 */
export type Scope = (typeof SCOPES)[number];

/** How the hook is started, without the arguments that depend on the event. */
export interface HookCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether the host may start it without a shell. */
  readonly canExec: boolean;
  /** What was chosen: absolute paths of this machine, the project's dependency, `docket` from the PATH, or the plugin's own. */
  readonly kind: 'absolute' | 'dependency' | 'path' | 'plugin';
}

export interface HookCommandInput {
  readonly scope: Scope;
  /** Absolute path of the Node executable that runs now. */
  readonly node: string;
  /** Absolute path of `dist/hook.cjs` of the docket that runs now. */
  readonly hook: string;
  /** Whether the project declares or holds docket as a dependency. */
  readonly isDependency: boolean;
}

/**
 * The command to register. What is committed (`project`) must work on a teammate's machine, so it holds no absolute
 * path: the project's own dependency, else `docket` from the PATH. The other scopes stay on this machine and use
 * absolute paths, which need no PATH and no project dependency.
 *
 * `docket` from the PATH is never in exec form: on Windows npm installs it as a `.cmd` shim, which only a shell can
 * start (protocol sheet §1.6).
 */
export const hookCommandFor = ({ scope, node, hook, isDependency }: HookCommandInput): HookCommand => {
  if (scope !== 'project') return { program: node, args: [hook], canExec: true, kind: 'absolute' };
  return isDependency
    ? { program: 'node', args: [DEPENDENCY_HOOK], canExec: true, kind: 'dependency' }
    : { program: 'docket', args: ['hook'], canExec: false, kind: 'path' };
};

/** Words as one line for `sh`. A word with the host's project placeholder keeps it expandable, in double quotes. */
export const shellLine = (words: readonly string[]): string => words.map(shellWord).join(' ');

/**
 * Whether a handler of a settings file is a registration of docket: `node … dist/hook.cjs` or `docket hook`, in exec
 * or shell form, called with `--host claude-code`. A shell line that does more (a pipe, a wrapper, a redirection) was
 * written by a person and is theirs.
 */
export const isOwnHandler = (handler: unknown): boolean => {
  if (typeof handler !== 'object' || handler === null) return false;
  const { type, command, args } = handler as { type?: unknown; command?: unknown; args?: unknown };
  if (type !== 'command' || typeof command !== 'string') return false;
  const words = Array.isArray(args) ? [command, ...args.map(String)] : simpleWords(command);
  if (words === null) return false;
  const host = words.indexOf('--host');
  if (host < 0 || words[host + 1] !== 'claude-code') return false;
  const [program = '', script = ''] = words.slice(0, host);
  return host <= 2 && (isHookBundle(script || program) || (isDocketProgram(program) && script === 'hook'));
};

const DEPENDENCY_HOOK = '$' + '{CLAUDE_PROJECT_DIR}/node_modules/docket/dist/hook.cjs';

/** What the shell is to put in is between quotes in which it does so. */
const shellWord = (word: string): string =>
  word.includes('$' + '{CLAUDE_PROJECT_DIR}') ? `"${word.replace(/[\\"`]/g, '\\$&')}"` : quotedWord(word);

const isHookBundle = (word: string): boolean => /(^|[\\/])dist[\\/]hook\.cjs$/.test(word);

const isDocketProgram = (word: string): boolean => /(^|[\\/])docket(\.cmd)?$/.test(word);

const SHELL_PIECE = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|([^\s'"\\;|&<>()`]+)/gsy;

/** The words of a simple shell line; null when it holds an operator or does not end. */
export const simpleWords = (line: string): string[] | null => {
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const match of line.matchAll(SHELL_PIECE)) {
    end = match.index + match[0].length;
    const [, single, double, escaped, plain] = match;
    const piece = single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? escaped ?? plain;
    if (piece !== undefined) word = (word ?? '') + piece;
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  if (end !== line.length) return null;
  return word === undefined ? words : [...words, word];
};
