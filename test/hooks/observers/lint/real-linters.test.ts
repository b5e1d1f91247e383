import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintedIn, written } from '../../../kit/linters.ts';
import { type Scenario, scenario } from '../../../kit/scenario.ts';

/** A project that runs the linters this package is checked with, and programs of the machine. */
const project = (): Scenario => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  const s = scenario({ preset: 'strict', env });
  mkdirSync(join(s.project, 'node_modules/.bin'), { recursive: true });
  for (const name of ['biome', 'oxlint']) {
    symlinkSync(resolve('node_modules/.bin', name), join(s.project, 'node_modules/.bin', name));
  }
  return s;
};

const lint = async (s: Scenario, path: string, text: string) => {
  s.write(path, text);
  const results = lintedIn(await s.when(written(path)));
  expect(readFileSync(join(s.project, path), 'utf8')).toBe(text);
  return results.map(({ linter, status, problems }) => ({ linter, status, problems }));
};

const BAD = 'var x = 1\ndebugger\nif (x == 2) {\n}\n';

describe('biome', () => {
  it('is read: problems, a clean file, a file that is ignored, a configuration that is wrong', async () => {
    const s = project();
    s.write('biome.json', '{"root":true,"files":{"includes":["**","!gen"]}}');
    const [found] = await lint(s, 'src/a.js', BAD);
    expect(found?.status).toBe('problems');
    expect(found?.problems).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^src\/a\.js:2:1 .*debugger.*\(lint\/suspicious\/noDebugger\)$/),
        'src/a.js is not formatted (biome check --write does it) (format)',
      ]),
    );
    expect(await lint(s, 'src/b.js', 'export const b = 1;\n')).toMatchObject([{ status: 'clean' }]);
    expect(await lint(s, 'gen/a.js', BAD)).toMatchObject([{ status: 'clean' }]);
    s.write('biome.json', '{"no-such-key":');
    expect(await lint(s, 'src/a.js', BAD)).toMatchObject([{ status: 'broken' }]);
  });
});

describe('oxlint', () => {
  it('is read: problems, a text that is no program, a clean file, an ignored file, a configuration that is wrong', async () => {
    const s = project();
    s.write('.oxlintrc.json', '{"ignorePatterns":["gen"]}');
    const [found] = await lint(s, 'src/a.js', BAD);
    expect(found?.problems.join('\n')).toMatch(/src\/a\.js:2:1 .*debugger.* \(eslint\(no-debugger\)\)/);
    expect(await lint(s, 'src/c.js', 'let = = 3\n')).toMatchObject([{ status: 'problems' }]);
    expect(await lint(s, 'src/b.js', 'export const b = 1;\n')).toMatchObject([{ status: 'clean' }]);
    expect(await lint(s, 'gen/a.js', BAD)).toMatchObject([{ status: 'clean' }]);
    s.write('.oxlintrc.json', '{');
    expect(await lint(s, 'src/a.js', BAD)).toMatchObject([{ status: 'broken' }]);
  });
});

const hasRust =
  spawnSync('cargo', ['clippy', '--version']).status === 0 && spawnSync('cargo', ['fmt', '--version']).status === 0;

describe.skipIf(!hasRust)('rustfmt and clippy', () => {
  it('are read, each about the written file alone', async () => {
    const s = project();
    s.write('Cargo.toml', '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n[lints.clippy]\nall = "warn"\n');
    s.write('Cargo.lock', 'version = 3\n\n[[package]]\nname = "a"\nversion = "0.1.0"\n');
    s.write('src/b.rs', 'pub fn  b() -> i32 { return 1; }\n');
    const returns = 'mod b;\n\nfn main() {\n    let x = b::b();\n    println!("{}", x);\n    return;\n}\n';
    const [formatted, clippy] = await lint(s, 'src/main.rs', returns);
    expect(formatted).toMatchObject({ linter: 'rustfmt', status: 'clean' });
    expect(clippy?.linter).toBe('clippy');
    // Compiling may take longer than the hook has.
    if (clippy?.status !== 'broken') expect(clippy?.problems.join()).toMatch(/^src\/main\.rs:6:5 unneeded `return`/);
    expect((await lint(s, 'src/b.rs', 'pub fn  b() -> i32 { 1 }\n'))[0]).toMatchObject({
      linter: 'rustfmt',
      problems: ['src/b.rs:1 is not formatted (rustfmt does it)'],
    });
    expect((await lint(s, 'src/b.rs', 'pub fn b( {}\n'))[0]?.status).toBe('problems');
  });
});
