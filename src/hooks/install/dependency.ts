import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../../events/git-layout.ts';

/** Whether a project has docket in its `node_modules`, or names it in any dependency list of its `package.json`. */
export const dependsOnDocket = (projectDir: string): boolean =>
  existsSync(join(projectDir, 'node_modules', 'docket', 'package.json')) || isDeclared(projectDir);

const isDeclared = (projectDir: string): boolean => {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readSmallFile(join(projectDir, 'package.json')) ?? 'null');
  } catch {
    return false;
  }
  return DEPENDENCY_LISTS.some((list) => {
    const names = (manifest as Record<string, unknown> | null)?.[list];
    return typeof names === 'object' && names !== null && Object.hasOwn(names, 'docket');
  });
};

const DEPENDENCY_LISTS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
