import { dirname } from 'node:path';
import type { EventDraft } from '../../events/envelope.ts';
import { readSmallFile, realFolder } from '../../events/git-layout.ts';
import { isIn, relativeTo } from '../../projections/paths.ts';
import { fileAt } from './files.ts';
import type { ObserveInput } from './observe-input.ts';

/** The mocks that a call adds to the test file that it writes; nothing where no text mentions any. */
export const mockFacts = async (path: string, { toolInput, place, deps }: ObserveInput): Promise<EventDraft[]> => {
  const file = realFolder(fileAt(path, place));
  if (!mayMock(toolInput, file)) return [];
  const top = place.gitOf(dirname(file))?.worktree ?? (isIn(place.projectDir, file) ? place.projectDir : dirname(file));
  const { mocksAdded } = await import('./mocks/mocks.ts');
  const data = await mocksAdded({
    toolInput,
    file,
    path: relativeTo(top, file),
    top,
    ...(deps.isTimeUp === undefined ? {} : { isTimeUp: deps.isTimeUp }),
  });
  return data === null ? [] : [{ type: 'MocksObserved', data: { ...data } }];
};

/** An edit may bring a mock without a word of it: the name of the module alone, in a file that mocks others. */
const mayMock = (input: unknown, file: string): boolean => {
  if (file.includes('/__mocks__/')) return true;
  const { content, new_string: text, edits } = (typeof input === 'object' && input !== null ? input : {}) as Fields;
  if (typeof content === 'string') return mentionsMock(content);
  const texts = Array.isArray(edits) ? edits.map((edit) => (edit as Fields | null)?.new_string) : [text];
  return (
    texts.some((each) => typeof each === 'string' && mentionsMock(each)) || mentionsMock(readSmallFile(file) ?? '')
  );
};

interface Fields {
  readonly content?: unknown;
  readonly new_string?: unknown;
  readonly edits?: unknown;
}

/** Whether a text holds a word that some mock is written with: without one it is not parsed. */
export const mentionsMock = (text: string): boolean => HINTS.some((hint) => text.includes(hint));

const HINTS = [
  ...['mock', 'Mock', 'stub', 'spy', 'Spy', 'patch', 'Patch', 'double', 'receive', 'expects', 'replace', 'setattr'],
  ...['delattr', 'setitem', 'proxyquire', 'rewire', 'monkey', 'quibble', 'imitate', '.fn(', 'Injectable', 'InjectMock'],
  ...['Stub', 'sinon', 'sandbox', 'td.'],
];
