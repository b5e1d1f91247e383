/** A text between two marks that the language does not run. */
export interface BlockComment {
  readonly open: string;
  readonly close: string;
  /** Whether such a comment may hold others. */
  readonly nests?: true;
  /** Whether both marks count only at the beginning of a line. */
  readonly atLineStart?: true;
}

/** How a string is written. */
export interface Quote {
  readonly open: string;
  readonly close: string;
  /** How its closing mark is written inside: behind a backslash or a backtick, twice, or not at all. */
  readonly escape?: '\\' | '`' | 'doubled';
  /** Whether it goes on over the end of a line; one that does not ends there, closed or not. */
  readonly multiline?: true;
  /** What opens code inside it; the code ends at the bracket that closes the last character of this. */
  readonly holes?: readonly string[];
}

/** What only a few languages have, each read by a function of its own. */
export type Special =
  | 'regex'
  | 'regex-ruby'
  | 'jsx'
  | 'docstrings'
  | 'doc-attributes'
  | 'heredoc-shell'
  | 'heredoc-ruby'
  | 'heredoc-php'
  | 'percent-literals'
  | 'sigils'
  | 'rust-raw'
  | 'cpp-raw'
  | 'digit-quotes'
  | 'hash-strings'
  | 'raw-quotes'
  | 'lone-quotes'
  | 'long-brackets'
  | 'dash-comments'
  | 'word-comments'
  | 'escapes'
  | 'char-prefixes'
  | 'php-tags';

/** What a language's comments and strings look like. */
export interface Syntax {
  readonly name: string;
  readonly lineComments?: readonly string[];
  readonly blockComments?: readonly BlockComment[];
  readonly quotes?: readonly Quote[];
  readonly specials?: readonly Special[];
  /** Markup in which others stand: `script` between such tags, and between `---` lines at the top. */
  readonly markup?: 'tags' | 'tags-and-fences';
}

const SLASHES = ['//'];
const C_BLOCK: readonly BlockComment[] = [{ open: '/*', close: '*/' }];
const NESTED_C_BLOCK: readonly BlockComment[] = [{ open: '/*', close: '*/', nests: true }];

const line = (mark: string, more: Partial<Quote> = {}): Quote => ({ open: mark, close: mark, escape: '\\', ...more });
const across = (mark: string, more: Partial<Quote> = {}): Quote => line(mark, { multiline: true, ...more });
const raw = (mark: string): Quote => ({ open: mark, close: mark, multiline: true });

const DOLLAR_BRACE = { holes: ['${'] };
const HASH_BRACE = { holes: ['#{'] };
const TRIPLE = '"""';

const SCRIPT: Syntax = {
  name: 'TypeScript',
  lineComments: SLASHES,
  blockComments: C_BLOCK,
  quotes: [line('"'), line("'"), across('`', DOLLAR_BRACE)],
  specials: ['regex'],
};
const C_LIKE: Omit<Syntax, 'name'> = {
  lineComments: SLASHES,
  blockComments: C_BLOCK,
  quotes: [line('"'), line("'")],
};
const HASH_LIKE: Omit<Syntax, 'name'> = { lineComments: ['#'], quotes: [across('"'), across("'")] };

