import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { scenario, writes } from '../kit/scenario.ts';
import { blocksOf, keyOf, PAGES } from './examples/blocks.ts';
import { CHECKED, ELSEWHERE } from './examples/decided.ts';
import { anywhere, documentedGateText } from './examples/documented-gate.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const CODE = PAGES.flatMap((page) => blocksOf(page)).filter(
  (block) => ['js', 'ts'].includes(block.language) && !(keyOf(block) in ELSEWHERE) && !(keyOf(block) in CHECKED),
);

const blockWith = (words: string): string => CODE.find(({ text }) => text.includes(words))?.text ?? '';

const GATE = documentedGateText();
const TEST = blockWith('asks before a lock file');
const ASKED = blockWith("from 'docket/testing'");

const folder = (): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'docket-code-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

it('knows every block of code', () => {
  expect(CODE.map(({ text }) => text).sort()).toEqual([ASKED, GATE, TEST].sort());
});

it('has code that the compiler takes as the project has it', () => {
  const path = folder();
  writeFileSync(join(path, 'gate.ts'), anywhere(GATE));
  const head = `import { expect, it } from 'vitest';\nimport { scenario, writes } from '${ROOT}/test/kit/scenario.ts';\n`;
  writeFileSync(join(path, 'gate.test.ts'), `${head}${TEST}`);
  writeFileSync(join(path, 'package.json'), '{"type":"module"}');
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'));
  writeFileSync(
    join(path, 'tsconfig.json'),
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), include: ['*.ts'], exclude: [] }),
  );
  const { stdout, status } = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['--noEmit', '-p', path], {
    encoding: 'utf8',
  });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
}, 60_000);

vi.mock(import('../../src/gates/gates.ts'), async (original) => {
  const { GATES } = await original();
  const { documentedGate } = await import('./examples/documented-gate.ts');
  return { GATES: [...GATES, await documentedGate()] };
});

vi.mock(import('../../src/gates/gates-about.ts'), async (original) => {
  const { gatesAbout } = await original();
  const { documentedGate } = await import('./examples/documented-gate.ts');
  const gate = await documentedGate();
  return { gatesAbout: (...about: Parameters<typeof gatesAbout>) => [...gatesAbout(...about), gate] };
});

it('has a gate that does what its test says', async () => {
  const names: string[] = [];
  const run = (name: string, body: () => Promise<void>): Promise<void> => {
    names.push(name);
    return body();
  };
  const body = new Function('it', 'expect', 'scenario', 'writes', `return ${TEST}`) as (
    ...given: unknown[]
  ) => Promise<void>;
  await body(run, expect, scenario, writes);
  expect(names).toHaveLength(1);
});

it('has a test of a custom gate that runs, and says what it comes to', () => {
  const path = folder();
  cpSync(join(ROOT, 'examples', 'custom-gates'), path, { recursive: true });
  mkdirSync(join(path, 'node_modules'));
  mkdirSync(join(path, 'test'));
  symlinkSync(ROOT, join(path, 'node_modules', 'docket'));
  writeFileSync(join(path, 'package.json'), '{"type":"module"}');
  writeFileSync(join(path, 'test', 'gate.js'), `${ASKED}console.log(\`'\${decision}'\`, verdicts[0].rule);\n`);
  const { stdout, stderr } = spawnSync(process.execPath, [join(path, 'test', 'gate.js')], { encoding: 'utf8' });
  const [, decision, rule] = /\/\/ ('\w+'); verdicts\[0\]\.rule is '(.+)'/.exec(ASKED) ?? [];
  expect({ stdout, stderr }).toEqual({ stdout: `${decision} ${rule}\n`, stderr: '' });
});
