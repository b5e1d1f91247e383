import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';

const textOf = (name: string): string => readFileSync(`docs/${name}.md`, 'utf8');

/** The blocks of a document in one language. */
const blocks = (name: string, language: string): string[] =>
  [...textOf(name).matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, of, block = '']) =>
    of === language ? [block] : [],
  );

/** Each call of docket in them: the command, and its flags. */
const calls = (name: string): [string, string[]][] =>
  blocks(name, 'sh')
    .join('\n')
    .split('\n')
    .flatMap((line) => [...line.replace(/ #.*$/, '').matchAll(/\bdocket ([a-z-]+)((?: [^&;|>]+)?)/g)])
    .map(([, command = '', rest = '']) => [command, rest.match(/--[a-z-]+/g) ?? []]);

describe.each(['getting-started', 'migrating'])('docs/%s.md', (name) => {
  it('names only commands and flags that there are', () => {
    const named = new Map<string, Set<string>>();
    for (const [command, flags] of calls(name)) named.set(command, new Set([...(named.get(command) ?? []), ...flags]));
    expect(named.size).toBeGreaterThan(1);
    for (const [command, flags] of named) {
      const { stdout, status } = runDocket([command, '--help'], tempProject().path);
      expect(status, command).toBe(0);
      for (const flag of flags) expect(stdout, `${command} ${flag}`).toContain(flag);
    }
  });

  it('shows only policies that hold', () => {
    for (const text of blocks(name, 'json')) {
      expect(resolvePolicy([{ path: 'docket.config.json', text }]).problems).toEqual([]);
    }
  });

  it('leads only to pages and headings that there are', () => {
    for (const [, page = '', heading] of textOf(name).matchAll(/\]\(([\w./-]*\.md)?(?:#([\w-]+))?\)/g)) {
      const target = page === '' ? textOf(name) : readFileSync(`docs/${page}`, 'utf8');
      const slugs = [...target.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w\s-]/g, '')
          .replace(/ /g, '-'),
      );
      if (heading !== undefined) expect(slugs, `${page}#${heading}`).toContain(heading);
    }
  });
});