/** Every language that is told apart, by the name that the tables below use. */
const SYNTAXES: Readonly<Record<string, Syntax>> = {
  script: SCRIPT,
  jsx: { ...SCRIPT, specials: ['regex', 'jsx'] },
  python: {
    name: 'Python',
    lineComments: ['#'],
    // What stands in the braces of an f-string is not read as code: `{n:#x}` would begin a comment.
    quotes: [across(TRIPLE), across("'''"), line('"'), line("'")],
    specials: ['docstrings'],
  },
  ruby: {
    name: 'Ruby',
    lineComments: ['#'],
    blockComments: [{ open: '=begin', close: '=end', atLineStart: true }],
    quotes: [across('"', HASH_BRACE), across("'"), across('`', HASH_BRACE)],
    specials: ['regex-ruby', 'heredoc-ruby', 'percent-literals', 'char-prefixes'],
  },
  go: { name: 'Go', ...C_LIKE, quotes: [line('"'), line("'"), raw('`')] },
  rust: {
    name: 'Rust',
    lineComments: SLASHES,
    blockComments: NESTED_C_BLOCK,
    quotes: [across('"')],
    specials: ['rust-raw', 'lone-quotes'],
  },
  java: { name: 'Java', ...C_LIKE, quotes: [across(TRIPLE), line('"'), line("'")] },
  kotlin: {
    name: 'Kotlin',
    lineComments: SLASHES,
    blockComments: NESTED_C_BLOCK,
    quotes: [{ ...raw(TRIPLE), ...DOLLAR_BRACE }, line('"', DOLLAR_BRACE), line("'")],
  },
  swift: {
    name: 'Swift',
    lineComments: SLASHES,
    blockComments: NESTED_C_BLOCK,
    quotes: [across(TRIPLE, { holes: ['\\('] }), line('"', { holes: ['\\('] })],
    specials: ['hash-strings'],
  },
  c: { name: 'C', ...C_LIKE },
  cpp: { name: 'C++', ...C_LIKE, specials: ['cpp-raw', 'digit-quotes'] },
  csharp: {
    name: 'C#',
    lineComments: SLASHES,
    blockComments: C_BLOCK,
    quotes: [
      { open: '$@"', close: '"', escape: 'doubled', multiline: true, holes: ['{'] },
      { open: '@$"', close: '"', escape: 'doubled', multiline: true, holes: ['{'] },
      { open: '@"', close: '"', escape: 'doubled', multiline: true },
      { open: '$"', close: '"', escape: '\\', holes: ['{'] },
      line('"'),
      line("'"),
    ],
    specials: ['raw-quotes'],
  },
  php: {
    name: 'PHP',
    blockComments: C_BLOCK,
    quotes: [across('"'), across("'"), across('`')],
    specials: ['php-tags', 'heredoc-php'],
  },
  shell: {
    name: 'shell',
    quotes: [
      across('"', { holes: ['$(', '${'] }),
      { open: "$'", close: "'", escape: '\\', multiline: true },
      { open: "'", close: "'", multiline: true },
    ],
    specials: ['escapes', 'word-comments', 'heredoc-shell'],
  },
  powershell: {
    name: 'PowerShell',
    lineComments: ['#'],
    blockComments: [{ open: '<#', close: '#>' }],
    quotes: [
      { open: '@"', close: '"@', multiline: true },
      { open: "@'", close: "'@", multiline: true },
      { open: '"', close: '"', escape: '`', multiline: true },
      { open: "'", close: "'", escape: 'doubled', multiline: true },
    ],
  },
  perl: {
    name: 'Perl',
    blockComments: ['=pod', '=head1', '=head2', '=over', '=item', '=encoding', '=begin', '=for'].map((open) => ({
      open,
      close: '=cut',
      atLineStart: true as const,
    })),
    // Strings may go on over lines and hardly ever do; an apostrophe in a pattern must not hide the rest of the file.
    quotes: [line('"'), line("'")],
    specials: ['word-comments', 'heredoc-shell', 'char-prefixes'],
  },
  lua: {
    name: 'Lua',
    lineComments: ['--'],
    quotes: [line('"'), line("'")],
    specials: ['long-brackets'],
  },
  // The body of a function between `$$` is read as the code it is.
  sql: {
    name: 'SQL',
    lineComments: ['--'],
    blockComments: C_BLOCK,
    quotes: ["'", '"', '`'].map((mark) => ({ ...raw(mark), escape: 'doubled' as const })),
  },
  elixir: {
    name: 'Elixir',
    lineComments: ['#'],
    quotes: [across(TRIPLE, HASH_BRACE), across("'''", HASH_BRACE), across('"', HASH_BRACE), across("'", HASH_BRACE)],
    specials: ['sigils', 'char-prefixes', 'doc-attributes'],
  },
  haskell: {
    name: 'Haskell',
    blockComments: [{ open: '{-', close: '-}', nests: true }],
    quotes: [line('"')],
    specials: ['dash-comments', 'lone-quotes'],
  },
  elm: {
    name: 'Elm',
    blockComments: [{ open: '{-', close: '-}', nests: true }],
    quotes: [across(TRIPLE), line('"')],
    specials: ['dash-comments', 'lone-quotes'],
  },
  ocaml: {
    name: 'OCaml',
    blockComments: [{ open: '(*', close: '*)', nests: true }],
    quotes: [across('"')],
    specials: ['lone-quotes'],
  },
  fsharp: {
    name: 'F#',
    lineComments: SLASHES,
    blockComments: [{ open: '(*', close: '*)', nests: true }],
    quotes: [raw(TRIPLE), { open: '@"', close: '"', escape: 'doubled', multiline: true }, across('"')],
    specials: ['lone-quotes'],
  },
  scala: {
    name: 'Scala',
    lineComments: SLASHES,
    blockComments: NESTED_C_BLOCK,
    quotes: [
      ...['s', 'f', 'raw'].map((prefix) => ({ ...raw(TRIPLE), open: prefix + TRIPLE, ...DOLLAR_BRACE })),
      ...['s', 'f', 'raw'].map((prefix) => line('"', { open: `${prefix}"`, ...DOLLAR_BRACE })),
      raw(TRIPLE),
      line('"'),
    ],
    specials: ['lone-quotes'],
  },
  groovy: {
    name: 'Groovy',
    ...C_LIKE,
    quotes: [across(TRIPLE, DOLLAR_BRACE), across("'''"), line('"', DOLLAR_BRACE), line("'")],
  },
  dart: {
    name: 'Dart',
    lineComments: SLASHES,
    blockComments: NESTED_C_BLOCK,
    quotes: [
      ...[TRIPLE, "'''"].map((mark) => ({ ...raw(mark), open: `r${mark}` })),
      ...['"', "'"].map((mark) => ({ open: `r${mark}`, close: mark })),
      ...[TRIPLE, "'''"].map((mark) => across(mark, DOLLAR_BRACE)),
      ...['"', "'"].map((mark) => line(mark, DOLLAR_BRACE)),
    ],
  },
  clojure: { name: 'Clojure', lineComments: [';'], quotes: [across('"')], specials: ['escapes'] },
  lisp: {
    name: 'Lisp',
    lineComments: [';'],
    blockComments: [{ open: '#|', close: '|#', nests: true }],
    quotes: [across('"')],
    specials: ['escapes'],
  },
  erlang: {
    name: 'Erlang',
    lineComments: ['%'],
    quotes: [raw(TRIPLE), across('"'), line("'")],
    specials: ['char-prefixes'],
  },
  r: { name: 'R', ...HASH_LIKE },
  julia: {
    name: 'Julia',
    lineComments: ['#'],
    blockComments: [{ open: '#=', close: '=#', nests: true }],
    quotes: [across(TRIPLE), across('"')],
    specials: ['lone-quotes'],
  },
  zig: { name: 'Zig', lineComments: SLASHES, quotes: [line('"'), line("'")] },
  // Where a type or field is described, the description is one to read as a comment.
  graphql: { name: 'GraphQL', lineComments: ['#'], quotes: [across(TRIPLE), line('"')], specials: ['docstrings'] },
  proto: { name: 'Protocol Buffers', ...C_LIKE },
  css: { name: 'CSS', blockComments: C_BLOCK, quotes: [line('"'), line("'")] },
  scss: { name: 'SCSS', ...C_LIKE },
  markup: { name: 'HTML', blockComments: [{ open: '<!--', close: '-->' }], markup: 'tags' },
  astro: { name: 'Astro', blockComments: [{ open: '<!--', close: '-->' }], markup: 'tags-and-fences' },
};

/** The syntax of that name in the tables of languages. */
export const syntaxNamed = (name: string): Syntax | null =>
  Object.hasOwn(SYNTAXES, name) ? (SYNTAXES[name] ?? null) : null;
