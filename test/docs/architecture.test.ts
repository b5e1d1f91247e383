import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIST } from '../kit/hook-process.ts';
import { blocksOf, textOf } from './examples/blocks.ts';

const PAGE = 'docs/architecture.md';
const DRAWINGS = blocksOf(PAGE).filter(({ language }) => language === 'mermaid');

const FOLDERS = readdirSync('src');

/** Which folder of src/ a source file imports from, types aside. */
const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^import (?!type\b)[^'"]*['"](?:\.\.\/)+(\w+)\//gm)].map(
    ([, folder = '']) => folder,
  );

describe('docs/architecture.md', () => {
  it('names only files that there are', () => {
    const named = [...textOf(PAGE).matchAll(/\b(?:src|test|scripts)\/[\w./-]*[\w/]/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('draws only bundles that are built', () => {
    const named = DRAWINGS.flatMap(({ text }) =>
      [...text.matchAll(/dist\/([\w-]+\.cjs)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter((name) => !existsSync(join(DIST, name)))).toEqual([]);
  });

  it('draws every import between folders, and no folder that is not there', () => {
    const arrows = [...(DRAWINGS[2]?.text ?? '').matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(([, a = '', b = '']) => [
      a,
      b,
    ]);
    expect([...new Set(arrows.flat())].sort()).toEqual([...FOLDERS].sort());
    const reached = (from: string): string[] => arrows.flatMap(([a, b = '']) => (a === from ? [b, ...reached(b)] : []));
    const wrong = FOLDERS.flatMap((folder) =>
      readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.tsx?$/.test(name))
        .flatMap((name) => importsOf(join('src', folder, name)).map((target) => [name, target] as const))
        .filter(([, target]) => FOLDERS.includes(target) && target !== folder && !reached(folder).includes(target))
        .map(([name, target]) => `${folder}/${name} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });
});
