import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readable, readGolden } from '../../src/replay/golden-file.ts';
import { verdictLines } from './verdict-lines.ts';

// A process that judges all goldens of a folder again and prints what comes out.

const folder = process.argv[2] as string;
const fail = (): void => {
  throw new Error('a line cannot be read');
};
for (const file of readdirSync(folder)) {
  const { lines } = readGolden(join(folder, file));
  process.stdout.write(`${verdictLines([...readable(lines, fail)]).join('\n')}\n`);
}
