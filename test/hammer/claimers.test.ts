import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isHeld, newestClaim } from '../../src/hooks/test-runner/claims.ts';
import { cleanEnv } from '../kit/hook-process.ts';
import { patient } from '../kit/patience.ts';
import { tempProject } from '../kit/temp-project.ts';
import { bundleInto } from './bundle.ts';
import { type Ended, ended } from './ended.ts';

it('a claim is held by one process at a time, and by nobody when all were killed with it', {
  timeout: patient(60_000),
}, async () => {
  const { path } = tempProject();
  const entry = await bundleInto(tempProject().path, join(import.meta.dirname, 'claimer-entry.ts'));
  const folder = join(path, 'workers');
  const rounds = 60;
  const runs = Array.from({ length: 6 }, () =>
    ended(spawn(process.execPath, [entry, folder, path, String(rounds)], { env: cleanEnv() })),
  );
  const results: Ended[] = await Promise.all(runs);
  expect(results.map(({ stdout }) => stdout)).toEqual(results.map(() => '.'.repeat(rounds)));
  const newest = newestClaim(folder);
  expect(newest === null || isHeld(newest)).toBe(false);
  expect(readdirSync(folder)).toEqual([String(newest?.number)]);
});
