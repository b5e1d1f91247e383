import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanEnv } from '../kit/hook-process.ts';
import { installPacked, packInto } from '../kit/packed-package.ts';

const ROOT = join(import.meta.dirname, '..', '..');

// npm is slow to start: what is packed once is looked at, and installed.
const root = realpathSync(mkdtempSync(join(tmpdir(), 'docket-package-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const env = cleanEnv({ HOME: root, npm_config_update_notifier: 'false' });
const packed = packInto(root, env);

/** The bundles that a bundle loads or starts, by their names in it. */
const bundlesIn = (path: string): string[] =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(/["'`](?:\.\/)?([\w-]+\.[cm]js)["'`]/g)].map(
    ([, name]) => `dist/${name}`,
  );

describe('the package', () => {
  const { size, unpackedSize } = packed;
  const files = packed.files.map(({ path }) => path);
  const bundles = files.filter((path) => /^dist\/[\w-]+\.[cm]js$/.test(path));

  it('holds every bundle that one of its bundles names', () => {
    expect(bundles).toEqual(
      expect.arrayContaining(['dist/docket.cjs', 'dist/hook.cjs', 'dist/test-runner.cjs', 'dist/tui.mjs']),
    );
    expect([...new Set(bundles.flatMap(bundlesIn))].filter((path) => !files.includes(path))).toEqual([]);
  });

  it('holds no bundle that none of them names', () => {
    // What projects import for tests of their own gates.
    const named = ['dist/docket.cjs', 'dist/testing.mjs', ...bundles.flatMap(bundlesIn)];
    expect(bundles.filter((path) => !named.includes(path))).toEqual([]);
  });

  it('holds what goes with them and nothing else', () => {
    expect(files.filter((path) => !bundles.includes(path)).sort()).toEqual([
      '.claude-plugin/marketplace.json',
      '.claude-plugin/plugin.json',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/THIRD-PARTY-NOTICES.txt',
      'dist/docket.1',
      'dist/gate.d.ts',
      'dist/testing.d.ts',
      'fixtures/demo/an-edit-undoes-what-tests-said.ndjson',
      'hooks/hooks.json',
      'package.json',
      'schema/docket.config.schema.json',
    ]);
  });

  it('stays small: below 2.6 MB to fetch and 8 MB on the disk, as the documentation says', () => {
    expect(size).toBeLessThan(2_600_000);
    expect(unpackedSize).toBeLessThan(8_000_000);
    expect(readFileSync(join(ROOT, 'docs', 'getting-started.md'), 'utf8')).toContain(
      '2.6 MB to fetch, 8 MB on the disk',
    );
  });

  it('says of itself what a registry shows, and needs nothing else to run', () => {
    const facts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(facts).toMatchObject({ name: 'docket', license: 'MIT', bin: { docket: 'dist/docket.cjs' } });
    expect(facts['description']).toMatch(/.{40}/);
    expect((facts['keywords'] as string[]).length).toBeGreaterThan(3);
    expect(facts['engines']).toEqual({ node: expect.stringMatching(/^>=\d+\.\d+$/) });
    // What it needs is in its bundles; nothing runs on a machine because it is installed there.
    for (const name of ['dependencies', 'peerDependencies', 'optionalDependencies'])
      expect(facts).not.toHaveProperty(name);
    expect(Object.keys(facts['scripts'] as object).filter((name) => /install|prepare|prepack/.test(name))).toEqual([]);
  });
});

describe('the package, installed from its file into an empty folder without a network', () => {
  const folder = installPacked(root, 'my app', env, packed);

  const run = (program: string, ...args: string[]) => spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
  /** What npx finds and starts. */
  const docket = (...args: string[]) => run(join(folder, 'node_modules', '.bin', 'docket'), ...args);

  it('works by npx', () => {
    const version = { status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) };
    expect(run('npx', '--offline', 'docket', '--version')).toMatchObject(version);
    expect(docket('--version')).toMatchObject(version);
  });

  it('works: the command, what it loads when needed, and the demo', () => {
    expect(docket('classify', '--json', '--', 'rm -rf /').stdout).toContain('guard/rm-root');
    const demo = docket('demo');
    expect(demo.status, demo.stderr).toBe(0);
    expect(demo.stdout).toContain('test-gate');
  });

  it('tests gates of the project, also about shell commands', () => {
    cpSync(join(ROOT, 'examples', 'custom-gates', 'docket.gates', 'ticket-id.js'), join(folder, 'ticket-id.mjs'));
    const kit = `import { givenGate } from 'docket/testing';
import { gate } from './ticket-id.mjs';
const { when } = givenGate(gate);
for (const command of ['for file in a b; do git commit -m "$file"; done', 'git commit -m "ABC-1: it"', 'ls']) {
  console.log((await when({ tool: 'Bash', input: { command } })).decision);
}`;
    writeFileSync(join(folder, 'kit.mjs'), kit);
    expect(run(process.execPath, 'kit.mjs')).toMatchObject({ stderr: '', stdout: 'ask\nnone\nnone\n' });
  });

  it('registers itself, and what it registers records', () => {
    const { status, stderr } = docket('init', '--yes', '--client-version', '2.1.332', '--preset', 'standard');
    expect(status, stderr).toBe(0);
    const { hooks } = JSON.parse(readFileSync(join(folder, '.claude', 'settings.local.json'), 'utf8')) as {
      hooks: { PreToolUse: [{ hooks: [{ command: string; args: string[] }] }] };
    };
    const [{ command, args }] = hooks.PreToolUse[0].hooks;
    const call = { tool_name: 'Bash', tool_input: { command: 'rm -rf /' }, session_id: 's1', cwd: folder };
    const input = JSON.stringify({ hook_event_name: 'PreToolUse', ...call });
    const said = spawnSync(command, args, {
      cwd: folder,
      env: { ...env, CLAUDE_PROJECT_DIR: folder },
      input,
      encoding: 'utf8',
    });
    expect(said).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.parse(said.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    expect(docket('why').stdout).toContain('guard/rm-root');
  });
});
