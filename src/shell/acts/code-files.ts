import { readOptions } from '../options.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { Recognizer } from './act.ts';

/**
 * Code given to an interpreter that changes files: `change`, with what it names that looks like a file; a null where it names
 * none. Where it names files of docket's or the host's also `code-write`, with those names. Nobody follows which of its
 * texts goes where, so both together have to do; code that only reads is no such thing.
 */
export const codeFiles: Recognizer = {
  programs: [
    ...['python', 'python2', 'python3', 'node', 'nodejs', 'bun', 'deno', 'perl', 'ruby', 'php'],
    ...['awk', 'gawk', 'mawk', 'sed', 'gsed'],
  ],
  recognize: (run) => {
    const code = run.host === 'here' ? codeOf(run) : null;
    if (code === null) return [];
    const own = few(changedNames(code, run.program ?? '').filter((text) => OWN.test(text)));
    const written = /(?:awk|sed)$/.test(run.program ?? '') ? null : writtenNames(code);
    return [
      ...(own.length === 0 ? [] : [{ kind: 'code-write', paths: own }]),
      ...(written === null ? [] : [{ kind: 'change', paths: written.length === 0 ? [null] : few(written) }]),
    ];
  },
};

const few = (names: readonly string[]): ShellWord[] => [...new Set(names)].slice(0, MOST_NAMES).map(wordOf);

/** What looks like a file in code that writes files; null for code that writes none. */
const writtenNames = (code: string): string[] | null =>
  FILE_WRITES.test(code)
    ? [...code.matchAll(LITERAL)].map(([, , text = '']) => text).filter((text) => FILE_NAME.test(text))
    : null;

/** Calls that are about files alone: `list.append` and `df.rename` are not among them. */
const FILE_WRITES =
  /\bopen\w*[\s(][^)\n]{0,200}['"](?:[rb]?[wax]\+?[bt]?\+?|r\+[bt]?)['"]|\.write_(?:text|bytes)\(|\b(?:writeFile|appendFile|copyFile)(?:Sync)?\(|\b(?:cp|rm|unlink|rename|truncate)Sync\(|\bfs\w*(?:\.promises)?\.(?:cp|rm|unlink|rename|truncate)\(|\bcreateWriteStream\(|\bfile_put_contents\(|\bos\.(?:remove|rename|replace|unlink)\(|\bshutil\.(?:copy|move|rmtree)|\bFile\.(?:write|delete|rename)\b|\bFileUtils\.|\bBun\.write\(|\bDeno\.(?:write|remove|rename)/;

const FILE_NAME = /^[\w./~@-]{0,200}\.[A-Za-z]\w{0,7}$/;

/** The texts of code that changes files; none of other code. */
const changedNames = (code: string, program: string): string[] => {
  if (program.endsWith('sed')) return [...code.matchAll(SED_WRITE)].map(([, text = '']) => text);
  const changes = program.endsWith('awk') ? AWK_WRITE.test(code) : CHANGES.test(code.replace(PRINTING, ''));
  // perl's `open F, ">name"`
  return changes ? [...code.matchAll(LITERAL)].map(([, , text = '']) => text.replace(/^[+<>\s]+/, '')) : [];
};

const codeOf = ({ program, args, input }: Run): string | null => {
  const { options, operands } = readOptions(args, { valued: 'cepErRfFv', longValued: ['eval', 'print'], mixed: true });
  const code = options.find(({ name }) => GIVEN.has(name))?.value?.value;
  if (code !== undefined && code !== null) return code.slice(0, LONGEST_CODE);
  const isScript = program?.endsWith('awk') === true || program?.endsWith('sed') === true;
  const inline = args[0]?.value === 'eval' ? args[1]?.value : isScript ? operands[0]?.value : undefined;
  if (inline !== undefined && inline !== null) return inline.slice(0, LONGEST_CODE);
  return input.kind === 'text' ? (input.text?.slice(0, LONGEST_CODE) ?? null) : null;
};

const GIVEN = new Set(['-c', '-e', '-E', '-p', '-r', '--eval', '--print']);
const LONGEST_CODE = 16_384;
const MOST_NAMES = 8;

/** A string of any of these languages, on one line. */
const LITERAL = /(["'`])((?:(?!\1)[^\\\n])*)\1/g;

/** sed's `w FILE`, also behind `s///`. */
const SED_WRITE = /w\s+(\S+)/g;

/** What src/hooks/own-places.ts looks for by name. */
const OWN =
  /(?:^|[\\/])\.docket(?:$|[\\/])|docket\.config\.(?:local\.)?json$|\.claude[\\/]settings\.(?:local\.)?json$/i;

const AWK_WRITE = /(?:print|printf)\b[^;}]{0,200}>/;

const PRINTING = /std(?:out|err)\.write/g;

/** Calls that change files, and the modes in which files are opened for that. */
const CHANGES =
  /\b(?:write\w*|append\w*|unlink\w*|rename\w*|remove\w*|rmtree|rmdir\w*|rm|rmSync|truncate\w*|chmod\w*|copyFile\w*|cpSync|symlink\w*|mkdir\w*|touch|dump|createWriteStream|file_put_contents)\s*\(|\bos\.replace\b|\bshutil\.|\bFileUtils\.|\bFile\.(?:write|delete|rename)\b|\b(?:unlink|rename)\b|open\w*[\s(][^)\n]{0,200}['"](?:[rb]?[wax]\+?[bt]?\+?|r\+[bt]?|\+?>{1,2}[^'"\n]*)['"]/;

const wordOf = (value: string): ShellWord => ({ value, text: value, tilde: false, start: 0, end: 0 });
