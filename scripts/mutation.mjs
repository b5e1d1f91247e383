// Changes the code bit by bit and sees whether a test notices (docs/mutation-testing.md). Without names of files or folders
// it takes those that stryker.config.mjs lists, and the tests that ask them directly.
//
//   npm run mutation -- src/projections/strikes.ts src/gates/guard --tests test/projections/strikes.test.ts --force
//
// `path.ts:10-20` are lines of a file. `--tests` runs only the tests of a file or folder. Other options are those of Stryker, as
// `--name=value`.

import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const filesIn = (path, ending) => (isFolder(path) ? `${path.replace(/\/$/, '')}/**/*${ending}` : path);

const chosen = [];
const tests = [];
const options = [];
let list = chosen;
for (const arg of process.argv.slice(2)) {
  if (arg === '--tests') list = tests;
  else if (arg.startsWith('--')) options.push(arg);
  else list.push(filesIn(arg, list === tests ? '.test.ts' : '.ts'));
}

/** Without those that play whole sessions through the hook, which take minutes. */
const DIRECT = [
  'test/projections/!(agents|fold.prop|late-fold.prop).test.ts',
  'test/gates/{combine,waived-verdict}.test.ts',
];
if (chosen.length === 0 && tests.length === 0) tests.push(...DIRECT);

const env = { ...process.env, ...(tests.length === 0 ? {} : { DOCKET_MUTATION_TESTS: JSON.stringify(tests) }) };
const args = ['stryker', 'run', ...(chosen.length === 0 ? [] : ['--mutate', chosen.join(',')]), ...options];
process.exit(spawnSync('npx', args, { env, stdio: 'inherit' }).status ?? 1);
