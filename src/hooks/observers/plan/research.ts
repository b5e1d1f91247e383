import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../../../events/git-layout.ts';
import type { EventData } from '../../../events/schemas.ts';

/** What is recorded of investigations: of a file its entries, of a folder its documents. */
export const readResearch = (top: string, names: readonly string[]): EventData<'PlanObserved'>['research'] => {
  const counts = names.flatMap((name) => {
    const path = join(top, name);
    const count = entriesIn(readSmallFile(path)) ?? documentsIn(path);
    return count === null ? [] : [count];
  });
  return { exists: counts.length > 0, entries: counts.reduce((sum, count) => sum + count, 0) };
};

/** The headings below the title that are most frequent: an entry has one, and maybe parts. */
const entriesIn = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const counts = [0, 0, 0];
  let fence: string | null = null;
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (mark !== undefined && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    const level = fence === null ? (/^(#{2,4})\s/.exec(line)?.[1]?.length ?? 0) - 2 : -1;
    if (level >= 0) counts[level] = (counts[level] ?? 0) + 1;
  }
  return Math.max(...counts);
};

const documentsIn = (folder: string): number | null => {
  let found: Dirent[];
  try {
    found = readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
  return found.filter((entry) => entry.isFile() && /\.md$/i.test(entry.name) && !/^readme\./i.test(entry.name)).length;
};
