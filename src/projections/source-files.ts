import type { Policy } from '../events/schemas.ts';
import { kindByPolicy } from './path-patterns.ts';

/** What a path is, by its name alone. Gates about writing look at `source` only. */
export type FileKind = 'source' | 'test' | 'doc' | 'config' | 'generated' | 'vendored' | 'other';

/**
 * Classifies a path. Pass it relative to its worktree where that is known, so that a folder above the project (say
 * `/home/dev/test/shop`) does not make everything in it a test. Endings and names count in any case, but for languages
 * that join words by capitals: `MyTest.java` is a test, `Latest.java` is none. Where a name says too little, the answer
 * is `source`: a gate that asks once too often is better than one that never does.
 *
 * What a policy says of a path goes before all that; of a name that it calls source, folders still say more.
 */
export const fileKind = (path: string, files?: Policy['files']): FileKind => {
  const told = files === undefined ? null : kindByPolicy(path, files);
  if (told !== null && told !== 'source-name') return told;
  const folders = path.replaceAll('\\', '/').split('/');
  const file = folders.pop() ?? '';
  const place = folderKind(folders);
  if (place === 'vendored') return 'vendored';
  const name = file.toLowerCase();
  const byName = nameKind(name);
  const kind = told === null || byName === 'generated' ? byName : 'source';
  if (place === 'generated' || kind === 'generated') return 'generated';
  if (kind === 'doc') return 'doc';
  const isSource = kind === 'source';
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1);
  const stem = dot < 0 ? name : name.slice(0, dot);
  if (isSource && isConfigSource(name, stem, extension)) return 'config';
  const lower = folders.map((folder) => folder.toLowerCase());
  if (!(JVM.has(extension) && isBelowMain(lower))) {
    if (place === 'test') return 'test';
    if (isSource && lower.some((folder) => SPEC_FOLDERS.has(folder))) return 'test';
    if (isSource && isTestName(stem, file.slice(0, dot), extension, folders.length)) return 'test';
  }
  return kind;
};

/** What the folders above a file say of it, each as it is written; null when they say nothing. */
export const folderKind = (folders: readonly string[]): 'vendored' | 'generated' | 'test' | null => {
  const lower = folders.map((folder) => folder.toLowerCase());
  if (lower.some((folder) => VENDORED.has(folder))) return 'vendored';
  if (isInOutput(lower)) return 'generated';
  return lower.some((folder) => TEST_FOLDERS.has(folder)) || folders.some(isTestTarget) ? 'test' : null;
};

/** What the name of a file says of it, in lower case. */
export const nameKind = (name: string): 'generated' | 'doc' | 'source' | 'config' | 'other' => {
  if (isGeneratedName(name)) return 'generated';
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot + 1);
  const stem = dot < 0 ? name : name.slice(0, dot);
  if ((dot >= 0 && DOC.has(extension)) || (DOC_NAMES.has(stem) && (dot < 0 || extension === 'txt'))) return 'doc';
  if (dot >= 0 && SOURCE.has(extension)) return 'source';
  return isConfigName(name, stem, extension) ? 'config' : 'other';
};

interface Words {
  readonly has: (word: string) => boolean;
}

/**
 * A list of words, searched as it is written: making sets of all lists would cost every hook call a tenth of a millisecond.
 * Whoever asks often, for all files of a tree, is answered from a set.
 */
const words = (list: string): Words => {
  const padded = ` ${list} `;
  let asked = 0;
  let set: ReadonlySet<string> | undefined;
  return {
    has: (word) => {
      if (set !== undefined) return set.has(word);
      asked += 1;
      if (asked > MANY) set = new Set(list.split(' '));
      return word !== '' && !word.includes(' ') && padded.includes(` ${word} `);
    },
  };
};

const MANY = 100;

// Seed 001, `$SOURCE_EXTENSIONS`, with later spellings of the same languages, and languages that list leaves out.
const SOURCE = words(
  'ts tsx mts cts js jsx mjs cjs py rs go java kt kts swift c cc cpp cxx h hh hpp cs rb php sh bash zsh ' +
    'vue svelte astro ipynb pyi scala groovy dart ex exs erl clj cljs hs lua pl pm r jl zig m mm fs ps1 elm sql proto graphql',
);
const SCRIPT = words('ts tsx mts cts js jsx mjs cjs');
const DOC = words('md mdx markdown rst adoc asciidoc');
const DOC_NAMES = words('readme license licence copying changelog contributing authors notice');
const CONFIG = words(
  'json jsonc json5 yaml yml toml ini cfg conf env lock xml properties gradle mod sum tf csproj sln gemspec mk cmake bazel',
);
const CONFIG_NAMES = words(
  'makefile dockerfile containerfile gemfile rakefile justfile procfile pipfile jenkinsfile vagrantfile brewfile ' +
    'build workspace .gitattributes .gitmodules .editorconfig .tool-versions',
);
/** `requirements-dev.txt`; what a build printed is none of it. */
const CONFIG_TEXTS = words('cmakelists requirements constraints');
const CONFIG_SOURCES = words(
  'setup.py noxfile.py conanfile.py gulpfile.js gruntfile.js jakefile.js knexfile.js knexfile.ts mix.exs package.swift',
);

const VENDORED = words(
  'node_modules bower_components jspm_packages vendor third_party third-party .venv venv site-packages __pypackages__ .tox .nox .eggs ' +
    'pods carthage .yarn .pnpm-store .bundle elm-stuff',
);
const GENERATED = words(
  'generated __generated__ __pycache__ .next .nuxt .svelte-kit .output .turbo .dart_tool .angular .gradle storybook-static',
);
/** Where tools put what they make, unless the folder lies among sources: `src/build/plan.ts` is written by hand. */
const OUTPUT = words('dist build out target coverage');
const SOURCE_ROOTS = words('src internal pkg cmd');

