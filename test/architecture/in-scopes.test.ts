import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { inScopes } from '../../scripts/in-scopes.mjs';

const MODULES: Readonly<Record<string, string>> = {
  // Each asks the other one: whichever stands first uses a name of a later module.
  './even.js': `import { isOdd } from './odd.js';
    export const isEven = (n) => n === 0 || isOdd(n - 1);
    ${many('a')}`,
  './odd.js': `import { isEven } from './even.js';
    export const isOdd = (n) => n !== 0 && isEven(n - 1);
    ${many('b')}`,
  './entry.js': `export { isEven } from './even.js';
    import { b7 } from './odd.js';
    ${many('c')}
    export const seven = () => b7() + c7() - b7();
    export const other = async () => (await import('./other.cjs')).name;`,
};

/** Fifty functions that nothing may leave out. */
function many(letter: string): string {
  const names = Array.from({ length: 50 }, (_, at) => `${letter}${at}`);
  const lines = names.map((name, at) => `${letter === 'c' ? '' : 'export '}const ${name} = () => ${at};`);
  return `${lines.join('\n')}\nglobalThis.kept = [${names.join(', ')}];`;
}

const bundled = async (): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: ['./entry.js'],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    supported: { 'dynamic-import': false },
    plugins: [
      {
        name: 'modules',
        setup(builder) {
          builder.onResolve({ filter: /^\.\/other/ }, ({ path }) => ({ path, external: true }));
          builder.onResolve({ filter: /^\.\// }, ({ path }) => ({ path, namespace: 'modules' }));
          builder.onLoad({ filter: /.*/, namespace: 'modules' }, ({ path }) => ({ contents: MODULES[path] ?? '' }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? '';
};

describe('a bundle of the hook in scopes of few names', () => {
  it('does what it did, with modules that use each other', async () => {
    const text = inScopes(await bundled());
    const module = { exports: {} as Record<string, (given?: number) => unknown> };
    const load = new Function('exports', 'require', 'module', text);
    load(module.exports, () => ({ name: 'other' }), module);
    const { isEven, seven, other, ...more } = module.exports;
    expect({ even: [isEven?.(10), isEven?.(7)], seven: seven?.(), more }).toEqual({
      even: [true, false],
      seven: 7,
      more: {},
    });
    expect(await other?.()).toBe('other');
  });

  it('has no scope with more names than V8 keeps in a list', async () => {
    const text = inScopes(await bundled());
    const scopes = text.split('(() => {\n');
    expect(scopes.length).toBeGreaterThan(2);
    for (const scope of scopes) expect(scope.match(/^(?:var|function) /gm)?.length ?? 0).toBeLessThan(75);
  });
});
