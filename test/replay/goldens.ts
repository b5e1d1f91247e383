import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { LogLine } from '../../src/events/log-reader.ts';
import { type GoldenFile, readable, readGolden } from '../../src/replay/golden-file.ts';

export const GOLDENS = join(import.meta.dirname, '..', '..', 'fixtures', 'transcripts');

export interface ReadGolden extends Pick<GoldenFile, 'session'> {
  readonly name: string;
  readonly lines: readonly LogLine[];
}

/** The recorded sessions of the repository. */
export const goldens = (): ReadGolden[] =>
  readdirSync(GOLDENS).map((file) => {
    const { session, lines } = readGolden(join(GOLDENS, file));
    const fail = (): void => {
      throw new Error(`${file} holds a line that cannot be read`);
    };
    return { name: basename(file, '.ndjson'), session, lines: [...readable(lines, fail)] };
  });
