import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { mentionsMock } from '../../src/hooks/observers/mock-facts.ts';
import { finderFor } from '../../src/hooks/observers/mocks/languages.ts';
import { projectFiles } from '../../src/hooks/observers/mocks/project-files.ts';

/** A folder with these files in it, and nothing else. */
export const folderWith = (files: Readonly<Record<string, string>>): string => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'docket-mocks-')));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  return top;
};

/** What is read in a test that lies in a folder: `place target`, in order. Texts that nobody would parse hold nothing. */
export const placesIn = async (text: string, path: string, top = '/nowhere/at/all'): Promise<string[]> => {
  if (!mentionsMock(text)) return [];
  const file = join(top, path);
  const { mocks } = (await finderFor(file)?.({ text, file, files: projectFiles(top) })) ?? { mocks: [] };
  return mocks.map((mock) => `${mock.place().place} ${mock.target}`);
};
