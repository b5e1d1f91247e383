import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, inject, it } from 'vitest';

const TESTS = join(import.meta.dirname, '..');

const testFiles = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('client') && !import.meta.filename.endsWith(name))
  .map((name) => ({ name, text: readFileSync(join(TESTS, name), 'utf8') }));

/** What would still be so for the files that the same process runs next. */
const STAYS = /^\s*(?:delete )?process\.env\b[^=;\n]*(?: = |;)|\bprocess\.chdir\(|\bglobalThis\.\w+ = /m;
const MOCKS = /\bvi\.(?:(?:do)?[mM]ock|stub\w+|spyOn|useFakeTimers)\(/;
/** Elsewhere it is a text, such as a test of what looks for mocks. */
const HAS_VI = /^import \{[^}]*\bvi\b[^}]*\} from 'vitest';$/m;

const changes = (text: string): boolean => STAYS.test(text) || (HAS_VI.test(text) && MOCKS.test(text));

it('changes what the next file finds only where each file has its modules to itself', () => {
  const changing = testFiles.filter(({ text }) => changes(text)).map(({ name }) => name);
  expect(changing.filter((name) => !name.endsWith('.isolated.test.ts'))).toEqual([]);
  expect(changing).not.toEqual([]);
});

it.each([
  "import { it, vi } from 'vitest';\nvi.mock('a')",
  "import { vi } from 'vitest';\nvi.stubEnv('A', 'b')",
  "  process.env['A'] = 'b';",
  'delete process.env.A;',
  'process.chdir(a)',
])('takes %s for such a change', (text) => {
  expect(changes(text)).toBe(true);
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
