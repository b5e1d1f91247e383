import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Environment } from '../../events/location.ts';

/**
 * Whether a path lies where a package runner keeps what it fetched for one call (npx, `pnpm dlx`, `yarn dlx`, bunx). It
 * empties that folder when it likes, and from then on the host would start nothing.
 */
export const isThrowAway = (path: string): boolean => THROW_AWAY.test(path);

/** Whether `docket` is on the PATH where it stays: a package runner puts its own folder there for the one call. */
export const isOnPath = (env: Environment): boolean =>
  (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !isThrowAway(`${folder}/`) && !folder.includes('node_modules'))
    .some((folder) => ['docket', 'docket.cmd'].some((name) => existsSync(join(folder, name))));

const THROW_AWAY = /[\\/](?:_npx|pnpm[\\/]dlx|dlx-[^\\/]+|bunx-[^\\/]+)[\\/]/;