const isInOutput = (folders: readonly string[]): boolean => {
  for (const folder of folders) {
    if (GENERATED.has(folder)) return true;
    if (SOURCE_ROOTS.has(folder)) return folders.some((other) => GENERATED.has(other));
    if (OUTPUT.has(folder)) return true;
  }
  return false;
};

const GENERATED_ENDINGS = [
  ...['.min.js', '.min.css', '.js.map', '.css.map', '.pb.go', '.pb.cc', '.pb.h', '_pb2.py', '_pb2_grpc.py', '_pb2.pyi'],
  ...['.g.dart', '.freezed.dart', '.g.cs', '.designer.cs', '_generated.go', '.gen.go', '.gen.ts'],
];

const isGeneratedName = (name: string): boolean =>
  name === '.claude_review_state.json' ||
  GENERATED_ENDINGS.some((ending) => name.endsWith(ending)) ||
  name.includes('.generated.');

const isConfigSource = (name: string, stem: string, extension: string): boolean => {
  if (CONFIG_SOURCES.has(name) || name.endsWith('.gradle.kts')) return true;
  // `vite.config.ts`, `jest.config.e2e.ts` and `.eslintrc.cjs`; a module called `config.ts` is code.
  if (!SCRIPT.has(extension)) return false;
  return stem.startsWith('.') || stem.startsWith('webpack.') || CONFIG_STEM.some((part) => `${stem}.`.includes(part));
};

const CONFIG_STEM = ['.config.', '.conf.', '.workspace.'];

const isConfigName = (name: string, stem: string, extension: string): boolean => {
  if (CONFIG.has(extension) || name.startsWith('.env')) return true;
  if (name.startsWith('.')) return CONFIG_NAMES.has(name) || name.endsWith('rc') || name.endsWith('ignore');
  if (extension === 'txt') return CONFIG_TEXTS.has(stem.split('-', 1)[0] ?? '');
  return CONFIG_NAMES.has(name.split('.', 1)[0] ?? '');
};

/** Maven and Gradle never run classes in `src/main` as tests, whatever their packages are called. */
const isBelowMain = (folders: readonly string[]): boolean =>
  folders.some((folder, index) => folder === 'main' && folders[index - 1] === 'src');

const TEST_FOLDERS = words(
  'test tests __tests__ __mocks__ __fixtures__ __snapshots__ e2e testdata fixtures cypress ' +
    'test-utils test_utils testutils testutil test-helpers test_helpers test-support test_support testfixtures ' +
    'unit-tests unit_tests integration-tests integration_tests e2e-tests e2e_tests functional-tests functional_tests ' +
    'androidtest integrationtest',
);
/** Such a folder also holds specifications that are no tests: of a program's interface, of a feature. */
const SPEC_FOLDERS = words('spec specs');

/** A target of Xcode (`ShopUITests`), a project of .NET (`Shop.Tests`) or a source set of Gradle (`src/jvmTest/kotlin`). */
const isTestTarget = (folder: string, index: number, folders: readonly string[]): boolean =>
  folder.endsWith('Tests') ||
  folder.endsWith('.Test') ||
  (folder.endsWith('Test') && folders[index - 1] === 'src' && SOURCE_SETS.has(folders[index + 1] ?? ''));

const SOURCE_SETS = words('kotlin java scala groovy resources');

const TEST_WORDS = words('test tests spec specs e2e unittest unittests');
/** Only behind a dot: `list.mock.ts` stands in for the list, `order_mock.ts` may be about mock orders. */
const DOTTED_TEST_WORDS = words('cy mock mocks fixture fixtures test-d spec-d test-utils');
const TEST_STEMS = words(
  'test tests conftest spec_helper rails_helper test-utils test-util testutils testutil test-helpers test-helper ' +
    'testhelpers test-setup setup-tests setuptests test.setup jest.setup vitest.setup',
);
const CAMEL = words('java kt scala groovy cs php swift cc cpp cxx m mm');
const JVM = words('java kt scala groovy');

const isTestName = (stem: string, original: string, extension: string, depth: number): boolean => {
  if (TEST_STEMS.has(stem) || stem.startsWith('test_')) return true;
  const separator = Math.max(stem.lastIndexOf('.'), stem.lastIndexOf('_'), stem.lastIndexOf('-'));
  if (separator >= 0 && TEST_WORDS.has(stem.slice(separator + 1))) return true;
  const dot = stem.lastIndexOf('.');
  if (dot >= 0 && DOTTED_TEST_WORDS.has(stem.slice(dot + 1))) return true;
  // Node's runner takes `test-cart.js` for a test. Among sources, such a name is about tests (`src/test-runner.ts`).
  if (SCRIPT.has(extension) && stem.startsWith('test-')) return depth === 0;
  return CAMEL.has(extension) && isCamelTest(original, JVM.has(extension));
};

/** The names that Surefire, Failsafe, JUnit, Kotest, NUnit, XCTest and PHPUnit look for. */
const isCamelTest = (stem: string, isJvm: boolean): boolean => {
  if (stem.endsWith('Test') || stem.endsWith('Tests') || stem.endsWith('TestCase')) return true;
  if (!isJvm) return false;
  const before = stem.at(-3) ?? '';
  if (stem.endsWith('IT') && before !== before.toUpperCase()) return true;
  const afterTest = stem.startsWith('Test') ? (stem[4] ?? '') : '';
  return stem.endsWith('Spec') || afterTest !== afterTest.toLowerCase();
};
