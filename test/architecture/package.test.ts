import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..');

const packed = (): string[] => {
  const said = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(said) as [{ files: readonly { path: string }[] }];
  return files.map(({ path }) => path);
};

/** The bundles that a bundle loads or starts, by their names in it. */
const bundlesIn = (path: string): string[] =>
  [...readFileSync(join(ROOT, path), 'utf8').matchAll(/["'`](?:\.\/)?([\w-]+\.[cm]js)["'`]/g)].map(
    ([, name]) => `dist/${name}`,
  );

describe('the package', () => {
  const files = packed();
  const bundles = files.filter((path) => /^dist\/[\w-]+\.[cm]js$/.test(path));

  it('holds every bundle that one of its bundles names', () => {
    expect(bundles).toEqual(
      expect.arrayContaining(['dist/docket.cjs', 'dist/hook.cjs', 'dist/test-runner.cjs', 'dist/tui.mjs']),
    );
    expect([...new Set(bundles.flatMap(bundlesIn))].filter((path) => !files.includes(path))).toEqual([]);
  });

  it('holds no bundle that none of them names', () => {
    const named = ['dist/docket.cjs', ...bundles.flatMap(bundlesIn)];
    expect(bundles.filter((path) => !named.includes(path))).toEqual([]);
  });

  it('holds what goes with them: the schema, the licences of others, the demo; nothing of this machine', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'CHANGELOG.md',
        'LICENSE',
        'dist/THIRD-PARTY-NOTICES.txt',
        'dist/tui.mjs',
        'fixtures/demo/an-edit-undoes-what-tests-said.ndjson',
        'schema/docket.config.schema.json',
      ]),
    );
    expect(files.filter((path) => /^(?:dist\/cache|src|test|node_modules|\.docket)/.test(path))).toEqual([]);
  });
});
