import { describe, expect, it } from 'vitest';
import { addedTree } from '../../../kit/added-tree.ts';
import { type TreeProject, treeProject } from '../../../kit/tree-project.ts';
import { SITUATIONS } from './situations.ts';

const startProject = (): TreeProject => {
  const project = treeProject();
  project.write('src/b.ts', 'export const b = 1;\n');
  project.commitAll();
  return project;
};

describe('the digest of a worktree in which', () => {
  it.each(Object.entries(SITUATIONS))('%s', async (_, { does, changes }) => {
    const project = startProject();
    const before = await project.digests();
    does(project);

    const now = await project.digests();

    // What git itself would keep if everything were added.
    expect(now).toEqual(await addedTree(project));
    expect([now.code !== before.code, now.docs !== before.docs]).toEqual([
      changes.includes('code'),
      changes.includes('docs'),
    ]);
    project.commitAll();
    expect(await project.digests(), 'once it is committed').toEqual(now);
  });
});
