import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from './world.ts';

/** Where calls of `docket doctor` work, so that nothing of them comes into the project. */
export interface CanaryPlace {
  /** The folder that the client would call the project's. */
  readonly projectDir: string;
  /** The log of the calls, for `DOCKET_DIR`. */
  readonly log: string;
}

/**
 * A place for calls that is gone afterwards: the project itself, with a log elsewhere. Where the policy keeps views up to date,
 * which lie in the project, it is a folder that looks like the project instead, with the same guard and without them.
 */
export const inCanaryPlace = async <Result>(
  world: World,
  use: (place: CanaryPlace) => Promise<Result>,
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-canary-'));
  try {
    const log = join(folder, 'log');
    const { projectDir } = world;
    return await use({ log, projectDir: world.policy.policy.views === true ? lookAlike(folder, world) : projectDir });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const lookAlike = (folder: string, { projectDir, policy: { policy } }: World): string => {
  const copy = join(folder, 'project');
  mkdirSync(copy);
  for (const name of readdirSync(projectDir)) {
    const isOwn = ['.git', '.claude', '.docket'].includes(name) || name.startsWith('docket.config');
    if (!isOwn) symlinkSync(join(projectDir, name), join(copy, name));
  }
  const { mode, rules } = policy.gates['guard'] ?? { mode: 'off', rules: {} };
  const same = { preset: policy.preset, views: false, gates: { guard: { mode, rules } } };
  writeFileSync(join(copy, 'docket.config.json'), JSON.stringify(same));
  return copy;
};
