import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patient } from '../kit/patience.ts';
import { AS_DATA, around } from '../shell/wrappings.ts';
import { tryCommand } from './gate-cases.ts';

/** Dangerous commands by the rule that stops them; those of git work in the same repository wherever they run. */
const STOPPED: Readonly<Record<string, string>> = {
  'rm -rf /': 'guard/rm-root',
  'rm -rf /srv/data': 'guard/rm-outside',
  'dd if=/dev/zero of=/dev/sda': 'guard/device',
  'chmod -R 777 /': 'guard/permissions',
  'shutdown -h now': 'guard/halt',
  'dropdb app': 'guard/database-loss',
  'mysqladmin drop app': 'guard/database-loss',
  'git push --force origin main': 'guard/force-push-protected',
  'git push origin :main': 'guard/delete-protected',
  'git push origin --delete feature/old': 'guard/delete-remote',
  'git reset --hard': 'guard/reset-hard',
  'git clean -fd': 'guard/clean',
  'git branch -D topic': 'guard/branch-delete',
  'git reflog expire --expire=now --all': 'guard/reflog-expire',
  'git stash clear': 'guard/drop-stash',
  'git update-ref -d refs/heads/x': 'guard/delete-ref',
  'git commit --no-verify -m x': 'guard/skip-hooks',
  'docket prove done': 'self-protection/command',
};

/** What makes a commit, here, and needs evidence. */
const COMMITTING = [
  'git commit -m x',
  'git merge topic',
  'git cherry-pick abc',
  'git rebase --continue',
  'gh pr merge 12',
];

/** What stops a command: the rules that deny or ask. */
const stops = async (command: string, more: readonly string[] = []): Promise<string[]> => {
  const { ruled } = await tryCommand(command, 'feature/x', 'strict', {}, more);
  return ruled.verdicts.flatMap(({ gate, rule, decision }) =>
    gate !== 'auto-review' && (decision === 'deny' || decision === 'ask') ? [rule] : [],
  );
};

/** In a container a halt stops nothing else, and its files are made anew. */
const staysHere = (text: string): boolean => !/docker|kubectl/.test(text);

const dangerous = fc.constantFrom(...Object.entries(STOPPED));

describe('a verdict', () => {
  it('stays whatever a dangerous command is wrapped in', { timeout: patient(60_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(dangerous, around, async ([command, rule], wrap) => {
        const text = wrap(command);
        fc.pre(staysHere(text));
        expect(await stops(text), text).toContain(rule);
      }),
      { numRuns: 400 },
    );
  });

  it('of missing evidence stays whatever a commit or a merge is wrapped in', { timeout: patient(60_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...COMMITTING), around, async (command, wrap) => {
        const text = wrap(command);
        // Another machine's repository is not the project's.
        fc.pre(staysHere(text) && !text.includes('ssh host'));
        expect(await stops(text, ['tests=missing']), text).toContain('guard/commit-untested');
        expect(await stops(text), text).not.toContain('guard/commit-untested');
      }),
      { numRuns: 300 },
    );
  });

  it('goes when the command is data', { timeout: patient(60_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(dangerous, around, fc.constantFrom(...AS_DATA), async ([command], wrap, quote) => {
        const text = quote(wrap(command));
        expect(await stops(text), text).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});
