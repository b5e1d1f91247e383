import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';

const TESTS = join(import.meta.dirname, '..');

const testFiles = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('client') && !import.meta.filename.endsWith(name))
  .map((name) => ({ name, text: readFileSync(join(TESTS, name), 'utf8') }));

/** What would still be so for the files that the same process runs next. */
const STAYS =
  /\bvi\.(?:(?:do)?[mM]ock|stub\w+|spyOn|useFakeTimers)\(|^\s*(?:delete )?process\.env\b[^=;\n]*(?: = |;)|\bprocess\.chdir\(|\bglobalThis\.\w+ = /m;

it('changes what the next file finds only where each file has its modules to itself', () => {
  const changing = testFiles.filter(({ text }) => STAYS.test(text)).map(({ name }) => name);
  expect(changing.filter((name) => !name.endsWith('.isolated.test.ts'))).toEqual([]);
  expect(changing).not.toEqual([]);
});

it.each([
  'vi.mock("a")',
  'vi.stubEnv("A", "b")',
  "  process.env['A'] = 'b';",
  'delete process.env.A;',
  'process.chdir(a)',
])('takes %s for such a change', (text) => {
  expect(text).toMatch(STAYS);
});

it('tries properties with the seed of the run, and says how to try them again', () => {
  expect(fc.readConfigureGlobal()).toMatchObject({ seed: inject('seed') });
  const tried: number[] = [];
  const fails = (): void => fc.assert(fc.property(fc.nat(), (n) => tried.push(n) === 0));
  expect(fails).toThrow(`DOCKET_TEST_SEED=${inject('seed')}`);
  const once = tried.splice(0);
  expect(fails).toThrow();
  expect(tried).toEqual(once);
});
