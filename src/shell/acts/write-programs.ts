import type { OptionSpec } from '../options.ts';

/** What a program writes, told from its options and operands. Names of options are with their dashes. */
export interface WriteSpec extends OptionSpec {
  /** What its first operand must be for this to hold: `clone`; operands are then those behind it. */
  readonly subcommand?: readonly string[];
  /** It writes only with one of these options. */
  readonly only?: readonly string[];
  /** With one of these options it writes nothing. */
  readonly unless?: readonly string[];
  /** Options whose value is a file or folder that it writes, wherever `only` and `unless` leave the operands alone. */
  readonly outputs?: readonly string[];
  /** Long options with a single dash, or letters that readers of clusters would misread: `-out FILE`, `-oFILE`. */
  readonly exact?: readonly string[];
  /**
   * Operands that it writes: all of them; the last of several (`cp A B`); all but that one; the first; all but the first,
   * unless an option of `script` says what the first one says elsewhere (`sed -e`).
   */
  readonly operands?: 'all' | 'last' | 'sources' | 'first' | 'rest';
  /** Options that take the place of the first operand. */
  readonly script?: readonly string[];
  /** Options that name the target folder in the place of the last operand. */
  readonly into?: readonly string[];
  /** Without any target it writes the working folder. */
  readonly here?: boolean;
  /** Options that make it append; `true` where it never takes away from what is there. */
  readonly appends?: readonly string[] | true;
  /** It changes what is there, and writes nothing where nothing is. */
  readonly changes?: boolean;
  /** It takes the names away. */
  readonly removes?: boolean;
  /** A target with a colon before any slash lies elsewhere: `host:path`. */
  readonly remote?: boolean;
}

const COPY: WriteSpec = {
  operands: 'last',
  into: ['-t', '--target-directory'],
  mixed: true,
  valued: 'tS',
  longValued: ['target-directory', 'suffix'],
};
const IN_PLACE: WriteSpec = { operands: 'all', changes: true, mixed: true };
const PACKER: WriteSpec = { ...IN_PLACE, unless: ['-c', '-t', '-l', '--stdout', '--test', '--list'], valued: 'S' };
const COMPILER: WriteSpec = { exact: ['-o', '-MF', '--output'] };
const OWNER: WriteSpec = { operands: 'rest', script: ['--reference'], changes: true, mixed: true };
// `-x` is a mode.
const MODES = ['-r', '-w', '-x', '-X', '-s', '-t', '-u', '-g', '-o', '-a'];
const EDITOR: WriteSpec = { operands: 'all', changes: true, valued: 'cSuUip', unless: ['--version', '--help'] };
const PYTHON_FORMATTER: WriteSpec = { ...IN_PLACE, unless: ['--check', '--diff', '-'], valued: 'lct' };

