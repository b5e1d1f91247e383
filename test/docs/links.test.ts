import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGES, proseOf, textOf } from './examples/blocks.ts';

const DECISIONS = readdirSync('docs/decisions')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/decisions/${name}`);

const ALL = [...PAGES, ...DECISIONS, 'CHANGELOG.md', 'bench/README.md'];

/** The anchors of a page's headings, as GitHub makes them: of several that are alike the later ones are numbered. */
const anchorsOf = (page: string): string[] => {
  const seen = new Map<string, number>();
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => {
    const slug = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
};

describe.each(ALL)('%s', (page) => {
  it('leads only to files and headings that there are', () => {
    const broken = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(target)) return [link];
      return anchor === undefined || anchorsOf(target).includes(anchor) ? [] : [link];
    });
    expect(broken).toEqual([]);
  });
});

describe('README.md', () => {
  const index = textOf('README.md').split('\n## More\n')[1] ?? '';

  it('lists every page of docs/ once', () => {
    const listed = [...index.matchAll(/^- \[(docs\/[\w-]+\.md)\]\(\1\): \S/gm)].map(([, page]) => page);
    expect(listed.toSorted()).toEqual(PAGES.filter((page) => page.startsWith('docs/')).toSorted());
  });
});
