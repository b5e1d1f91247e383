import type { Spelling } from './tokens.ts';

/**
 * What a function does with its arguments. `run`: one text is a command line, a list or several texts are the words of
 * one. `exec`: the same, but the first of the words behind the program is its own name again. `delete`: each is a file;
 * `delete-tree`: a folder with all in it; `delete-maybe`: the latter when an argument says `recursive`. `query`: one text is
 * SQL.
 */
export type Effect = 'run' | 'exec' | 'delete' | 'delete-tree' | 'delete-maybe' | 'query';

/** A language whose programs are given to its interpreter in an argument or on its input. */
export interface Language {
  readonly spelling: Spelling;
  /** By full name, or by the last part behind `*.` when what it belongs to does not matter. */
  readonly effects: Readonly<Record<string, Effect>>;
  /** Functions are called without parentheses too. */
  readonly bareCalls: boolean;
  /** A text beside a `|` is a command line: awk's `print | "sh"` and `"sh" | getline`. */
  readonly pipes?: true;
  /** Names of a module that are used alone must have been imported by name: `from os import system`. */
  readonly imports: boolean;
}

const C_COMMENTS = { lineComments: ['//'], blockComments: true };
const HASH_COMMENTS = { lineComments: ['#'], blockComments: false };
const PLAIN = {
  rawQuotes: '',
  fills: [],
  fillQuotes: '',
  backquotesRun: false,
  commandWords: [],
  textWords: {},
  prefixes: false,
};

const PYTHON: Language = {
  spelling: { ...HASH_COMMENTS, ...PLAIN, fills: [['{', '}']], prefixes: true },
  bareCalls: false,
  imports: true,
  effects: {
    'os.system': 'run',
    'os.popen': 'run',
    'os.execv': 'exec',
    'os.execvp': 'exec',
    'os.execl': 'exec',
    'os.execlp': 'exec',
    'os.posix_spawn': 'exec',
    'subprocess.run': 'run',
    'subprocess.call': 'run',
    'subprocess.Popen': 'run',
    'subprocess.check_call': 'run',
    'subprocess.check_output': 'run',
    'subprocess.getoutput': 'run',
    'subprocess.getstatusoutput': 'run',
    'asyncio.create_subprocess_shell': 'run',
    'asyncio.create_subprocess_exec': 'run',
    'pty.spawn': 'run',
    'shutil.rmtree': 'delete-tree',
    'os.remove': 'delete',
    'os.unlink': 'delete',
    'os.rmdir': 'delete',
    'os.removedirs': 'delete',
    'Path().unlink': 'delete',
    'Path().rmdir': 'delete',
    '*.execute': 'query',
    '*.executescript': 'query',
    '__import__().system': 'run',
    '__import__().popen': 'run',
    '__import__().run': 'run',
    '__import__().call': 'run',
    '__import__().Popen': 'run',
    '__import__().check_call': 'run',
    '__import__().check_output': 'run',
    '__import__().rmtree': 'delete-tree',
    'import_module().system': 'run',
    'import_module().rmtree': 'delete-tree',
  },
};

const JAVASCRIPT: Language = {
  spelling: { ...C_COMMENTS, ...PLAIN, fills: [['${', '}']], fillQuotes: '`' },
  bareCalls: false,
  imports: false,
  effects: {
    exec: 'run',
    'child_process.exec': 'run',
    'cp.exec': 'run',
    'require().exec': 'run',
    '*.execSync': 'run',
    '*.spawnSync': 'run',
    '*.execFile': 'run',
    '*.execFileSync': 'run',
    spawn: 'run',
    'child_process.spawn': 'run',
    'cp.spawn': 'run',
    'require().spawn': 'run',
    'Bun.spawn': 'run',
    'Deno.Command': 'run',
    'shell.exec': 'run',
    execa: 'run',
    $: 'run',
    rm: 'delete-maybe',
    'fs.rm': 'delete-maybe',
    'promises.rm': 'delete-maybe',
    'require().rm': 'delete-maybe',
    '*.rmSync': 'delete-maybe',
    '*.rmdirSync': 'delete-maybe',
    'fs.rmdir': 'delete-maybe',
    'fs.unlink': 'delete',
    'promises.unlink': 'delete',
    'require().unlink': 'delete',
    '*.unlinkSync': 'delete',
    'Deno.remove': 'delete-maybe',
    'Deno.removeSync': 'delete-maybe',
    rimraf: 'delete-tree',
    'rimraf.sync': 'delete-tree',
    'fse.remove': 'delete-tree',
    '*.removeSync': 'delete-tree',
    '*.emptyDirSync': 'delete-tree',
    '*.query': 'query',
    '*.execute': 'query',
    '*.exec': 'query',
    '*.$executeRawUnsafe': 'query',
  },
};