const BY_PROGRAM: Readonly<Record<string, WriteSpec | readonly WriteSpec[]>> = {
  // coreutils
  tee: { operands: 'all', mixed: true, appends: ['-a', '--append'] },
  cp: COPY,
  ln: { ...COPY, here: true },
  mv: [COPY, { ...COPY, operands: 'sources', removes: true, changes: true }],
  install: [
    {
      ...COPY,
      unless: ['-d', '--directory'],
      valued: 'gmotS',
      longValued: ['target-directory', 'suffix', 'group', 'mode', 'owner', 'strip-program'],
    },
    {
      operands: 'all',
      only: ['-d', '--directory'],
      mixed: true,
      valued: 'gmo',
      longValued: ['group', 'mode', 'owner'],
    },
  ],
  touch: { operands: 'all', appends: true, mixed: true, valued: 'drt', longValued: ['date', 'reference', 'time'] },
  mkdir: { operands: 'all', appends: true, mixed: true, valued: 'm', longValued: ['mode'] },
  mkfifo: { operands: 'all', mixed: true, valued: 'm', longValued: ['mode'] },
  mknod: { operands: 'first', mixed: true, valued: 'm', longValued: ['mode'] },
  rm: { operands: 'all', removes: true, changes: true, mixed: true },
  rmdir: { operands: 'all', removes: true, changes: true, mixed: true },
  unlink: { operands: 'all', removes: true, changes: true },
  trash: { operands: 'all', removes: true, changes: true, mixed: true },
  shred: { ...IN_PLACE, valued: 'ns', longValued: ['iterations', 'size', 'random-source'] },
  truncate: { operands: 'all', mixed: true, valued: 'sr', longValued: ['size', 'reference'] },
  chmod: { ...OWNER, script: ['--reference', ...MODES] },
  chown: { ...OWNER, longValued: ['from'] },
  chgrp: OWNER,
  chattr: { operands: 'rest', changes: true, mixed: true, valued: 'vp' },
  setfacl: { ...IN_PLACE, valued: 'mxMX', longValued: ['modify', 'remove'] },
  sort: {
    outputs: ['-o', '--output'],
    mixed: true,
    valued: 'okStT',
    longValued: ['output', 'key', 'buffer-size', 'field-separator', 'temporary-directory'],
  },
  shuf: {
    outputs: ['-o', '--output'],
    mixed: true,
    valued: 'oin',
    longValued: ['output', 'input-range', 'head-count'],
  },
  uniq: { operands: 'rest', mixed: true, valued: 'fsw', longValued: ['skip-fields', 'skip-chars', 'check-chars'] },
  split: {
    operands: 'rest',
    here: true,
    mixed: true,
    valued: 'abClnt',
    longValued: ['bytes', 'lines', 'line-bytes', 'number', 'suffix-length', 'filter'],
  },
  csplit: { outputs: ['-f', '--prefix'], here: true, valued: 'bfn', longValued: ['prefix', 'suffix-format', 'digits'] },
  mktemp: { operands: 'all', outputs: ['-p', '--tmpdir'], mixed: true, valued: 'p', longValued: ['suffix'] },
  sponge: { operands: 'all', appends: ['-a'] },
  // Text in place
  sed: {
    operands: 'rest',
    script: ['-e', '-f', '--expression', '--file'],
    only: ['-i', '-I', '--in-place'],
    changes: true,
    mixed: true,
    valued: 'efl',
    optional: 'iI',
    longValued: ['expression', 'file', 'line-length'],
  },
  perl: {
    operands: 'rest',
    script: ['-e', '-E'],
    only: ['-i'],
    changes: true,
    valued: 'eEIMm',
    optional: 'i0lFCDxdT',
  },
  ruby: { operands: 'rest', script: ['-e'], only: ['-i'], changes: true, valued: 'eIrCE', optional: 'i0FKTWx' },
  awk: { operands: 'rest', script: ['-f', '--file'], only: ['-i', '--include'], changes: true, valued: 'fFvi' },
  gawk: { operands: 'rest', script: ['-f', '--file'], only: ['-i', '--include'], changes: true, valued: 'fFvi' },
  patch: [
    {
      outputs: ['-o', '--output', '-r', '--reject-file'],
      unless: ['--dry-run'],
      mixed: true,
      valued: 'BDdFgioprVYz',
      longValued: ['output', 'reject-file'],
    },
    {
      operands: 'first',
      here: true,
      changes: true,
      unless: ['--dry-run', '-o', '--output'],
      mixed: true,
      valued: 'BDdFgioprVYz',
      longValued: ['input', 'output', 'directory', 'strip', 'fuzz', 'reject-file'],
    },
  ],
  ed: EDITOR,
  ex: EDITOR,
  vi: EDITOR,
  vim: EDITOR,
  nvim: EDITOR,
  nano: EDITOR,
  emacs: EDITOR,
  dos2unix: IN_PLACE,
  unix2dos: IN_PLACE,
  yq: { operands: 'rest', only: ['-i', '--inplace', '--in-place'], changes: true, mixed: true, valued: 'op' },
  prettier: { ...IN_PLACE, only: ['-w', '--write'], longValued: ['config', 'parser', 'plugin', 'ignore-path'] },
  gofmt: { ...IN_PLACE, only: ['-w'], valued: 'r' },
  rustfmt: { ...IN_PLACE, unless: ['--check'], longValued: ['edition', 'config', 'config-path'] },
  'clang-format': { ...IN_PLACE, only: ['-i'] },
  autopep8: { ...IN_PLACE, only: ['-i', '--in-place'] },
  black: PYTHON_FORMATTER,
  isort: PYTHON_FORMATTER,
  // Downloads and copies between machines
  curl: [
    {
      outputs: ['-o', '--output', '-D', '--dump-header', '-c', '--cookie-jar', '--output-dir', '--trace', '--stderr'],
      mixed: true,
      valued: 'AbcCdDeEFhHKmoPQrtTuUwxXyYz',
      longValued: ['output', 'dump-header', 'cookie-jar', 'output-dir', 'trace', 'stderr', 'data', 'header', 'request'],
    },
    {
      only: ['-O', '--remote-name', '--remote-name-all'],
      unless: ['--output-dir'],
      here: true,
      valued: 'AbcCdDeEFhHKmoPQrtTuUwxXyYz',
      mixed: true,
      longValued: ['output-dir'],
    },
  ],
  wget: {
    outputs: ['-O', '--output-document', '-P', '--directory-prefix', '-o', '--output-file', '-a', '--append-output'],
    here: true,
    unless: ['--spider'],
    mixed: true,
    valued: 'OoaPetTwQUiBDARXIl',
    longValued: ['output-document', 'directory-prefix', 'output-file', 'append-output', 'header', 'user-agent'],
  },
  aria2c: { outputs: ['-o', '--out', '-d', '--dir', '-l', '--log'], here: true, mixed: true, valued: 'odlijkmsxU' },
  rsync: {
    operands: 'last',
    remote: true,
    outputs: ['--log-file', '--partial-dir', '--backup-dir'],
    unless: ['-n', '--dry-run', '--list-only'],
    mixed: true,
    valued: 'efMBT',
    longValued: [
      'rsh',
      'exclude',
      'include',
      'filter',
      'files-from',
      'log-file',
      'partial-dir',
      'backup-dir',
      'rsync-path',
    ],
  },
  scp: { operands: 'last', remote: true, mixed: true, valued: 'cDFiJloPSX' },
  // Archives
  tar: [
    {
      outputs: ['-f', '--file'],
      only: ['-c', '-r', '-u', '-A', '--create', '--append', '--update', '--delete'],
      mixed: true,
      valued: 'fCTXbgHIKLNV',
      longValued: ['file', 'directory', 'files-from', 'exclude-from', 'exclude'],
    },
    {
      outputs: ['-C', '--directory', '--one-top-level'],
      only: ['-x', '--extract', '--get'],
      unless: ['-O', '--to-stdout'],
      here: true,
      mixed: true,
      valued: 'fCTXbgHIKLNV',
      longValued: ['file', 'directory', 'files-from', 'exclude-from', 'exclude'],
    },
  ],
  unzip: {
    outputs: ['-d'],
    unless: ['-l', '-p', '-t', '-v', '-Z', '-z'],
    here: true,
    mixed: true,
    valued: 'dxP',
  },
  zip: { operands: 'first', mixed: true, valued: 'btnxiP', unless: ['-T', '-sf'] },
  '7z': { outputs: ['-o'], subcommand: ['x', 'e'], here: true, mixed: true, valued: 'o' },
  gzip: PACKER,
  gunzip: PACKER,
  bzip2: PACKER,
  bunzip2: PACKER,
  xz: PACKER,
  unxz: PACKER,
  zstd: [
    { outputs: ['-o'], mixed: true, valued: 'o' },
    { ...PACKER, unless: ['-c', '-o', '-t', '-l'], valued: 'o' },
  ],
  // Output of builders and converters
  gcc: COMPILER,
  'g++': COMPILER,
  cc: COMPILER,
  'c++': COMPILER,
  clang: COMPILER,
  'clang++': COMPILER,
  ld: COMPILER,
  as: COMPILER,
  nasm: COMPILER,
  rustc: { exact: ['-o', '--out-dir'] },
  go: { exact: ['-o', '-coverprofile', '-cpuprofile', '-memprofile', '-outputdir'] },
  javac: { exact: ['-d'] },
  tsc: { exact: ['--outDir', '--outFile', '--declarationDir', '--tsBuildInfoFile'] },
  esbuild: { exact: ['--outfile', '--outdir', '--metafile'] },
  pandoc: { exact: ['-o', '--output'] },
  dot: { exact: ['-o'] },
  protoc: { exact: ['--descriptor_set_out'] },
  openssl: { exact: ['-out', '-keyout', '-CAserial'] },
  'ssh-keygen': { exact: ['-f'], unless: ['-l', '-y', '-e', '-i', '-F', '-B', '-H'] },
  ffmpeg: { operands: 'last', mixed: true },
  convert: { operands: 'last', mixed: true },
  sqlite3: { operands: 'first', changes: true, mixed: true },
  pg_dump: { exact: ['-f', '--file'] },
  mysqldump: { exact: ['-r', '--result-file'] },
  eslint: { exact: ['-o', '--output-file'] },
  pip: { exact: ['-d', '--dest', '-t', '--target'] },
  docker: [
    { subcommand: ['cp'], operands: 'last', remote: true, mixed: true },
    { subcommand: ['save', 'export'], outputs: ['-o', '--output'], mixed: true, valued: 'o', longValued: ['output'] },
  ],
  kubectl: {
    subcommand: ['cp'],
    operands: 'last',
    remote: true,
    mixed: true,
    valued: 'nc',
    longValued: ['namespace', 'container'],
  },
  gh: {
    subcommand: ['run', 'release', 'repo'],
    outputs: ['-D', '--dir', '-O', '--output'],
    mixed: true,
    valued: 'DORnp',
    longValued: ['dir', 'output', 'repo', 'name', 'pattern'],
  },
  find: { exact: ['-fprint', '-fprint0', '-fls', '-fprintf'] },
  script: { operands: 'first', here: true, appends: ['-a', '--append'], valued: 'cEIOBmT' },
};

