import { describe, expect, it } from 'vitest';
import { neutralNames, type Places, renamerFor } from '../../src/replay/neutral-paths.ts';

const HOME = '/home/ann';
const SHOP = '/home/ann/work/shop';

const renamed = (text: string, places: Partial<Places> = {}): string =>
  renamerFor(neutralNames({ projects: [SHOP], worktrees: [], homes: [HOME], ...places }))(text);

describe('neutral names of folders', () => {
  it.each([
    [`${SHOP}/src/a.ts`, '/project/src/a.ts'],
    [SHOP, '/project'],
    [`cd ${SHOP}; ls "${SHOP}" ${SHOP}.`, 'cd /project; ls "/project" /project.'],
    [`${HOME}/.ssh/id`, '/home/user/.ssh/id'],
    [`-I${SHOP}/include`, '-I/project/include'],
    [
      `${SHOP}2/src ${SHOP}-old ${SHOP}.git`,
      '/home/user/work/shop2/src /home/user/work/shop-old /home/user/work/shop.git',
    ],
    ['/home/anna/x', '/home/anna/x'],
    [`${HOME}/.claude/projects/-home-ann-work-shop/s.jsonl`, '/home/user/.claude/projects/-project/s.jsonl'],
    ['/etc/passwd', '/etc/passwd'],
  ])('%s becomes %s', (text, expected) => {
    expect(renamed(text)).toBe(expected);
  });

  it('keeps in each other what is in each other', () => {
    const inside = `${SHOP}/.claude/worktrees/fix`;
    expect(renamed(`${inside}/a`, { worktrees: [SHOP, inside] })).toBe('/project/.claude/worktrees/fix/a');
    const package_ = `${SHOP}/packages/cart`;
    expect(renamed(`${package_} ${SHOP}/x`, { projects: [package_], worktrees: [SHOP] })).toBe(
      '/project/packages/cart /project/x',
    );
    expect(renamed(`${SHOP}/.config`, { homes: [SHOP] })).toBe('/project/.config');
  });

  it('tells worktrees beside each other apart', () => {
    const worktrees = [SHOP, '/home/ann/work/shop-fix', '/srv/shop-release'];
    expect(renamed(worktrees.map((path) => `${path}/a`).join(' '), { worktrees })).toBe(
      '/project/a /project-2/a /project-3/a',
    );
  });

  it('renames keys and items, however deep, and leaves everything else', () => {
    const rename = renamerFor(neutralNames({ projects: [SHOP], worktrees: [], homes: [] }));
    expect(rename({ [`${SHOP}/a`]: [{ n: 1, path: SHOP, none: null, yes: true }] })).toEqual({
      '/project/a': [{ n: 1, path: '/project', none: null, yes: true }],
    });
  });

  it('has no name for the root of the file system', () => {
    expect(renamed('/etc/a', { projects: ['/'], homes: ['/', ''] })).toBe('/etc/a');
  });
});
