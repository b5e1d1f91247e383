import { readSmallFile } from '../../../events/git-layout.ts';
import type { EventData } from '../../../events/schemas.ts';
import { shortened } from '../../../gates/gate.ts';
import { contentAfter } from '../source/content-after.ts';
import { type Exemption, exemptionsIn } from './exemptions.ts';
import type { FoundMock } from './found-mock.ts';
import { manualMock } from './javascript/manual-mock.ts';
import { type Finder, finderFor } from './languages.ts';
import { type ProjectFiles, projectFiles } from './project-files.ts';

// A bundle of its own: only writes of test files that mention mocks need it.

type Observed = EventData<'MocksObserved'>;
type Listed = Observed['mocks'][number];

/** UTF-16 units of a test that is read. */
const LONGEST = 1024 * 1024;
/** Mocks that an event lists; those that would be stopped come first. */
const MOST_LISTED = 40;
const LONGEST_NAME = 160;

/** A call that is about to write a test file. */
export interface TestWrite {
  readonly toolInput: unknown;
  /** The whole path, and what the event calls it. */
  readonly file: string;
  readonly path: string;
  /** The folder that the project's files are looked for in. */
  readonly top: string;
  readonly isTimeUp?: () => boolean;
}

/**
 * The mocks that a call adds to a test file; null where it adds none. Those that stand there already are left alone, unless
 * the comment goes that exempted them.
 */
export const mocksAdded = async ({ toolInput, file, path, top, isTimeUp }: TestWrite): Promise<Observed | null> => {
  const find = finderFor(file);
  if (find === null) return null;
  const content = contentAfter(toolInput, file);
  const { after, exists } = content;
  if (after === null) return null;
  const before = content.before ?? (exists ? readSmallFile(file, LONGEST) : '');
  if (before === undefined || after.length > LONGEST || before.length > LONGEST) {
    return { path, added: 0, mocks: [], problem: 'the test is too large to be read' };
  }
  const files = projectFiles(top, isTimeUp);
  try {
    const now = await mocksIn(after, { find, file, files, isNew: !exists });
    if (now.length === 0) return null;
    const known = keysOf(await mocksIn(before, { find, file, files, isNew: false }).catch(() => []));
    const added = now.filter((mock) => !takes(known, keyOf(mock)));
    return added.length === 0 ? null : { path, added: added.length, mocks: listed(added), problem: null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { path, added: 0, mocks: [], problem: shortened(problem, LONGEST_NAME) };
  }
};

interface Marked {
  readonly mock: FoundMock;
  readonly line: number;
  readonly exemption: Exemption;
}

interface Reading {
  readonly find: Finder;
  readonly file: string;
  readonly files: ProjectFiles;
  /** Whether the file itself comes into being, which is a mock where it lies in `__mocks__`. */
  readonly isNew: boolean;
}

const mocksIn = async (text: string, { find, file, files, isNew }: Reading): Promise<Marked[]> => {
  const { mocks, comments, codeFrom } = await find({ text, file, files });
  const { of, lineAt } = exemptionsIn(text, comments, codeFrom);
  const manual = isNew ? manualMock(files, file) : null;
  return [...(manual === null ? [] : [manual]), ...mocks].map((mock) => ({
    mock,
    line: lineAt(mock.from),
    exemption: of(mock),
  }));
};

/** What makes a mock the same one before and after, wherever it stands. */
const keyOf = ({ mock: { by, target }, exemption }: Marked): string =>
  JSON.stringify([by.slice(by.lastIndexOf('.') + 1), target, exemption !== null && exemption !== 'unreasoned']);

const keysOf = (marked: readonly Marked[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of marked.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

const takes = (counts: Map<string, number>, key: string): boolean => {
  const left = counts.get(key) ?? 0;
  counts.set(key, left - 1);
  return left > 0;
};

const listed = (added: readonly Marked[]): Listed[] => {
  const all = added.map(({ mock, line, exemption }): Listed => {
    const { place, why, module } = mock.place();
    return {
      target: shortened(mock.target, LONGEST_NAME),
      by: shortened(mock.by, LONGEST_NAME),
      line,
      place,
      why: shortened(why, LONGEST_NAME),
      module: module === undefined ? null : shortened(module, LONGEST_NAME),
      exempt: exemption === null || exemption === 'unreasoned' ? null : exemption.reason,
      ...(exemption === 'unreasoned' ? { unreasoned: true as const } : {}),
    };
  });
  const rank = ({ place, exempt }: Listed): number =>
    place === 'internal' ? (exempt === null ? 0 : 1) : place === 'unknown' ? 2 : 3;
  return all.length <= MOST_LISTED ? all : all.sort((one, other) => rank(one) - rank(other)).slice(0, MOST_LISTED);
};
