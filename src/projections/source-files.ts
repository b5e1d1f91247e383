/** What a path is, by its name alone. Gates about writing look at `source` only. */
export type FileKind = 'source' | 'test' | 'doc' | 'config' | 'generated' | 'vendored' | 'other';

/** Seed 001, `$SOURCE_EXTENSIONS`, with the module spellings of the same languages that came later. */
const SOURCE = new Set(
  'ts tsx mts cts js jsx mjs cjs py rs go java kt kts swift c cc cpp cxx h hh hpp cs rb php sh bash zsh vue svelte ipynb'.split(
    ' ',
  ),
);
const DOC = new Set(['md', 'mdx', 'markdown', 'rst', 'adoc', 'asciidoc']);
const CONFIG = new Set([
  'json',
  'jsonc',
  'json5',
  'yaml',
  'yml',
  'toml',
  'ini',
  'cfg',
  'conf',
  'env',
  'lock',
  'xml',
  'properties',
]);
const VENDORED = new Set([
  'node_modules',
  'vendor',
  'third_party',
  '.venv',
  'venv',
  'site-packages',
  'bower_components',
]);
const GENERATED = new Set([
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  '.next',
  '.nuxt',
  '__pycache__',
  'generated',
  '__generated__',
]);
const TEST_FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  'spec',
  'specs',
  '__mocks__',
  'e2e',
  'testdata',
  'fixtures',
]);

/**
 * Classifies a path. Pass it relative to its worktree where that is known, so that a folder above the project (say
 * `/home/dev/test/shop`) does not make everything in it a test. Case-insensitive in the ending.
 */
export const fileKind = (path: string): FileKind => {
  const parts = path.split(/[\\/]+/).filter((part) => part !== '' && part !== '.');
  const name = (parts.at(-1) ?? '').toLowerCase();
  const folders = parts.slice(0, -1).map((part) => part.toLowerCase());
  if (folders.some((folder) => VENDORED.has(folder))) return 'vendored';
  if (folders.some((folder) => GENERATED.has(folder)) || isGeneratedName(name)) return 'generated';
  const dot = name.lastIndexOf('.');
  const extension = dot < 0 ? '' : name.slice(dot + 1);
  if (DOC.has(extension)) return 'doc';
  if (SOURCE.has(extension)) {
    if (isConfigName(name)) return 'config';
    return isTestName(name, extension) || folders.some((folder) => TEST_FOLDERS.has(folder)) ? 'test' : 'source';
  }
  if (CONFIG.has(extension) || name.startsWith('.env') || CONFIG_NAMES.has(name)) return 'config';
  return 'other';
};

const CONFIG_NAMES = new Set([
  'makefile',
  'dockerfile',
  '.gitignore',
  '.npmrc',
  '.editorconfig',
  'gemfile',
  'rakefile',
  'justfile',
]);

const isGeneratedName = (name: string): boolean =>
  /\.(min\.(js|css)|pb\.go|g\.dart|generated\.[a-z]+|d\.ts)$/.test(name) || /_pb2(_grpc)?\.py$/.test(name);

const isConfigName = (name: string): boolean => /(^|\.)(config|rc)\.[cm]?[jt]sx?$/.test(name) || name === 'setup.py';

const isTestName = (name: string, extension: string): boolean => {
  const stem = name.slice(0, name.length - extension.length - 1);
  return (
    /[._-](test|tests|spec|specs|e2e|cy)$/.test(stem) ||
    /^test[_.-]/.test(stem) ||
    stem === 'conftest' ||
    (['java', 'kt', 'cs', 'php', 'swift'].includes(extension) && /tests?$/.test(stem) && stem.length > 5)
  );
};
