import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const REAL = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();

/** A `PATH` on which `git` is a script; `$GIT` in it is the real one. */
export const pathWithGit = (script: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-fake-git-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'git'), `#!/bin/sh\nGIT='${REAL}'\n${script}\n`);
  chmodSync(join(folder, 'git'), 0o755);
  return `${folder}:/usr/bin:/bin`;
};
