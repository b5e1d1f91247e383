import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanEnv } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', 'scripts', 'test-nodes.mjs');

/** In the place of npm: a registry with some versions, each a program that runs this Node and says it is that version. */
const REGISTRY = `#!/bin/sh
echo "$@" >> asked.txt
[ -e offline ] && { echo 'npm error code ENOTFOUND' >&2; echo 'npm error network request failed' >&2; exit 1; }
case "$1 $2" in
  'view '*@22) echo '["22.9.0","22.10.0"]' ;;
  'view '*@24) echo '"24.1.0"' ;;
  'pack '*)
    version=\${2##*@}
    mkdir -p "$4/package/bin"
    cat > "$4/package/bin/node" <<END
#!/bin/sh
[ "\\$1" = -p ] && { echo $version; exit 0; }
AS_NODE=$version exec '${process.execPath}' "\\$@"
END
    chmod +x "$4/package/bin/node"
    tar -czf "$4/node.tgz" -C "$4" package
    rm -r "$4/package"
    echo node.tgz ;;
esac
`;

/** In the place of the suite: fails on the Nodes that a file names, and says how many tests passed. */
const RUNNER = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const failed = readFileSync('failing.txt', 'utf8').includes(process.env.AS_NODE) ? 1 : 0;
const report = process.argv.find((arg) => arg.startsWith('--outputFile.json=')).slice('--outputFile.json='.length);
console.log('built by', readFileSync('built.txt', 'utf8'), process.argv.slice(2).filter((arg) => !arg.startsWith('--')).join(' '));
writeFileSync(report, JSON.stringify({ numPassedTests: 7 - failed, numFailedTests: failed, numPendingTests: 2 }));
process.exitCode = failed;
`;

const project = () => {
  const { path } = tempProject();
  const put = (name: string, text: string): void => writeFileSync(join(path, name), text);
  for (const folder of ['bin', 'scripts', 'node_modules/vitest']) mkdirSync(join(path, folder), { recursive: true });
  put('package.json', '{"engines":{"node":">=20.19"}}');
  put('bin/npm', REGISTRY);
  chmodSync(join(path, 'bin', 'npm'), 0o755);
  put(
    'scripts/build.mjs',
    "import('node:fs').then((fs) => fs.writeFileSync('built.txt', String(process.env.AS_NODE)));",
  );
  put('node_modules/vitest/vitest.mjs', RUNNER);
  put('failing.txt', '');
  const read = (name: string): string => readFileSync(join(path, name), 'utf8');
  const run = (...args: string[]) => {
    const env = cleanEnv({ PATH: `${join(path, 'bin')}${delimiter}${process.env['PATH']}` });
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
      cwd: path,
      env,
      encoding: 'utf8',
    });
    return { status, lines: stdout.split('\n').slice(0, -1), stderr };
  };
  return { path, put, read, run };
};

describe('npm run test:nodes', () => {
  it('builds and tests with the floor and the newest of each later line, and says what each came to', () => {
    const { read, run } = project();
    expect(run()).toMatchObject({
      status: 0,
      lines: ['20.19.0', '22.10.0', '24.1.0'].map((each) => `Node ${each}: passed: 7 passed, 0 failed, 2 skipped`),
    });
    expect(read('node_modules/.cache/docket-nodes/24.1.0.log')).toContain('built by 24.1.0');
    // The build that is left is that of the Node at hand.
    expect(read('built.txt')).toBe('undefined');
  });

  it('ends with 1 where one of them failed, and goes on to the next', () => {
    const { put, run } = project();
    put('failing.txt', '20.19.0');
    const { status, lines } = run();
    expect(status).toBe(1);
    expect(lines[0]).toBe(
      'Node 20.19.0: failed: 6 passed, 1 failed, 2 skipped, see node_modules/.cache/docket-nodes/20.19.0.log',
    );
    expect(lines.slice(1).map((line) => line.split(': ')[1])).toEqual(['passed', 'passed']);
  });

  it('says that the build failed, where it did', () => {
    const { put, run } = project();
    put('scripts/build.mjs', 'process.exit(process.env.AS_NODE === undefined ? 0 : 3);');
    expect(run('22')).toMatchObject({
      status: 1,
      lines: [expect.stringMatching(/^Node 22\.10\.0: failed: it does not build, see /)],
    });
  });

  it('takes versions, lines and Nodes of its own, and leaves the rest to the runner', () => {
    const { path, read, run } = project();
    expect(run('22.9.0', 'test/hooks').lines).toEqual(['Node 22.9.0: passed: 7 passed, 0 failed, 2 skipped']);
    expect(read('node_modules/.cache/docket-nodes/22.9.0.log')).toMatch(/ run test\/hooks$/m);
    const own = join(path, 'node_modules', '.cache', 'docket-nodes', '22.9.0', 'bin', 'node');
    expect(run(own).lines).toEqual(['Node 22.9.0: passed: 7 passed, 0 failed, 2 skipped']);
  });

  it('fetches a version once', () => {
    const { read, run } = project();
    run('24');
    run('24');
    expect(read('asked.txt').match(/^pack/gm)).toHaveLength(1);
  });

  it('uses without a network what was fetched before, and says so; what was not is not passed over', () => {
    const { put, path, run } = project();
    run('22');
    put('offline', '');
    const { status, lines, stderr } = run('22', '24');
    expect(stderr).toContain('Node 22: network request failed. Using 22.10.0, which was fetched before.');
    expect(lines).toEqual([
      'Node 22.10.0: passed: 7 passed, 0 failed, 2 skipped',
      'Node 24: not tested: network request failed. Name a Node of yours (npm run test:nodes -- /path/to/bin/node).',
    ]);
    expect(status).toBe(1);
    expect(existsSync(join(path, 'node_modules', '.cache', 'docket-nodes', '24.1.0'))).toBe(false);
  });
});

it('CI runs what any machine runs, on the same Nodes, and can do nothing else', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8');
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const lines = /const PROMISED = \[floorOf\(engines\.node\), (.*)\];/.exec(readFileSync(SCRIPT, 'utf8'))?.[1];
  expect(workflow).toContain(`node: ['${engines.node.slice('>='.length)}.0', ${lines}]`.replaceAll("'", '"'));
  expect(workflow.match(/^ +- (?:run|uses): .*/gm)?.map((line) => line.trim())).toEqual([
    expect.stringMatching(/^- uses: actions\/checkout@v\d+$/),
    expect.stringMatching(/^- uses: actions\/setup-node@v\d+$/),
    '- run: .ci/run',
  ]);
  expect(workflow).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  expect(workflow).not.toMatch(/secrets|write/);
});
