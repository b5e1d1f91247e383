import { readDocketCall } from '../docket-commands.ts';
import { type OptionSpec, readOptions } from '../options.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct, Recognizer } from './act.ts';

/**
 * Calls of docket that are not for an agent (`docket-command`), in every way its programs can be started, and the killing
 * of its hooks by name (`docket-kill`); and a person's words to docket in a prompt that the agent writes for another agent.
 */
export const docketRecognizer: Recognizer = {
  programs: ['*'],
  recognize: (run) => {
    const recorded = run.wrappers.includes('docket') ? [RECORDED_RUN] : [];
    return [...recorded, ...calledActs(run)];
  },
};

const calledActs = (run: Run): FoundAct[] => {
  if (run.program === null) return [];
  if (KILLERS.has(run.program)) return kills(run);
  const said = CLIENTS.has(run.program) ? saidInPrompt(run) : null;
  if (said !== null) return [{ kind: 'docket-command', details: { command: said, effect: 'person', isKnown: true } }];
  const off = run.program === 'claude' ? pluginOff(run) : removed(run);
  if (off !== null) return [{ kind: 'docket-command', details: { command: off, effect: 'person', isKnown: true } }];
  const started = startedDocket(run, run.program);
  return started === null ? [] : callActs(run, started);
};

/** Programs that take a prompt as an argument or on standard input. */
const CLIENTS: ReadonlySet<string> = new Set('claude codex copilot cursor-agent gemini opencode qwen'.split(' '));

/** Which of a person's commands the prompt of a client holds as a line; null for none. */
const saidInPrompt = ({ args, input }: Run): string | null => {
  const given = args.map(({ value }) => value ?? '');
  const typed = input.kind === 'text' ? [input.text ?? ''] : [];
  const piped = input.kind === 'pipe' ? input.from.flatMap((from) => from.args.map(({ value }) => value ?? '')) : [];
  for (const text of [...given, ...typed, ...piped]) {
    const [, command] = /(?:^|\\n)docket (prove|revoke|(?:workflow )?approve|waive)\b/im.exec(text) ?? [];
    if (command !== undefined) return command.toLowerCase().replace('revoke', 'prove --revoke');
  }
  return null;
};

/** A package manager's command that takes docket away, and its hooks with it; null for any other. */
const removed = ({ program, args }: Run): string | null => {
  if (program === null || !REMOVERS.has(program)) return null;
  const words = args.flatMap(({ value }) => (value === null || value.startsWith('-') ? [] : [value]));
  const [verb = '', ...named] = words[0] === 'global' ? words.slice(1) : words;
  return REMOVING.has(verb) && named.some((name) => DOCKET.test(name)) ? 'uninstall' : null;
};

const REMOVERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun', 'volta']);
const REMOVING: ReadonlySet<string> = new Set(['uninstall', 'remove', 'rm', 'r', 'un', 'unlink']);

/** The client's command that would switch docket's plugin off, by which its hooks go; null for any other. */
const pluginOff = ({ args, extended }: Run): string | null => {
  const words = args.flatMap(({ value }) => (value?.startsWith('-') ? [] : [value]));
  const [group, ...rest] = words;
  if (group !== 'plugin' && group !== 'plugins') return null;
  const isMarketplace = rest[0] === 'marketplace';
  const [verb = null, ...named] = isMarketplace ? rest.slice(1) : rest;
  if (verb !== null && !PLUGIN_OFF.has(verb)) return null;
  const isAll = args.some(({ value }) => value === '--all' || value === '-a');
  const isDockets = named.some((name) => name === null || /^docket(?:@|$)/.test(name));
  if (!isDockets && !isAll && !extended) return null;
  return ['claude plugin', ...(isMarketplace ? ['marketplace'] : []), verb ?? 'disable', 'docket'].join(' ');
};

const PLUGIN_OFF: ReadonlySet<string> = new Set(['disable', 'uninstall', 'remove', 'rm']);

