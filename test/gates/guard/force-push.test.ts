import { describe, expect, it } from 'vitest';
import { requests, scenario } from '../../kit/scenario.ts';

const judged = async (command: unknown, policy: Record<string, unknown> = { preset: 'strict' }) => {
  const s = scenario({ policy });
  const outcome = await s.when(requests('Bash', { command }));
  const fired = outcome.verdicts.filter(({ gate, decision }) => gate === 'guard' && decision !== 'pass');
  return { ...outcome, fired: fired.map(({ rule, decision }) => `${rule} ${decision}`) };
};

describe('a force push', () => {
  it.each([
    'git push --mirror backup',
    'git push --force --all backup',
    'git push -f --prune origin',
    'git push -f origin "$B"',
    'git push origin "+$B"',
    'git push origin +refs/heads/feature/*:refs/heads/feature/*',
    'echo main | xargs git push -f origin',
    'xargs -n 1 git push -f',
    'cd "$D" && git push -f',
  ])('that nobody can bound is asked about: %s', async (command) => {
    expect((await judged(command)).fired).toContain('guard/force-push-unbounded ask');
  });

  it('without a branch is asked about where no branch is checked out', async () => {
    const s = scenario({ preset: 'strict' });
    s.write('.git/HEAD', `${'a'.repeat(40)}\n`);
    expect((await s.when(requests('Bash', { command: 'git push -f' }))).decision).toBe('ask');
  });

  it.each([
    'git push origin +main',
    'git push --force-with-lease origin +main',
    'git push --no-force origin +HEAD:main',
    'git push origin feature +master',
    'git push -f origin heads/main',
    'git push -f origin HEAD:refs/heads/main',
    'git push --mirror',
    'git push --mirror origin',
    'git push --mirr origin',
    'git push --force --all origin',
    'git push -f --branches',
    "git push origin '+refs/heads/*:refs/heads/*'",
    'git push origin +refs/*:refs/*',
  ])('that overwrites a protected branch is denied: %s', async (command) => {
    expect((await judged(command)).fired).toEqual(['guard/force-push-protected deny']);
  });

  it('of a refspec with + becomes one with a lease', async () => {
    const { fired, answer } = await judged('git push origin +feature/x');
    expect(fired).toEqual(['guard/force-push-lease rewrite']);
    expect(answer).toMatchObject({
      hookSpecificOutput: { updatedInput: { command: 'git push --force-with-lease origin feature/x' } },
    });
  });

  it.each([
    ['for b in x y; do git push -f origin $b; done', 'for b in x y; do git push --force-with-lease origin $b; done'],
    ['f() { git push -fu origin $1; }; f x; f y', 'f() { git push --force-with-lease -u origin $1; }; f x; f y'],
  ])('that happens again and again is rewritten once: %s', async (command, expected) => {
    const { answer } = await judged(command);
    expect(answer).toMatchObject({ hookSpecificOutput: { updatedInput: { command: expected } } });
  });

  it.each<[string, unknown]>([
    ['a command of words', ['git', 'push', '-f', 'origin', 'feature/x']],
    ['a quoted +', `git push origin '+feature/x'`],
    ['a + beside a plain refspec', 'git push origin +a b'],
    ['a script spelled otherwise than it runs', 'bash -c "git push -f \\"origin\\" x"'],
  ])('that cannot be rewritten is asked about and never said to be rewritten: %s', async (_name, command) => {
    const { fired, decision, verdicts } = await judged(command);
    expect(fired).toEqual(['guard/force-push-unleased ask']);
    expect(decision).toBe('ask');
    expect(verdicts.flatMap(({ edits }) => edits ?? [])).toEqual([]);
  });

  it('of many branches has a short verdict', async () => {
    const names = Array.from({ length: 300 }, (_, index) => `b${index}`);
    const policy = { preset: 'strict', gates: { guard: { branches: names } } };
    const { verdicts } = await judged(`git push -f origin b1 ${names.join(' ')}`, policy);
    const [verdict] = verdicts;
    expect(verdict?.conditions[0]?.actual).toEqual([
      ...['b1', 'b0', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8', 'b9'],
      '290 more',
    ]);
    expect(verdict?.reason).toMatch(/b9, 290 more\.$/);
  });

  it('has a reason of at most 1,000 characters', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `${index}${'x'.repeat(300)}`);
    const policy = { preset: 'strict', gates: { guard: { branches: names } } };
    const { verdicts } = await judged(`git push -f origin ${names.join(' ')}`, policy);
    expect(verdicts[0]?.reason).toHaveLength(1_000);
    expect(verdicts[0]?.reason).toMatch(/…$/);
  });
});
