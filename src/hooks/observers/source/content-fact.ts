import { dirname } from 'node:path';
import { realFolder } from '../../../events/git-layout.ts';
import type { EventData } from '../../../events/schemas.ts';
import { relativeTo } from '../../../projections/paths.ts';
import type { CallPlace } from '../../place.ts';
import { fileAt } from '../files.ts';
import { contentAfter } from './content-after.ts';

/** UTF-16 units of a line that counts once. */
const LONGEST_LINE = 200;

/** What a call of a writing tool is about to leave of the file that it names. */
export const contentFact = (path: string, toolInput: unknown, place: CallPlace): EventData<'ContentObserved'> => {
  const file = realFolder(fileAt(path, place));
  const top = place.gitOf(dirname(file))?.worktree ?? place.projectDir;
  const { exists, after, written, problem } = contentAfter(toolInput, file);
  return {
    path: relativeTo(top, file),
    exists,
    lines: after === null ? null : lineCount(after),
    written: written === null ? null : written.reduce((sum, text) => sum + writtenLines(text), 0),
    problem,
  };
};

const writtenLines = (text: string): number => Math.max(lineCount(text), Math.ceil(text.length / LONGEST_LINE));

const lineCount = (text: string): number =>
  text === '' ? 0 : (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n').length;