/** `docket tests record -- COMMAND`: the command is a run of its own. */
const RECORDED_RUN: FoundAct = {
  kind: 'docket-command',
  details: { command: 'tests record', effect: 'claim', isKnown: true },
};

/** docket, started somehow: what it gets, and by which file where that is not its name. */
interface Started {
  readonly args: readonly ShellWord[];
  /** A file whose name alone does not say that it is docket's. */
  readonly script: ShellWord | null;
  /** Runs the hook, whatever the arguments. */
  readonly isHook: boolean;
  readonly isKnown: boolean;
}

const callActs = (run: Run, { args, script, isHook, isKnown }: Started): FoundAct[] => {
  const { command, effect } = isHook
    ? ({ command: 'hook', effect: 'payload' } as const)
    : readDocketCall(
        args.map(({ value }) => value),
        run.extended,
      );
  const isOpen = mayRunOthers(run, args);
  // Of a command that it would run itself nothing is known.
  const opens = isOpen && (effect === 'claim' || command === 'explain-answer');
  if (effect === 'none' && !opens) return [];
  const details = { command, effect: opens ? 'person' : effect, isKnown };
  return [{ kind: 'docket-command', paths: script === null ? [] : [script], details }];
};

/** Whether a command stands behind `--` that nobody followed; one that is a single line was, where docket goes by its name. */
const mayRunOthers = (run: Run, args: readonly ShellWord[]): boolean => {
  const at = args.findIndex(({ value }) => value === '--');
  const behind = args.slice(at + 1);
  const isLine = run.program === 'docket' && behind.length === 1 && /\s/.test(behind[0]?.value ?? '');
  return run.extended || (at >= 0 && !isLine);
};

const startedDocket = (run: Run, program: string): Started | null => {
  if (DOCKET.test(program)) return { args: run.args, script: null, isHook: false, isKnown: true };
  if (SCRIPT_NAMES.has(program)) return startedFile(run, null, run.spelled ?? program, run.args);
  if (Object.hasOwn(RUNTIMES, program)) return startedByRuntime(run, RUNTIMES[program] as OptionSpec);
  return Object.hasOwn(MANAGERS, program) ? startedByManager(run, MANAGERS[program] as OptionSpec) : null;
};

/** Also as package managers name it: `docket@1.2`, `npm:docket`. */
const DOCKET = /^(?:npm:)?docket(?:@[^/]*)?$/;

/** The files of docket's build that do something when they are run. */
const SCRIPT_NAMES: ReadonlySet<string> = new Set(['docket.cjs', 'hook.cjs', 'hook-core.cjs', 'cli.cjs']);

/** node(1), bun and deno: options whose value may be the next word. */
const RUNTIMES: Readonly<Record<string, OptionSpec>> = {
  node: {
    valued: 'Cepr',
    longValued: ['conditions', 'env-file', 'eval', 'import', 'loader', 'print', 'require', 'title'],
  },
  bun: { valued: 'epr', longValued: ['cwd', 'eval', 'preload', 'print', 'require'] },
  deno: { valued: 'r', longValued: ['config', 'env-file', 'import-map', 'preload'] },
};

/** Package managers that start an installed program, or a script of that name, by its name alone. */
const MANAGERS: Readonly<Record<string, OptionSpec>> = {
  npm: { valued: 'Cw', longValued: ['prefix', 'workspace'] },
  pnpm: { valued: 'CF', longValued: ['dir', 'filter'] },
  yarn: { longValued: ['cwd'] },
};

const startedByRuntime = (run: Run, spec: OptionSpec): Started | null => {
  const { options, operands } = readOptions(run.args, spec);
  if (options.some(({ name }) => CHECKING.has(name))) return null;
  const code = options.find(({ name, value }) => CODE.has(name) && DOCKET_CODE.test(value?.value ?? ''));
  if (code !== undefined) return { args: [NOT_SHOWN], script: null, isHook: false, isKnown: true };
  const loaded = options.find(({ name, value }) => LOADING.has(name) && scriptName(value?.value) !== null);
  if (loaded?.value != null) return startedFile(run, loaded.value, loaded.value.value ?? '', operands);
  const [first, ...rest] = operands[0]?.value === 'run' ? readOptions(operands.slice(1), spec).operands : operands;
  if (first?.value != null && (DOCKET.test(first.value) || first.value.endsWith('/.bin/docket')))
    return { args: rest, script: null, isHook: false, isKnown: true };
  if (first !== undefined && first.value !== '-') return startedFile(run, first, first.value ?? '', rest);
  return run.input.kind === 'file' ? startedFile(run, run.input.path, run.input.path.value ?? '', rest) : null;
};

