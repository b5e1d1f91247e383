import { readGitCall } from '../git-arguments.ts';
import { readOptions, wordPart } from '../options.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { writes } from './writes.ts';

/**
 * Acts of the kind `temporary`: what a run does with files in the shared temporary folder, `/tmp` and `/private/tmp`. One
 * act a run, whose paths have the place of that prefix inside the word, to be replaced by another folder. Details, one
 * for each path: `uses` (`write`; `read`, which a removal is too, since it needs what is there; `enter`; `inside`: something
 * in this folder that only shows at run time) and `quotes` (the quote around the prefix, empty for none, or `?` where
 * nobody can replace it: a value of a variable, a path inside code). `nested`: inside another quoted script. `complete`: false when
 * there are more than are listed.
 */
export const temporary: Recognizer = {
  programs: ['*'],
  recognize: (run) => {
    if (run.host !== 'here' || !mentionsTemporary(run)) return [];
    const isRepository = REPOSITORY_MAKERS.has(gitSubcommand(run) ?? '');
    const written = writes
      .recognize(run)
      .filter(({ details }) => details?.['changes'] !== true && !isRepository)
      .flatMap(({ paths = [] }) => paths.flatMap((word) => (word === null ? [] : [keyOf(word)])));
    const found = [...wordsOf(run).flatMap((word) => usesOf(word, run, written)), ...hiddenUses(run)];
    if (found.length === 0) return [];
    const uses = found.slice(0, MOST_USES);
    return [
      {
        kind: 'temporary',
        paths: uses.map(({ path }) => path),
        details: {
          uses: uses.map(({ use }) => use),
          quotes: uses.map(({ quote }) => quote),
          nested: run.offset !== 0,
          complete: uses.length === found.length,
        },
      } satisfies FoundAct,
    ];
  },
};

/** Each is looked up on the disk and is part of a line of the log. */
const MOST_USES = 60;

/** A repository has a place that other commands, and rules about them, know it by. */
const REPOSITORY_MAKERS = new Set(['clone', 'init', 'worktree', 'submodule']);

const gitSubcommand = ({ program, args }: Run): string | null =>
  program === 'git' ? readGitCall(args).subcommand : null;

interface Use {
  /** Its value is the path, its place that of the prefix. */
  readonly path: ShellWord;
  readonly use: 'write' | 'read' | 'enter' | 'inside';
  readonly quote: string;
}

/** Most runs have nothing to do with it. */
const mentionsTemporary = ({ word, args, redirects, variables, input }: Run): boolean =>
  (word !== undefined && hasTemporary(word)) ||
  args.some(hasTemporary) ||
  variables.some(({ value }) => value?.includes('tmp')) ||
  redirects.some(({ target }) => target !== null && hasTemporary(target)) ||
  (input.kind === 'text' && (input.text ?? '').includes('/tmp'));

const hasTemporary = (word: ShellWord): boolean => knownStart(word).includes('tmp');

/** As much of a word as is known: of a pattern what stands in front of its first special character. */
const knownStart = ({ value, prefix, glob }: ShellWord): string =>
  value ?? prefix ?? /^[^*?[\\]*/.exec(glob ?? '')?.[0] ?? '';

/** Braces can make several words of one spelling. */
const keyOf = ({ start, end, value }: ShellWord): string => `${start} ${end} ${value}`;

/** The words that may name files: not what is printed, searched for or said in a message. */
const wordsOf = ({ program, word, args, redirects }: Run): ShellWord[] => {
  const targets = redirects.flatMap(({ operator, target }) => (target === null || operator === '<<<' ? [] : [target]));
  return [...(word === undefined ? [] : [word]), ...namingArguments(program ?? '', args), ...targets];
};

const namingArguments = (program: string, args: readonly ShellWord[]): readonly ShellWord[] => {
  if (PRINTERS.has(program)) return [];
  if (program === 'git' && args.some(({ value }) => value !== null && GIT_MESSAGES.has(value))) return [];
  if (!PATTERN_FIRST.has(program)) return args;
  const { options, operands } = readOptions(args, { valued: 'efABCm', optional: 'i', mixed: true });
  const isGiven = options.some(({ name }) => name === '-e' || name === '-f' || name === '--regexp');
  return isGiven ? operands : operands.slice(1);
};

const PRINTERS = new Set(['echo', 'printf', 'true', 'false', ':']);
const GIT_MESSAGES = new Set(['commit', 'tag', 'notes', 'merge']);
const PATTERN_FIRST = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'sed', 'awk', 'gawk', 'mawk']);

