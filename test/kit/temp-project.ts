import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface TempProject {
  readonly path: string;
  readonly write: (name: string, text: string) => string;
}

/** A folder of its own for one test, removed when the test is over. Holds a repository when a branch is given. */
export const tempProject = ({ branch }: { readonly branch?: string } = {}): TempProject => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'docket-test-')));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const write = (name: string, text: string): string => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  if (branch !== undefined) {
    write('.git/HEAD', `ref: refs/heads/${branch}\n`);
    write('.git/config', '[core]\n\trepositoryformatversion = 0\n');
    write(`.git/refs/heads/${branch}`, `${'1'.repeat(40)}\n`);
  }
  return { path, write };
};