/** What git's subcommands write (their manual pages), beside the repository's own data. */
export const GIT_WRITES: Readonly<Record<string, WriteSpec>> = {
  clone: {
    operands: 'rest',
    here: true,
    mixed: true,
    valued: 'bcjou',
    longValued: ['branch', 'config', 'depth', 'origin', 'reference', 'separate-git-dir', 'template', 'jobs', 'filter'],
  },
  init: { operands: 'all', mixed: true, valued: 'b', longValued: ['initial-branch', 'template', 'separate-git-dir'] },
  archive: { outputs: ['-o', '--output'], mixed: true, valued: 'o', longValued: ['output', 'format', 'prefix'] },
  'format-patch': {
    outputs: ['-o', '--output-directory', '--output'],
    unless: ['--stdout'],
    mixed: true,
    valued: 'ov',
    longValued: ['output-directory', 'output'],
  },
  bundle: { subcommand: ['create'], operands: 'first', mixed: true },
  worktree: { subcommand: ['add'], operands: 'first', mixed: true, valued: 'bB', longValued: ['reason'] },
  submodule: { subcommand: ['add'], operands: 'rest', mixed: true, valued: 'b', longValued: ['name', 'reference'] },
  config: { outputs: ['-f', '--file'], mixed: true, valued: 'f', longValued: ['file'] },
  mv: { operands: 'all', changes: true, mixed: true },
  rm: { operands: 'all', removes: true, changes: true, unless: ['--cached', '-n', '--dry-run'], mixed: true },
  restore: { operands: 'all', changes: true, mixed: true, valued: 's', longValued: ['source', 'pathspec-from-file'] },
  diff: { outputs: ['--output'], longValued: ['output'], mixed: true },
  log: { outputs: ['--output'], longValued: ['output'], mixed: true },
  show: { outputs: ['--output'], longValued: ['output'], mixed: true },
};

/** What a program writes by its own arguments; several where its modes differ. Empty for one nobody knows. */
export const writeSpecs = (program: string): readonly WriteSpec[] => {
  const found = Object.hasOwn(BY_PROGRAM, program) ? BY_PROGRAM[program] : undefined;
  if (found === undefined) return [];
  return 'length' in found ? (found as readonly WriteSpec[]) : [found as WriteSpec];
};
