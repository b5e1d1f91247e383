import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder: kind, mode, time and content of each entry, to see that nothing at all was changed. */
export const filesAt = (folder: string): Record<string, string> =>
  Object.fromEntries(
    ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => {
      const path = join(folder, name);
      const { mode, mtimeMs } = lstatSync(path);
      const content = lstatSync(path).isFile() ? readFileSync(path, 'latin1') : '';
      return [name, `${mode.toString(8)} ${mtimeMs} ${content}`];
    }),
  );
