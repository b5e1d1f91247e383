import { type Syntax, syntaxNamed } from './syntax.ts';

/** Languages by the endings of their files. */
const BY_ENDING: Readonly<Record<string, string>> = {
  script: 'ts mts cts mjs cjs',
  // `.js` files of some projects hold JSX; where none stands, nothing is read differently.
  jsx: 'tsx jsx js',
  python: 'py pyi pyw',
  ruby: 'rb rake gemspec',
  go: 'go',
  rust: 'rs',
  java: 'java',
  kotlin: 'kt kts',
  swift: 'swift',
  c: 'c',
  cpp: 'cc cpp cxx h hh hpp hxx m mm ino cu',
  csharp: 'cs csx',
  php: 'php phtml',
  shell: 'sh bash zsh ksh',
  powershell: 'ps1 psm1',
  perl: 'pl pm t',
  lua: 'lua',
  sql: 'sql',
  elixir: 'ex exs',
  haskell: 'hs',
  elm: 'elm',
  ocaml: 'ml mli',
  fsharp: 'fs fsx fsi',
  scala: 'scala sc sbt',
  groovy: 'groovy gradle',
  dart: 'dart',
  clojure: 'clj cljs cljc edn',
  lisp: 'lisp el scm rkt',
  erlang: 'erl hrl',
  r: 'r',
  julia: 'jl',
  zig: 'zig',
  graphql: 'graphql gql',
  proto: 'proto thrift',
  css: 'css',
  scss: 'scss less',
  markup: 'vue svelte html htm',
  astro: 'astro',
};

/** Languages by the program that a first line names, without version numbers. */
const BY_PROGRAM: Readonly<Record<string, string>> = {
  script: 'node nodejs deno bun tsx ts-node zx',
  python: 'python pypy uv',
  ruby: 'ruby',
  shell: 'sh bash zsh ksh dash ash',
  powershell: 'pwsh',
  perl: 'perl',
  php: 'php',
  lua: 'lua luajit',
  elixir: 'elixir',
  r: 'Rscript',
  julia: 'julia',
  groovy: 'groovy',
  clojure: 'bb',
};

/** UTF-16 units of a first line that are looked at. */
const LONGEST_FIRST_LINE = 200;

/**
 * The language of a file: by its ending, else by the program that the first line of its text names. Null for what
 * nobody here can read: an unknown ending, a notebook, a text without either.
 */
export const languageOf = (path: string, text = ''): Syntax | null => {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  if (dot > 0) return named(BY_ENDING, name.slice(dot + 1).toLowerCase());
  return programLanguage(text);
};

const named = (table: Readonly<Record<string, string>>, word: string): Syntax | null => {
  const found = Object.keys(table).find((name) => table[name]?.split(' ').includes(word));
  return found === undefined ? null : syntaxNamed(found);
};

const programLanguage = (text: string): Syntax | null => {
  const first = text.slice(text.startsWith('\ufeff') ? 1 : 0, LONGEST_FIRST_LINE).split('\n', 1)[0] ?? '';
  if (!first.startsWith('#!')) return null;
  const words = first.slice(2).trim().split(/\s+/);
  const programs = words.map((word) => word.slice(word.lastIndexOf('/') + 1));
  // `env -S node --flag`, `env NAME=value node`
  const [, ...behindEnv] = programs[0] === 'env' ? programs : ['', ...programs];
  const program = behindEnv.find((word) => !word.startsWith('-') && !word.includes('=')) ?? '';
  return named(BY_PROGRAM, program.replace(/[\d.]+$/, ''));
};
