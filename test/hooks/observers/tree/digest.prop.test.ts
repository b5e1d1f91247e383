import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addedTree } from '../../../kit/added-tree.ts';
import { patient } from '../../../kit/patience.ts';
import { treeProject } from '../../../kit/tree-project.ts';

const NAMES = ['src/a.ts', 'src/b.ts', 'docs/a.md', 'docs/b.md', 'src/ä b.ts', 'run', 'out.log', 'src/deep/c.py'];

/** What is in a file, or that it is not there. */
const content = fc.oneof(
  fc.constant(null),
  fc.constantFrom('one\n', 'two\n', '#!/bin/sh\n', 'a\r\nb\r\n', ''),
  fc.string({ maxLength: 8 }),
);

const edits = fc.array(fc.tuple(fc.constantFrom(...NAMES), content), { minLength: 1, maxLength: 5 });

/** Commands after which the worktree holds what it held before. */
const DETOURS: readonly (readonly (readonly string[])[])[] = [
  [['add', '-A']],
  [['add', '-u']],
  [['add', '-N', '.']],
  [['reset', '--quiet']],
  [
    ['add', '-A'],
    ['commit', '--quiet', '--allow-empty', '-m', 'x'],
  ],
  [['commit', '--quiet', '--allow-empty', '-a', '-m', 'x']],
  // What is in the index and not in the worktree any more, git would bring back.
  [
    ['reset', '--quiet'],
    ['stash', 'push', '--quiet', '--include-untracked'],
    ['stash', 'pop', '--quiet'],
  ],
  [
    ['add', '-A'],
    ['stash', 'push', '--quiet'],
    ['stash', 'pop', '--quiet'],
  ],
  [
    ['add', '-A'],
    ['commit', '--quiet', '--allow-empty', '-m', 'x'],
    ['switch', '--quiet', '--detach', 'HEAD~1'],
    ['switch', '--quiet', '-'],
  ],
  [['switch', '--quiet', '--force-create', 'other']],
  [['update-index', '--refresh', '-q']],
];

it('no way of keeping content changes its digests, and other content has others', {
  timeout: patient(120_000),
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(edits, fc.constantFrom(...DETOURS)), { minLength: 1, maxLength: 3 }),
      async (steps) => {
        const project = treeProject();
        project.git('config', 'core.autocrlf', 'false');
        const seen = new Map<string, string>();
        for (const [changes, detour] of steps) {
          for (const [name, text] of changes) {
            if (text === null) project.remove(name);
            else project.write(name, text);
          }
          const { code, docs } = await project.digests();
          const before = await addedTree(project);
          expect({ code, docs }).toEqual(before);
          for (const command of detour) {
            try {
              project.git(...command);
            } catch {
              // A stash of nothing, a branch without a commit before: nothing happens.
            }
          }
          expect(await project.digests(), detour.flat().join(' ')).toEqual({ code, docs });
          // The other way round: the same digests only for the same files.
          const held = JSON.stringify(codeOf(project));
          expect(seen.get(`${code}`) ?? held).toBe(held);
          seen.set(`${code}`, held);
        }
      },
    ),
    { numRuns: 12 },
  );
});

/** The code there is, read without git. */
const codeOf = (project: ReturnType<typeof treeProject>): string[] =>
  project
    .git('-c', 'core.quotePath=false', 'ls-files', '-co', '--exclude-standard', '--deduplicate', '-z')
    .split('\0')
    .filter((name) => /\.(?:ts|py)$/.test(name) || name === 'run')
    .flatMap((name) => {
      const text = project.read(name);
      return text === null || (name === 'run' && !text.startsWith('#!')) ? [] : [`${name}: ${text}`];
    })
    .sort();
