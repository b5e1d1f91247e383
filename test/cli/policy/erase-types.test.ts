import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ErasureError, eraseTypes } from '../../../src/cli/policy/erase-types.ts';

/** What runs, whatever the spelling. */
const compiled = (code: string, loader: 'ts' | 'js'): string =>
  transformSync(code, {
    loader,
    minifyWhitespace: true,
    minifySyntax: true,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  }).code;

describe('taking the types out of TypeScript', () => {
  it.each([
    "import type { CustomGate } from 'docket/gate';\nexport const gate = { a: 1 } satisfies CustomGate;",
    "import { type A, b, type C } from 'node:path';\nb;",
    "import { a, type B } from 'node:path';\na;",
    'interface X { a: string }\ntype Y<T> = T | null;\nexport type Z = 1;\nexport interface W { b(): void }\nf();',
    'declare const q: number;\nexport declare function x(): void;\ndeclare enum E { A }\nf(q);',
    'const f = <T,>(a: string, b?: number, ...c: readonly string[]): T => a as unknown as T;',
    'function g<T extends X>(this: Foo, x: T): asserts x is T { return x!; }',
    'function over(a: string): void;\nfunction over(a: unknown) { return a; }',
    'class C<T> extends D<T> implements E, F { private readonly a: string = "x"; b?: number; declare c: string; override n(): void {} static s = 1 }',
    'abstract class A { abstract m(): void; protected n(): void; k() {} }',
    'const m = new Map<string, readonly number[]>(); const v = <string>w; const x = y as const;',
    'for (const x of y as string[]) { x!.z![0]!; }',
    'const h = async ({ a }: { a: string }, [b]: [string]): Promise<void> => {};',
    'a < b > (c); const t = a ? (b) : (c); const o = { type: 1, as: 2, readonly: 3, satisfies: 4 };',
    'export default function <T>(a: T): T { return a; }',
    'export type { W } from "./w"; export { a } from "./x";',
  ])('leaves what runs, line by line: %s', (code) => {
    const erased = eraseTypes(code);
    expect(compiled(erased, 'js')).toBe(compiled(code, 'ts'));
    expect(erased.length).toBe(code.length);
    expect(erased.split('\n').length).toBe(code.split('\n').length);
  });

  it.each([
    ['\nenum E { A }', 'line 2: an enum'],
    ['namespace N { export const a = 1 }', 'a namespace'],
    ['class A { constructor(private x: string) {} }', 'a parameter property'],
    ['const a = ;', 'line 1'],
  ])('refuses what is more than types, or no TypeScript: %s', (code, said) => {
    expect(() => eraseTypes(code)).toThrow(ErasureError);
    expect(() => eraseTypes(code)).toThrow(said);
  });

  it('leaves what runs of the TypeScript in this repository', () => {
    const folder = join(import.meta.dirname, '..', '..', '..', 'src', 'gates');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(80);
    const refused: string[] = [];
    const wrong = files.filter((name) => {
      const code = readFileSync(join(folder, name), 'utf8');
      try {
        return compiled(eraseTypes(code), 'js') !== compiled(code, 'ts');
      } catch (error) {
        if (!(error instanceof ErasureError)) throw error;
        refused.push(name);
        return false;
      }
    });
    // The parser does not know every type that there is, and then nothing runs.
    expect(refused.length).toBeLessThan(files.length / 20);
    expect(wrong).toEqual([]);
  });
});
