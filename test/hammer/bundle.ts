import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles a TypeScript entry into a folder, so that processes of plain Node can run it. Returns the file's path. */
export const bundleInto = async (folder: string, entry: string): Promise<string> => {
  const outfile = join(folder, 'entry.cjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    logLevel: 'error',
    mainFields: ['module', 'main'],
  });
  return outfile;
};
