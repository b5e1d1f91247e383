import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { blocksOf } from './examples/blocks.ts';

const ROOT = join(import.meta.dirname, '..', '..');

it('shows the examples as they are', () => {
  const text = readFileSync('docs/custom-gates.md', 'utf8');
  const folder = join('examples', 'custom-gates');
  const names = [
    'docket.config.json',
    ...readdirSync(join(folder, 'docket.gates')).map((name) => `docket.gates/${name}`),
  ];
  expect(names).toHaveLength(4);
  for (const name of names) expect(text).toContain(readFileSync(join(folder, name), 'utf8').trim());
});

it("has no code that the package's types refuse in a strict project", () => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'docket-types-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const folder of ['node_modules', 'docket.gates', 'test']) mkdirSync(join(path, folder));
  symlinkSync(ROOT, join(path, 'node_modules', 'docket'));
  writeFileSync(join(path, 'package.json'), '{"type":"module"}');
  const gates = join('examples', 'custom-gates', 'docket.gates');
  for (const name of readdirSync(gates)) {
    const code = readFileSync(join(gates, name), 'utf8');
    writeFileSync(join(path, 'docket.gates', name), code);
    // The same as the page says that it is written in TypeScript.
    const typed = code
      .replace(/^\/\*\* @type .*$/m, "import type { CustomGate } from 'docket/gate';")
      .replace(/^};$/m, '} satisfies CustomGate;');
    expect(typed).toContain('satisfies');
    writeFileSync(join(path, 'docket.gates', name.replace('.js', '-typed.ts')), typed);
  }
  const code = blocksOf('docs/custom-gates.md').filter(({ language }) => language === 'js');
  for (const [index, { text }] of code.entries()) writeFileSync(join(path, 'test', `block-${index}.js`), text);
  const compilerOptions = { strict: true, allowJs: true, checkJs: true, noEmit: true, module: 'nodenext', types: [] };
  writeFileSync(join(path, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['docket.gates', 'test'] }));
  const { stdout, status } = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', path], { encoding: 'utf8' });
  expect({ stdout, status, blocks: code.length }).toEqual({ stdout: '', status: 0, blocks: 4 });
}, 60_000);
