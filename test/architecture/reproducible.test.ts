import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DIST } from '../kit/hook-process.ts';
import { patient } from '../kit/patience.ts';
import { tempProject } from '../kit/temp-project.ts';

/** What a build made, by its digest; the code cache is this Node's and in no package. */
const digestsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(
        ({ name }) =>
          [
            name,
            createHash('sha256')
              .update(readFileSync(join(folder, name)))
              .digest('hex'),
          ] as const,
      )
      .sort(),
  );

it('the same sources, built in another folder, give the same bytes', { timeout: patient(120_000) }, () => {
  const { path } = tempProject();
  for (const name of ['src', 'scripts', 'package.json', 'tsconfig.json'])
    cpSync(name, join(path, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(path, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: path });
  const made = digestsIn(join(path, 'dist'));
  expect(Object.keys(made).length).toBeGreaterThan(40);
  expect(made).toEqual(digestsIn(DIST));
});