/** Options under which a script is only checked. */
const CHECKING = new Set(['-c', '--check']);
const CODE = new Set(['-e', '-p', '--eval', '--print']);
const LOADING = new Set(['-r', '--require', '--import', '--preload', '--loader']);

/** Code that loads docket: which of its commands it runs shows at run time. */
const DOCKET_CODE =
  /\bdocket\.cjs\b|\bhook(?:-core)?\.cjs\b|\bdocket\/dist\b|(?:require|import)\s*\(\s*['"`]docket['"`]/;

const NOT_SHOWN: ShellWord = { value: null, text: '', tilde: false, start: 0, end: 0 };

const startedByManager = (run: Run, spec: OptionSpec): Started | null => {
  const { operands } = readOptions(run.args, spec);
  const isRun = operands[0]?.value === 'run' || operands[0]?.value === 'run-script';
  if (run.program === 'npm' && !isRun) return null;
  const [name, ...rest] = isRun ? operands.slice(1) : operands;
  if (name?.value == null || !DOCKET.test(name.value)) return null;
  return { args: rest[0]?.value === '--' ? rest.slice(1) : rest, script: null, isHook: false, isKnown: true };
};

const startedFile = (
  { directory }: Run,
  word: Pick<ShellWord, 'value' | 'tilde'> | null,
  path: string,
  args: readonly ShellWord[],
): Started | null => {
  const name = scriptName(path);
  if (name === null) return null;
  const whole = path.includes('/') || directory.path === null ? path : `${directory.path}/${path}`;
  const isKnown = name === 'docket.cjs' || HOOK_FILE.test(whole) || OWN_FILE.test(whole);
  const script = word === null ? wordOf(path) : { ...NOT_SHOWN, ...word };
  return { args, script, isHook: name.startsWith('hook'), isKnown };
};

const HOOK_FILE = /(?:^|\/)dist\/hook(?:-core)?\.cjs$/;
const OWN_FILE = /(?:^|\/)docket\/dist\/[^/]+$/;

const wordOf = (value: string): ShellWord => ({ ...NOT_SHOWN, value });

const scriptName = (path: string | null | undefined): string | null => {
  const name = path?.slice(path.lastIndexOf('/') + 1) ?? '';
  return SCRIPT_NAMES.has(name) ? name : null;
};

const KILLERS: ReadonlySet<string> = new Set(['kill', 'pkill', 'killall']);

/** `pkill -f docket`, `killall docket`, `kill $(pgrep -f hook.cjs)`: hooks that are killed let everything pass. */
const kills = (run: Run): FoundAct[] => {
  const piped = run.extended && run.input.kind === 'pipe' ? run.input.from : [];
  const finders =
    run.program === 'kill'
      ? [...run.substitutions, ...piped].filter(({ program }) => FINDERS.has(program ?? ''))
      : [run];
  const names = finders.flatMap(({ args }) => args.map(({ value }) => value ?? ''));
  return names.some((name) => HOOK_PROCESS.test(name)) ? [{ kind: 'docket-kill' }] : [];
};

const FINDERS = new Set(['pgrep', 'pidof']);
/** A pattern that finds the hook: its file, docket by name alone, or its command; not another command of docket. */
const HOOK_PROCESS = /dist\/hook|\bhook(?:-core)?\\?\.cjs|(?:^|[^\w-])docket(?:\\?\.cjs)?(?:\W*$|\/dist|\W+hook\b)/;