const PERL: Language = {
  spelling: {
    ...HASH_COMMENTS,
    ...PLAIN,
    rawQuotes: "'",
    fills: [
      ['${', '}'],
      ['$', ''],
      ['@', ''],
    ],
    fillQuotes: '"`',
    backquotesRun: true,
    commandWords: ['qx'],
    textWords: { qw: 'list', qq: 'text', q: 'text' },
  },
  bareCalls: true,
  imports: false,
  effects: {
    system: 'run',
    exec: 'run',
    unlink: 'delete',
    rmdir: 'delete',
    rmtree: 'delete-tree',
    remove_tree: 'delete-tree',
    'File::Path::rmtree': 'delete-tree',
    'File::Path::remove_tree': 'delete-tree',
  },
};

const RUBY: Language = {
  spelling: {
    ...HASH_COMMENTS,
    ...PLAIN,
    rawQuotes: "'",
    fills: [['#{', '}']],
    fillQuotes: '"`',
    backquotesRun: true,
    commandWords: ['%x'],
    textWords: { '%w': 'list', '%W': 'list', '%q': 'text', '%Q': 'text' },
  },
  bareCalls: true,
  imports: false,
  effects: {
    system: 'run',
    exec: 'run',
    spawn: 'run',
    'Kernel.system': 'run',
    'Kernel.exec': 'run',
    'Kernel.spawn': 'run',
    'Process.spawn': 'run',
    'IO.popen': 'run',
    'Open3.capture2': 'run',
    'Open3.capture2e': 'run',
    'Open3.capture3': 'run',
    'Open3.popen3': 'run',
    'FileUtils.rm': 'delete',
    'FileUtils.rm_f': 'delete',
    'FileUtils.rm_r': 'delete-tree',
    'FileUtils.rm_rf': 'delete-tree',
    'FileUtils.rmtree': 'delete-tree',
    'FileUtils.remove_dir': 'delete-tree',
    'FileUtils.remove_entry': 'delete-tree',
    'FileUtils.remove_entry_secure': 'delete-tree',
    'File.delete': 'delete',
    'File.unlink': 'delete',
    'Dir.rmdir': 'delete',
    'Dir.delete': 'delete',
    '*.execute': 'query',
  },
};

const PHP: Language = {
  spelling: {
    lineComments: ['//', '#'],
    blockComments: true,
    rawQuotes: "'",
    fills: [
      ['{$', '}'],
      ['$', ''],
    ],
    fillQuotes: '"`',
    backquotesRun: true,
    commandWords: [],
    textWords: {},
    prefixes: false,
  },
  bareCalls: false,
  imports: false,
  effects: {
    system: 'run',
    exec: 'run',
    shell_exec: 'run',
    passthru: 'run',
    popen: 'run',
    proc_open: 'run',
    unlink: 'delete',
    rmdir: 'delete',
    '*.query': 'query',
    '*.exec': 'query',
  },
};

const AWK: Language = {
  spelling: { ...HASH_COMMENTS, ...PLAIN },
  bareCalls: false,
  imports: false,
  pipes: true,
  effects: { system: 'run' },
};

const DASH_COMMENTS = { lineComments: ['--'], blockComments: false };

const LUA: Language = {
  spelling: { ...DASH_COMMENTS, ...PLAIN },
  bareCalls: true,
  imports: false,
  effects: { 'os.execute': 'run', 'io.popen': 'run', 'os.remove': 'delete' },
};

/** AppleScript: `do shell script TEXT`. */
const APPLE: Language = {
  spelling: { ...DASH_COMMENTS, ...PLAIN },
  bareCalls: true,
  imports: false,
  effects: { script: 'run' },
};

/** Languages by the names of their interpreters, versions left out. */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  python: PYTHON,
  pypy: PYTHON,
  node: JAVASCRIPT,
  nodejs: JAVASCRIPT,
  bun: JAVASCRIPT,
  deno: JAVASCRIPT,
  tsx: JAVASCRIPT,
  perl: PERL,
  ruby: RUBY,
  php: PHP,
  awk: AWK,
  gawk: AWK,
  mawk: AWK,
  nawk: AWK,
  lua: LUA,
  luajit: LUA,
  osascript: APPLE,
};
