import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import type { Environment } from '../../events/location.ts';
import { simpleWords } from '../../hooks/install/hook-command.ts';
import type { HookEntry } from './hook-entries.ts';

/** From where a handler's words are seen. */
export interface LaunchPlace {
  readonly env: Environment;
  readonly projectDir: string;
}

/** What a handler starts, as far as its words say. */
export interface Launch {
  /** With the client's placeholders filled in. */
  readonly words: readonly string[];
  /** Whether no shell is in between. */
  readonly inExecForm: boolean;
  /** Whether it starts these words as they stand here: no shell makes others of them, or sets variables first. */
  readonly isPlain: boolean;
  /** The first word, as it stands there. */
  readonly named: string;
  /** The file that is started; null where there is none. */
  readonly program: string | null;
  /** The script that an interpreter is given; null where the program is none, or is given something else. */
  readonly script: string | null;
}

/**
 * What a command handler starts; null for other handlers, for a shell line that does more than starting a program, and for one whose
 * words only the shell can tell.
 */
export const launchOf = ({ handler, source }: HookEntry, { env, projectDir }: LaunchPlace): Launch | null => {
  const raw = wordsOf(handler);
  if (raw === null || raw.some((word) => /`|\$\(/.test(word))) return null;
  const inExecForm = Array.isArray(handler['args']);
  const known: Readonly<Record<string, string | undefined>> = {
    CLAUDE_PROJECT_DIR: projectDir,
    CLAUDE_PLUGIN_ROOT: source.pluginRoot ?? undefined,
    ...(inExecForm ? {} : { HOME: env['HOME'] }),
  };
  const words = raw
    .filter((word, index) => index > 0 || !/^\w+=/.test(word))
    .map((word) => filledIn(inExecForm ? word : atHome(word, env), known));
  const [named = '', first] = words;
  if (named === '' || words.some((word) => word.includes('$'))) return null;
  const isInterpreter = INTERPRETER.test(named);
  const script = isInterpreter && first !== undefined && !first.startsWith('-') ? resolve(projectDir, first) : null;
  const isPlain = inExecForm || !raw.some((word, index) => BY_SHELL.test(word) || (index === 0 && /^\w+=/.test(word)));
  return { words, inExecForm, isPlain, named, program: findProgram(named, { env, projectDir }), script };
};

/** Where a program is that is started by this name; null where it is nowhere. */
export const findProgram = (name: string, { env, projectDir }: LaunchPlace): string | null => {
  if (/[\\/]/.test(name)) {
    const path = resolve(projectDir, name);
    return isFile(path) ? path : null;
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  return folders.map((folder) => join(folder, name)).find((path) => isFile(path) && isExecutable(path)) ?? null;
};

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The bundle that an entry of docket runs: `hook.cjs`, beside it where the entry starts the command. */
export const hookBundleOf = ({ program, script }: Launch): string | null => {
  const started = script ?? program;
  if (started === null || !existsSync(started)) return null;
  const real = realFolder(started);
  const bundle = /[\\/]hook\.cjs$/.test(real) ? real : join(dirname(real), 'hook.cjs');
  return isFile(bundle) ? bundle : null;
};

/** The Node that runs an entry of docket: the interpreter it names, or the one that the first line of the command asks for. */
export const nodeOf = (launch: Launch, place: LaunchPlace): string | null =>
  launch.script === null ? findProgram('node', place) : launch.program;

/** The version of the docket that a bundle belongs to; null where its package does not say. */
export const versionOf = (bundle: string): string | null => {
  try {
    const { name, version } = JSON.parse(readFileSync(join(dirname(dirname(bundle)), 'package.json'), 'utf8'));
    return name === 'docket' && typeof version === 'string' ? version : null;
  } catch {
    return null;
  }
};

/** The program of a command handler and its arguments; null for other handlers, and for a shell line that does more. */
const wordsOf = ({ type, command, args }: HookEntry['handler']): readonly string[] | null => {
  if (type !== 'command' || typeof command !== 'string') return null;
  return Array.isArray(args) ? [command, ...args.map(String)] : simpleWords(command);
};

/** What a shell makes something else of: patterns, braces, and home folders that are not the user's own. */
const BY_SHELL = /[*?[\]]|\{[^}]*[,.]|^~(?!\/)/;

/** The host that an entry of docket names as its caller; null where it names none. */
export const hostOf = ({ words }: Launch): string | null => {
  const at = words.indexOf('--host');
  return at < 0 ? null : (words[at + 1] ?? null);
};

const INTERPRETER = /(^|[\\/])(node|nodejs|bun|deno|python3?|ruby|perl|php|bash|sh|zsh|dash)(\.exe)?$/;

const filledIn = (word: string, known: Readonly<Record<string, string | undefined>>): string =>
  word.replace(/\$\{(\w+)\}|\$(\w+)/g, (all, braced, bare) => known[braced ?? bare] ?? all);

const atHome = (word: string, env: Environment): string =>
  word.startsWith('~/') ? `${env['HOME'] ?? ''}${word.slice(1)}` : word;