/** The prefix that stands for the shared folder. */
const PREFIX = /^\/+(?:\.\/+)*(?:private\/+(?:\.\/+)*)?tmp(?=\/|$)/;

const usesOf = (word: ShellWord, run: Run, written: readonly string[]): Use[] => {
  const { program } = run;
  const part = pathPart(word);
  // In another folder git works on another repository: the one around it.
  if (choosesRepository(word, run)) return embeddedPaths(knownStart(part), part);
  if (part.value === null) return usesAtRunTime(part);
  const [prefix] = PREFIX.exec(part.value) ?? [];
  if (prefix === undefined) return embeddedPaths(part.value, part);
  const isWritten = written.includes(keyOf(part));
  // A volume of `docker run -v` and the like: `/tmp/x:/data`.
  const value = isWritten ? part.value : part.value.replace(/(?<=.):.*/s, '');
  const use = isWritten ? 'write' : program === 'cd' || program === 'pushd' ? 'enter' : 'read';
  // What climbs out of its folder need not be there on the way.
  const isClimbing = /(?:^|\/)\.\.(?:\/|$)/.test(value);
  return [placed(part, value, use, isClimbing ? null : prefix)];
};

/** `git -C DIR`, `git --git-dir=DIR`: what stands in front of the subcommand. */
const choosesRepository = (word: ShellWord, run: Run): boolean => {
  if (run.program !== 'git') return false;
  const subcommand = gitSubcommand(run);
  const at = run.args.indexOf(word);
  return at >= 0 && !run.args.slice(0, at).some(({ value }) => value === subcommand);
};

/** `--file=/tmp/a`, `of=/tmp/a`, `-o/tmp/a` and `@/tmp/a` name `/tmp/a`. */
const pathPart = (word: ShellWord): ShellWord => {
  const [before = ''] = /^(?:-{0,2}[A-Za-z_][\w-]*=@?|-[A-Za-z]{1,4}|@)(?=\/)/.exec(knownStart(word)) ?? [];
  return before === '' ? word : wordPart(word, before.length);
};

const placed = (word: ShellWord, value: string, use: Use['use'], prefix: string | null): Use => {
  const quote = /^["']/.exec(word.text)?.[0] ?? '';
  const literal = literalStart(word.text, quote);
  // One spelling can stand for several words: this one begins as the spelling does.
  const isSpelled = prefix !== null && literal.startsWith(prefix) && value.startsWith(literal.slice(0, value.length));
  const start = word.start + quote.length;
  return isSpelled
    ? { path: { value, tilde: false, text: '', start, end: start + prefix.length }, use, quote }
    : { path: { ...word, value, tilde: false }, use, quote: '?' };
};

/** `/tmp/x/$NAME` and `/tmp/x/*.txt` are something inside `/tmp/x`. */
const usesAtRunTime = (word: ShellWord): Use[] => {
  const known = knownStart(word);
  const folder = known.slice(0, known.lastIndexOf('/'));
  const [prefix] = PREFIX.exec(folder) ?? [];
  return prefix === undefined ? [] : [placed(word, folder, 'inside', prefix)];
};

/** The characters at the beginning of a spelling that mean themselves. */
const literalStart = (text: string, quote: string): string =>
  /^[\w@%+=:,./-]*/.exec(text.slice(quote.length))?.[0] ?? '';

/** Paths inside a longer text, such as code: they are read there, and nobody can change them. */
const embeddedPaths = (text: string, word: ShellWord): Use[] =>
  [...text.matchAll(/(?<![\w./~-])\/(?:private\/)?tmp(?:\/[\w.@%+,=-]+)*/g)]
    .slice(0, MOST_EMBEDDED)
    .map(([path]) => ({ path: { ...word, value: path, tilde: false }, use: 'read', quote: '?' }));

const MOST_EMBEDDED = 20;

/** What an interpreter reads as its script, and what a program finds in its environment. */
const hiddenUses = ({ program, input, variables, start, end }: Run): Use[] => {
  const isScript = input.kind === 'text' && INTERPRETERS.has((program ?? '').replace(/[\d.]+$/, ''));
  const texts = [...variables.map(({ value }) => value), isScript ? input.text : null];
  const word = { value: null, tilde: false, text: '', start, end };
  return texts.flatMap((text) => (text === null ? [] : embeddedPaths(text, word)));
};

const INTERPRETERS = new Set(['python', 'node', 'deno', 'bun', 'perl', 'ruby', 'php', 'sqlite', 'psql', 'mysql', 'R']);
