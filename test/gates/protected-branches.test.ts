import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protectedAmong } from '../../src/gates/protected-branches.ts';

const isProtected = (branches: readonly string[] | undefined, branch: string): boolean =>
  protectedAmong({ options: branches === undefined ? {} : { branches } }, [branch]).length > 0;

describe('protected branches', () => {
  it.each([
    ['main', 'main', true],
    ['main', 'mainline', false],
    ['main', 'Main', false],
    ['release/*', 'release/1.0', true],
    ['release/*', 'release/1.0/hotfix', false],
    ['release/*', 'release', false],
    ['release/**', 'release/1.0/hotfix', true],
    ['*', 'main', true],
    ['*', 'feature/x', false],
    ['**', 'feature/x', true],
    ['v*.*', 'v1.2', true],
    ['v*.*', 'v12', false],
    ['*-stable', 'linux-5-stable', true],
    ['**/hotfix', 'a/b/hotfix', true],
    ['a.c', 'abc', false],
    ['release/[0-9]', 'release/1', false],
  ])('%s of the policy and the branch %s: %s', (pattern, branch, expected) => {
    expect(isProtected([pattern], branch)).toBe(expected);
  });

  it('are main and master where the policy names none', () => {
    expect(['main', 'master', 'trunk'].filter((branch) => isProtected(undefined, branch))).toEqual(['main', 'master']);
  });

  it('are also the one that a repository itself starts from, where it is known', () => {
    expect(protectedAmong({ options: {} }, ['trunk', 'topic', 'main'], 'trunk')).toEqual(['trunk', 'main']);
  });

  it('agree with the same pattern as an expression, whatever pattern and branch', () => {
    const part = fc.constantFrom('a', 'b', '/', '*', '**', '.', 'ab');
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.constantFrom('a', 'b', '/', '.'), { maxLength: 8 }), (pattern, letters) => {
        const branch = letters.join('');
        const source = pattern.replaceAll('.', '\\.').replace(/\*\*|\*/g, (star) => (star === '*' ? '[^/]*' : '.*'));
        expect(isProtected([pattern], branch), `${pattern} ${branch}`).toBe(new RegExp(`^${source}$`).test(branch));
      }),
      { numRuns: 2000 },
    );
  });

  it('are looked up in linear time', () => {
    expect(isProtected(['*a*a*a*a*a*a*a*b'], 'a'.repeat(20_000))).toBe(false);
  });
});
